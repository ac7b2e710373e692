// Names the classes of PostgreSQL's advisory locks that the report module takes; see the kernel's for what they are.

/**
 * Held by transactions that change the groups or reports of a tenant, so that none is counted, moved or filled
 * meanwhile. Key: hashtext of the tenant.
 */
export const REPORT_TENANT_LOCK_CLASS = 1901;
/** Held while the places of a person's runs are taken and freed. Key: hashtext of tenant and name. */
export const REPORT_QUEUE_LOCK_CLASS = 1902;

/**
 * Held while it is decided whether a run reads its rows, waits for another run's, or takes existing ones. Key: hashtext
 * of the key of its rows.
 */
export const REPORT_CACHE_LOCK_CLASS = 1905;

/** Held by the process that delivers events of ended runs to other modules. Key: 0. */
export const REPORT_EVENT_LOCK_CLASS = 1904;

/** Held by a transaction of the own database while connections of adapters try the same key. Key: random. */
export const OWN_DATABASE_LOCK_CLASS = 1903;
