// Names the classes of advisory locks of the system setting module: 1121 to 1130.

/** Held while a process registers its settings, so that two starts do not make one definition twice. Key: 1. */
export const SETTING_REGISTRATION_LOCK = { class: 1121, key: 1 } as const;

/** Held by transactions that write the setting values of a user. Key: hashtext of tenant, `/` and folded username. */
export const SETTING_USER_LOCK_CLASS = 1122;
