// Classes of PostgreSQL's advisory locks that the kernel takes: 1001 to 1099; those of a module lie in its own folder.

/*
 * Only the two-integer form is used, `pg_advisory_lock(class, key)`: its key space is apart from the one-bigint form,
 * which extensions and tools like to use. A class is never given to another purpose,
 * also after it fell out of use; a test holds that no two of the program are equal.
 */

/** Held by the program that owns an embedded database, on a connection to the database `postgres`. Key: 1. */
export const EMBEDDED_DATABASE_OWNER_LOCK = { class: 1001, key: 1 } as const;

/** Held by the transaction that watches over a process's migrations. Key: 1. */
export const MIGRATION_LOCK = { class: 1002, key: 1 } as const;
/** Held while partitions of a table are made. Key: hashtext of the table's name. */
export const PARTITION_LOCK_CLASS = 1003;
/** Held while a test run makes a template database, on a connection to the database `postgres`. Key: 1. */
export const TEST_TEMPLATE_LOCK = { class: 1004, key: 1 } as const;

/** Held while the modules of a process start, one process after the other. Key: 1. */
export const START_LOCK = { class: 1005, key: 1 } as const;
