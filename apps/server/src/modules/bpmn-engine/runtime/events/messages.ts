// Brings messages to who waits for them: those that instances send, those from outside, and those that waited.
import type { Database, Transaction } from '../../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { SendMessage } from '../burst/burst.ts';
import { BurstFailure } from '../state/burst-failure.ts';
import type { NewJob } from '../waits/job.types.ts';
import type { MakeJob } from '../waits/new-job.ts';
import { type DeliveryPayload, type Message, SENT_TO_LIVE_MS, type StartPayload } from './message.types.ts';
import { createMessageBufferStore, defineMessageWriters } from './message-buffer.store.ts';
import type { RetrieveKeys } from './outside-keys.ts';
import { findReceivers } from './receivers.ts';
import { createSubscriptionStore, type SubscriptionRow } from './subscription.store.ts';
import { createWaitingMessages } from './waiting-messages.ts';

type Ground = Pick<Kernel, 'clock' | 'ids'> & {
  readonly database: Database;
  readonly groupCommit: Pick<GroupCommit, 'defineWriter'>;
  readonly makeJob: MakeJob;
  readonly retrieveKeys: RetrieveKeys;
  /** Announces that there are jobs to be done now. */
  readonly wakeJobs: () => void;
};

export function createMessages({ clock, ids, database, groupCommit, makeJob, retrieveKeys, wakeJobs }: Ground) {
  const subscriptions = createSubscriptionStore(database);
  const buffer = createMessageBufferStore(database);
  const writers = defineMessageWriters(groupCommit);

  function deliveryJob(message: Message, row: SubscriptionRow, expiresAt: number): NewJob {
    const { payload, localVariables, businessKey, tenantIdentifier } = message;
    const start: StartPayload = {
      trigger: row.trigger_index,
      needed: row.triggers_needed,
      variables: { ...payload, ...localVariables },
      businessKey,
    };
    const delivery: DeliveryPayload = { wait: row.number, message, expiresAt };
    return makeJob(tenantIdentifier, {
      kind: row.starts ? 'START' : 'MESSAGE',
      instanceId: row.instance_id,
      definitionId: row.definition_id,
      elementId: row.element_id,
      payload: JSON.stringify(row.starts ? start : delivery),
    });
  }

  function rowOf(message: Message, { messageId, expiresAt }: { messageId: string | null; expiresAt: number }) {
    const { tenantIdentifier, name, businessKey, senderId } = message;
    const text = JSON.stringify(message);
    return [ids.uuidV7(), tenantIdentifier, name, businessKey, text, messageId, senderId, clock.now(), expiresAt];
  }

  /**
   * Finds the receivers of a message: one that an instance sends brings its keys; of one from outside they are retrieved as those who wait
   * say.
   */
  async function find(message: Message): Promise<readonly SubscriptionRow[]> {
    if (message.senderId !== null) return findReceivers(subscriptions, message);
    const retrieved = await retrieveKeys(message, subscriptions);
    return findReceivers(subscriptions, { ...message, keys: [...message.keys, ...retrieved] });
  }

  const waiting = createWaitingMessages({ clock, database, find, buffer, wakeJobs, deliveryJob });

  /** Sends a message: who receives it is decided now; that it is received comes after the commit of the sender. */
  const sendMessage: SendMessage = async (burst, part, effect) => {
    const { facts } = part.live.state;
    const { name, keys, payload, delivery, targets } = effect;
    const message: Message = {
      tenantIdentifier: facts.tenantIdentifier,
      name,
      keys,
      businessKey: facts.businessKey,
      isKeyNeeded: false,
      senderId: facts.id,
      instanceId: null,
      definitionKey: null,
      targets: targets ?? null,
      payload,
    };
    const found = await findReceivers(subscriptions, message);
    if (found.length > 1 && delivery === 'one') {
      const elementId = part.live.compiled.model.nodes[effect.node]?.id ?? null;
      const failure = {
        code: 'MESSAGE_AMBIGUOUS' as const,
        elementId,
        message: `${found.length} receivers wait for the message ${name}`,
      };
      throw new BurstFailure({ outcome: 'failed', failure }, facts.id);
    }
    const expiresAt = clock.now() + SENT_TO_LIVE_MS;
    if (found.length === 0) {
      burst.rows.push((changes) => changes.add(writers.message, rowOf(message, { messageId: null, expiresAt })));
      // Somebody may have begun to wait between the look and the commit.
      burst.afterCommit.push(() => waiting.match(message.tenantIdentifier, [name]));
    }
    // A message begins one instance with the key of none: what it starts has a case of its own.
    const sent = { ...message, businessKey: null };
    for (const row of delivery === 'all' ? found : found.slice(0, 1)) {
      burst.jobs.push(deliveryJob(row.starts ? sent : message, row, expiresAt));
    }
  };

  return {
    subscriptions,
    sendMessage,
    ...waiting,
    /** Removes messages whose time is over, at most 500, and counts them. */
    removeExpired: () => buffer.removeExpired(clock.now()),
    /** Keeps a message that nobody waits for yet, in the transaction of its sender. */
    buffer: (tx: Transaction, message: Message, expiresAt: number) =>
      buffer.save(tx, rowOf(message, { messageId: null, expiresAt })),
    writers,
    find,
    deliveryJob,
    rowOf,
  };
}

export type Messages = ReturnType<typeof createMessages>;

/** Answers the fields of the command that brings the message to an instance. */
export function broughtBy({ payload, localVariables }: Pick<Message, 'payload' | 'localVariables'>) {
  return localVariables === undefined ? { payload } : { payload, localVariables };
}
