// Classes of PostgreSQL's advisory locks that the mail module takes; see the kernel's for what they are.

/** Held while it is counted how often an address has bounced. Key: hashtext of tenant and address. */
export const BOUNCE_LOCK_CLASS = 1801;
