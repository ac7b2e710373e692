// Lets services work in a transaction of somebody else: what they do happens there, their notifications are sent after its commit.
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import type { Messages } from './events/messages.ts';
import type { InstanceRuntime } from './instance-runtime.ts';

/** What a service needs that changes something. */
export interface TransactionGround {
  readonly runtime: InstanceRuntime;
  readonly database: Pick<Database, 'transaction'>;
  readonly groupCommit: Pick<GroupCommit, 'createChangeSet' | 'commit' | 'writeIn'>;
  readonly messages: Messages;
  readonly wakeJobs: () => void;
}

/** Makes services for a transaction; without one answers those that it is given. */
export function withinTransaction(ground: TransactionGround, tx: Transaction | null): TransactionGround {
  if (tx === null) return ground;
  const { runtime, groupCommit, messages, wakeJobs } = ground;
  return {
    ...ground,
    runtime: { ...runtime, ...runtime.within(tx) },
    database: { transaction: <T>(work: (own: Transaction) => Promise<T>) => work(tx) },
    groupCommit: {
      ...groupCommit,
      async commit(changes) {
        await groupCommit.writeIn(tx, changes);
        return { committed: true };
      },
    },
    messages: {
      ...messages,
      match: (tenant, names) => tx.afterCommit(() => messages.match(tenant, names)),
    },
    wakeJobs: () => tx.afterCommit(wakeJobs),
  };
}
