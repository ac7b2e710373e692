// Says that a burst was not committed because of what came with it: its job is held by another process, or its message is known.

/** Thrown instead of trying again: the same burst would conflict again. */
export class CommitConflict extends Error {
  readonly conflict: string;
  constructor(conflict: string) {
    super(`the commit conflicts: ${conflict}`);
    this.conflict = conflict;
  }
}
