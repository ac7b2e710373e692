// Names the classes of advisory locks of the authentication module: 1111 to 1120.

/** Is held while the directory's first tenant, roles and user are made, under the key 1. */
export const FIRST_START_LOCK = { class: 1111, key: 1 } as const;

/**
 * Held, under the key 1, while a system administrator is removed by role, status, end or tenant, so that of two
 * removals one leaves an administrator.
 */
export const LAST_ADMIN_LOCK = { class: 1112, key: 1 } as const;

/**
 * Held, under the key 1, while an event of the directory is delivered to modules, so that each gets the events of a
 * subject in order.
 */
export const DIRECTORY_EVENTS_LOCK = { class: 1113, key: 1 } as const;
