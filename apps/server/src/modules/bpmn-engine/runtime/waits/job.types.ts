// Describes jobs: what is due now or later, of an instance or of a definition.

/**
 * Kind of a job: - `TIMER` and `ASYNC` end a wait of an instance; `WORK` does what an element ordered, and hands in the result. -
 * `SETTLED` hands in the result of work that was ordered from somebody else. - `MESSAGE` and `SIGNAL` bring to one instance what another
 * one sent; `THROW` finds everybody who hears a signal. - `START` begins an instance by a message or signal, `START_TIMER` by the clock. -
 * `DEFINITION` suspends or activates versions of a process, `DEFINITION_INSTANCES` the running instances of one.
 */
export type JobKind =
  | 'TIMER'
  | 'ASYNC'
  | 'WORK'
  | 'SETTLED'
  | 'MESSAGE'
  | 'SIGNAL'
  | 'THROW'
  | 'START'
  | 'START_TIMER'
  | 'DEFINITION'
  | 'DEFINITION_INSTANCES';

export interface NewJob {
  readonly id: string;
  /** Number of the wait; 0 for a job with an id of its own. */
  readonly number: number;
  readonly kind: JobKind;
  readonly tenantIdentifier: string;
  readonly instanceId: string | null;
  readonly definitionId: string | null;
  readonly elementId: string | null;
  /** Time of the creation in epoch milliseconds, as `dueAt`. */
  readonly createdAt: number;
  readonly dueAt: number;
  readonly priority: number;
  readonly retries: number;
  readonly retryCycle: string | null;
  readonly isExclusive: boolean;
  readonly isSuspended: boolean;
  readonly cycle: string | null;
  /** Payload as JSON; its form depends on the kind. */
  readonly payload: string | null;
}
