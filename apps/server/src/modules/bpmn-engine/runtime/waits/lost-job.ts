// Says that a job is no longer this process's: another one has taken it, or nothing is left to be done.

/** Whoever runs the job gives it up without a word. */
export class LostJob extends Error {
  constructor() {
    super('the job is held by somebody else');
  }
}
