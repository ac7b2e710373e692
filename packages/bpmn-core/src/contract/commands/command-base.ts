// Every command says when it comes, who asks, and what a failure may leave behind.

export interface CommandBase {
  /** It is asked then: epoch milliseconds; the core has no clock. */
  readonly at: number;
  /** He asks; null is the engine itself. */
  readonly actor: string | null;
  /** It says what a failure leaves behind; where it is absent the model says it. */
  readonly onFailure?: 'ROLLBACK' | 'INCIDENT';
}
