// Classes of PostgreSQL's advisory locks that the mail module takes; see the kernel's for what they are.

/** Held while the bounces of an address are counted. Key: hashtext of tenant and address. */
export const BOUNCE_LOCK_CLASS = 1801;
