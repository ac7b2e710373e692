// Hands messages that nobody had waited for to whoever begins to wait for them.
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Database } from '../../../../kernel/database/database.ts';
import { saveJob } from '../waits/job.store.ts';
import type { NewJob } from '../waits/job.types.ts';
import type { Message } from './message.types.ts';
import type { MessageBufferStore } from './message-buffer.store.ts';
import type { SubscriptionRow } from './subscription.store.ts';

export function createWaitingMessages({
  clock,
  database,
  find,
  buffer,
  wakeJobs,
  deliveryJob,
}: {
  readonly clock: Clock;
  readonly database: Database;
  readonly find: (message: Message) => Promise<readonly SubscriptionRow[]>;
  readonly buffer: MessageBufferStore;
  readonly wakeJobs: () => void;
  readonly deliveryJob: (message: Message, row: SubscriptionRow, expiresAt: number) => NewJob;
}) {
  /** Hands messages that wait to who waits for them now; each is taken once, whoever looks. */
  async function matchNow(tenant: string, names: readonly string[]): Promise<void> {
    for (const { id, message: text, expires_at: expiresAt } of await buffer.find(tenant, names, clock.now())) {
      const message = JSON.parse(text) as Message;
      const [receiver] = await find(message);
      if (receiver === undefined) continue;
      await database.transaction(async (tx) => {
        if (await buffer.take(tx, id)) await saveJob(tx, deliveryJob(message, receiver, expiresAt.getTime()));
      });
      wakeJobs();
    }
  }

  function match(tenant: string, names: readonly string[]): void {
    matchNow(tenant, names).catch(() => {
      // The database is away: whoever finds a message waiting later looks again.
    });
  }

  return {
    /** Looks whether messages wait under names that somebody waits for since the last commit. */
    match,
    matchNow,
    /** Looks through all messages that wait: a process may have died between its commit and its look. */
    async matchAll(): Promise<void> {
      for (const { tenant_identifier: tenant, names } of await buffer.waiting(clock.now()))
        await matchNow(tenant, names);
    },
  };
}
