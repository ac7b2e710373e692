// Names the classes of advisory locks of the session module: 1101 to 1110.

/** Shared by transactions that begin or close sessions of one user of a tenant. Key: hashtext of the tenant. */
export const SESSION_TENANT_LOCK_CLASS = 1101;

/** Held by transactions that begin or close sessions of a user. Key: hashtext of tenant, `/` and folded username. */
export const SESSION_USER_LOCK_CLASS = 1102;

/** Held by the process that works off standing orders of mass closes. Key: 1. */
export const SESSION_BULK_CLOSE_LOCK = { class: 1103, key: 1 } as const;

/** Held by the process that marks sessions that have run out. Key: 1. */
export const SESSION_EXPIRY_LOCK = { class: 1104, key: 1 } as const;

/** Held by transactions that begin sessions with an API key or end them. Key: hashtext of the key's uuid. */
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
