// Names the classes of advisory locks of the authentication module: 1111 to 1120.

/** Is held while the directory's first tenant, roles and user are made, under the key 1. */
export const FIRST_START_LOCK = { class: 1111, key: 1 } as const;

/**
 * Is held, under the key 1, by whoever takes a system administrator away, by role, status, end or tenant, so that two leave
 * one.
 */
export const LAST_ADMIN_LOCK = { class: 1112, key: 1 } as const;

/** Is held, under the key 1, by whoever tells modules of one event of the directory: they hear of each subject in its order. */
export const DIRECTORY_TELLING_LOCK = { class: 1113, key: 1 } as const;
