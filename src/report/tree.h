/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A JSON document in memory: objects, arrays and ready-made scalars. */
#ifndef HDPARM_TREE_H
#define HDPARM_TREE_H

#include "report.h"

enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_SCALAR };

struct tree {
	enum tree_kind kind;
	char *key;  /* NULL in an array and for the root */
	char *text; /* of a scalar: JSON as it will be written */
	struct tree *parent, *first, *last, *next;
};

/* A node without a parent; NULL when memory is out. */
struct tree *tree_root(enum tree_kind kind);

/*
 * The child of `parent` under `key`, made if there is none of that kind; a child of another kind
 * is replaced. In an array the key is ignored and a child is always added. NULL for no memory.
 */
struct tree *tree_child(struct tree *parent, const char *key, enum tree_kind kind);

/* Sets a scalar child: a later value of the same key replaces the earlier. False: no memory. */
bool tree_set(struct tree *parent, const char *key, const struct report_value *value);
bool tree_set_string(struct tree *parent, const char *key, const char *value);
bool tree_set_u64(struct tree *parent, const char *key, uint64_t value);

/* A scalar child that is JSON already. */
bool tree_set_raw(struct tree *parent, const char *key, const char *json);

/* Writes the node with its indentation, without a final newline. */
void tree_write(const struct tree *node, FILE *out, unsigned indent);

void tree_free(struct tree *node);

#endif
