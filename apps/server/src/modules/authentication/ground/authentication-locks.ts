// Classes of advisory locks of the authentication module: 1111 to 1120.

/** Held while the directory's first tenant, roles and user are made. Key: 1. */
export const FIRST_START_LOCK = { class: 1111, key: 1 } as const;

/** Held by whoever takes a system administrator away, by role, status, end or tenant, so that two leave one. Key: 1. */
export const LAST_ADMIN_LOCK = { class: 1112, key: 1 } as const;
