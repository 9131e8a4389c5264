/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A JSON document in memory: objects, arrays and ready-made scalars. */
#ifndef HDPARM_TREE_H
#define HDPARM_TREE_H

#include "report.h"

enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_SCALAR };

struct tree {
	enum tree_kind kind;
	const char *key;  /* NULL in an array and for the root */
	const char *text; /* a scalar's JSON text as it will be written */
	struct tree *parent, *first, *last, *next;
};

/*
 * The memory of a document, all zeros at first. If memory runs out, additions are left out and
 * `failed` is set; it is checked once, before the document is written.
 */
struct tree_store {
	struct tree_block *blocks;
	bool failed;
};

/* A node without a parent; NULL if memory ran out. */
struct tree *tree_root(struct tree_store *, enum tree_kind kind);

/*
 * The child of `parent` under `key`, made if there is none of that kind; a child of another kind is
 * replaced. In an array the key is ignored and a child is always added. NULL if memory ran out or
 * `parent` is NULL.
 */
struct tree *tree_child(struct tree_store *, struct tree *parent, const char *key,
			enum tree_kind kind);

/* Set a scalar child: a later value of the same key replaces the earlier. */
void tree_set(struct tree_store *, struct tree *parent, const char *key,
	      const struct report_value *value);
void tree_set_string(struct tree_store *, struct tree *parent, const char *key, const char *value);
void tree_set_u64(struct tree_store *, struct tree *parent, const char *key, uint64_t value);

/* A scalar child that is JSON already. */
void tree_set_raw(struct tree_store *, struct tree *parent, const char *key, const char *json);

/* Writes the node with its indentation, or in one line, without a final newline. */
enum { TREE_ONE_LINE = 1 << 30 };
void tree_write(const struct tree *node, FILE *out, unsigned indent);

/* Free all nodes; the store is then as at first. */
void tree_free(struct tree_store *);

#endif
