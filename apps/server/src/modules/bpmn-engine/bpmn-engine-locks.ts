// Names the classes of PostgreSQL's advisory locks that the engine takes; see the kernel's for what they are.

/** Lock of the deletion of history whose time is over, by one process at a time. Key: 0. */
export const CLEANUP_LOCK_CLASS = 2001;
