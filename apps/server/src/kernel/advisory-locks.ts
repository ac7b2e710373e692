// Lists the classes of PostgreSQL's advisory locks in use, so that no two purposes ever meet on one number.

/*
 * Only the two-integer form is used, `pg_advisory_lock(class, key)`: its key space is apart from the one-bigint form,
 * which extensions and tools like to use. A class is never given to another purpose, also after it fell out of use.
 */

/** Held by the program that owns an embedded database, on a connection to the database `postgres`. Key: 1. */
export const EMBEDDED_DATABASE_OWNER_LOCK = { class: 1001, key: 1 } as const;

/** Held by the transaction that watches over a process's migrations. Key: 1. */
export const MIGRATION_LOCK = { class: 1002, key: 1 } as const;
/** Held while partitions of a table are made. Key: hashtext of the table's name. */
export const PARTITION_LOCK_CLASS = 1003;
/** Held while a test run makes a template database, on a connection to the database `postgres`. Key: 1. */
export const TEST_TEMPLATE_LOCK = { class: 1004, key: 1 } as const;

/** Shared by whoever begins or closes sessions of one user of a tenant. Key: hashtext of the tenant. */
export const SESSION_TENANT_LOCK_CLASS = 1101;
/** Held by whoever begins or closes sessions of a user. Key: hashtext of tenant, `/` and folded username. */
export const SESSION_USER_LOCK_CLASS = 1102;
/** Held while the directory's first tenant, roles and user are made. Key: 1. */
export const FIRST_START_LOCK = { class: 1111, key: 1 } as const;
/** Held by whoever takes the role of a system administrator away, so that two of them leave one. Key: 1. */
export const LAST_ADMIN_LOCK = { class: 1112, key: 1 } as const;
