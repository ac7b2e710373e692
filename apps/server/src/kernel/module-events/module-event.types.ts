// Declares events by which a module informs others of what happened in it.
import type { Transaction } from '../database/database.ts';

export interface ModuleEvent {
  /** Stays the same when the event is repeated: a handler uses it as unique key of what it writes. */
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly tenantIdentifier: string;
}

/** Runs in the transaction that hands over the event; an error undoes what it wrote, and the event is repeated. */
export type ModuleEventHandler<E extends ModuleEvent> = (tx: Transaction, event: E) => Promise<void>;
