// Says what other modules may ask of notification polling.
import type { Transaction } from '../../kernel/database/database.ts';
import type { ChangeSet } from '../../kernel/group-commit/group-commit.ts';
import type { PollingRequests, PollingSender, PreparedPolling } from './offered/prepared.types.ts';

export type { PollingRequests, PollingSender, PreparedPolling } from './offered/prepared.types.ts';

export interface NotificationPollingApi {
  /** Counts what a user has not read, up to 1,000. Makes nothing for a user who has never asked; 0 for one that nobody knows. */
  unreadCount(tenantIdentifier: string, username: string): Promise<number>;
  /**
   * Checks a request, before or beside the transaction that will write it, and writes nothing: a refusal leaves that
   * transaction usable. Errors are those of the operations.
   */
  prepare<K extends keyof PollingRequests>(
    kind: K,
    by: PollingSender,
    request: PollingRequests[K],
    ignoreUnknown?: boolean,
  ): Promise<PreparedPolling>;
  /**
   * Adds a prepared one to a change set. Takes no lock that another transaction could wait for: numbers are given after
   * the commit. Throws for one with a `uniqueKey` or a chosen `uuid`, which `write` takes.
   */
  add(changes: ChangeSet, prepared: PreparedPolling): void;
  /**
   * Writes a prepared one in a transaction. The second of two with one `uniqueKey`, or one `uuid`, waits for the first;
   * 409 ANNOUNCEMENT_ALREADY_EXISTS for a `uuid` with other content leaves the transaction usable.
   */
  write(tx: Transaction, prepared: PreparedPolling): Promise<void>;
}
