// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = { "a",      "b",    ".hidden", "dir/a", "dir/b*c",
				     "dir/.x", "d2/a", "d2/in/a", "[z]",   "x y" };

static const char *const patterns[] = {
	"/*",	    "/?",     "/[ab]", "/.h*",	  "/.*",     "/dir/*",	"/*/a",	      "/*/",
	"/d*/*/a",  "/d2//*", "/none", "/none/*", "/a/*",    "/a",	"/dir/b\\*c", "/dir/b\\*",
	"/\\[z\\]", "/[[]z]", "/x y",  "/x\\ ?",  "//d*//a", "/*/../a", "",	      "/[",
};

static void fill(const char *folder)
{
	static const char *const folders[] = { "dir", "d2", "d2/in" };
	char path[300];

	for (size_t i = 0; i < ROWS(folders); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, folders[i]);
		ck_assert_int_eq(mkdir(path, 0700), 0);
	}
	for (size_t i = 0; i < ROWS(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		close(open(path, O_WRONLY | O_CREAT, 0600));
	}
	snprintf(path, sizeof(path), "%s/broken", folder);
	ck_assert_int_eq(symlink("nowhere", path), 0);
}

static void expect_same(struct host *host, const char *pattern)
{
	struct host_paths paths;
	glob_t want = { .gl_pathc = 0 };

	glob(pattern, 0, NULL, &want);
	ck_assert_int_eq(host_glob(host, pattern, &paths), 0);
	ck_assert_msg(paths.n == want.gl_pathc, "%s: %zu names, not %zu", pattern, paths.n,
		      want.gl_pathc);
	for (size_t i = 0; i < paths.n; i++)
		ck_assert_str_eq(paths.path[i], want.gl_pathv[i]);
	host_paths_free(&paths);
	globfree(&want);
}

START_TEST(names_are_those_that_the_library_finds)
{
	struct host host = { .ops = &host_kernel_ops };
	char folder[] = "/tmp/hdparm-paths.XXXXXX", pattern[300], command[320];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	fill(folder);
	ck_assert_int_eq(chdir(folder), 0);
	for (size_t i = 0; i < ROWS(patterns); i++) {
		snprintf(pattern, sizeof(pattern), "%s%s", folder, patterns[i]);
		expect_same(&host, pattern);
		expect_same(&host, patterns[i] + strspn(patterns[i], "/"));
	}
	expect_same(&host, "/*");
	ck_assert_int_eq(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -r %s", folder);
	ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(a_lack_of_descriptors_is_reported_once)
{
	static const struct host_ops none = { .open = NULL };
	struct host kernel = { .ops = &host_kernel_ops },
		    layer = { .ops = &none, .below = &kernel };
	struct rlimit limit, no = { .rlim_cur = 0 };
	struct host_paths paths;
	char text[8];
	int result;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	no.rlim_max = limit.rlim_max;
	ck_assert_int_eq(host_read_file(&layer, "/none", text, sizeof(text)), -ENOENT);
	ck_assert_int_eq(host_lack(&layer), 0);
	setrlimit(RLIMIT_NOFILE, &no);
	result = host_glob(&layer, "/*", &paths);
	setrlimit(RLIMIT_NOFILE, &limit);
	ck_assert_int_eq(result, -EMFILE);
	ck_assert_int_eq(host_no_memory(&kernel), -ENOMEM);
	ck_assert_int_eq(host_lack(&layer), -EMFILE);
	ck_assert_int_eq(host_lack(&kernel), 0);
	ck_assert_ptr_null(host_lack_advice(-ENOENT));
	ck_assert_ptr_nonnull(host_lack_advice(-EMFILE));
}
END_TEST

Suite *paths_suite(void)
{
	Suite *suite = suite_create("paths");

	add_case(suite, "glob", names_are_those_that_the_library_finds);
	add_case(suite, "lack", a_lack_of_descriptors_is_reported_once);
	return suite;
}
