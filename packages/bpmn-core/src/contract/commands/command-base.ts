// The fields of every command: when it comes, who asks, and what a failure may leave behind.

export interface CommandBase {
  /** Time of the command in epoch milliseconds; the core has no clock. */
  readonly at: number;
  /** Name of the user who asks; null is the engine itself. */
  readonly actor: string | null;
  /** What a failure leaves behind; absent: what the model says. */
  readonly onFailure?: 'ROLLBACK' | 'INCIDENT';
}
