// SPDX-License-Identifier: GPL-2.0-or-later
/* The methods that erase a whole drive. */
#include "erase.h"

const struct erase_method erase_methods[DISK_ERASES] = {
	[DISK_CRYPTO_ERASE] = { "sanitize-crypto-scramble",
				"changes the encryption key, so that nothing can be read", true },
	[DISK_BLOCK_ERASE] = { "sanitize-block-erase",
			       "erases all blocks of the memory, those out of use too", true },
	[DISK_FORMAT_CRYPTO] = { "format-crypto-erase",
				 "changes the encryption key of the namespace", false },
	[DISK_FORMAT_ERASE] = { "format-user-data-erase", "erases all blocks of the namespace",
				false },
	[DISK_OVERWRITE] = { "sanitize-overwrite",
			     "overwrites all sectors with zeros, those out of use too", true },
	[DISK_SECURITY_ENHANCED] = { "security-erase-enhanced",
				     "erases all sectors, reassigned ones too", false },
	[DISK_SECURITY_ERASE] = { "security-erase", "erases all sectors that can be addressed",
				  false },
};
