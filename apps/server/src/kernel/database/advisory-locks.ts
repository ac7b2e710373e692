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
/** Held by the process that works off standing orders of mass closes. Key: 1. */
export const SESSION_BULK_CLOSE_LOCK = { class: 1103, key: 1 } as const;
/** Held by the process that marks sessions that have run out. Key: 1. */
export const SESSION_EXPIRY_LOCK = { class: 1104, key: 1 } as const;
/** Held by whoever begins sessions with an API key or ends them. Key: hashtext of the key's uuid. */
export const SESSION_KEY_LOCK_CLASS = 1105;
/** Held by the process that shortens open sessions to new timeouts. Key: 1. */
export const SESSION_TIMEOUT_LOCK = { class: 1106, key: 1 } as const;
/** Held by the process that adds up the ledger of open sessions. Key: 1. */
export const SESSION_COUNT_FOLD_LOCK = { class: 1107, key: 1 } as const;
/** Held by the process that counts open sessions anew. Key: 1. */
export const SESSION_COUNT_RECOUNT_LOCK = { class: 1108, key: 1 } as const;
/** Held by the process that deletes the history of sessions. Key: 1. */
export const SESSION_HISTORY_LOCK = { class: 1109, key: 1 } as const;
/** Held by the process that deletes old signals of sessions. Key: 1. */
export const SESSION_SIGNAL_DELETION_LOCK = { class: 1110, key: 1 } as const;
/** Held while the directory's first tenant, roles and user are made. Key: 1. */
export const FIRST_START_LOCK = { class: 1111, key: 1 } as const;
/** Held by whoever takes a system administrator away, by role, status, end or tenant, so that two leave one. Key: 1. */
export const LAST_ADMIN_LOCK = { class: 1112, key: 1 } as const;
/** Held while a process registers its settings, so that two starts do not make one definition twice. Key: 1. */
export const SETTING_REGISTRATION_LOCK = { class: 1121, key: 1 } as const;
/** Held by whoever writes the setting values of a user. Key: hashtext of tenant, `/` and folded username. */
export const SETTING_USER_LOCK_CLASS = 1122;
