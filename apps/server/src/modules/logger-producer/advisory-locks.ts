// Classes of PostgreSQL's advisory locks that the logger takes; see the kernel's for what they are.

/** Held while events whose time is that of their receipt are stored. Key: one of 64 stripes of their uuids. */
export const EVENT_LOCK_CLASS = 1701;
