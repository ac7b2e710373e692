// Describes what one module tells others of what happened in it.
import type { Transaction } from '../database/database.ts';

export interface ModuleEvent {
  /** Stays the same when the event is told again: what a handler writes carries it as unique key. */
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly tenantIdentifier: string;
}

/** Runs in the transaction that tells; what it throws takes back what it wrote, and it is told again. */
export type ModuleEventHandler<E extends ModuleEvent> = (tx: Transaction, event: E) => Promise<void>;
