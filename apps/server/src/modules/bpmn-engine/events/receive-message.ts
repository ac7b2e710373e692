// Hands a message from outside to its receiver: an instance, a start, all that fit, or whoever comes later.
import type { SvcBpmnCorrelationModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { executionId } from '../interface/part-id.ts';
import type { Burst } from '../runtime/burst/burst.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { Message } from '../runtime/events/message.types.ts';
import { broughtBy, type Messages } from '../runtime/events/messages.ts';
import type { SubscriptionRow } from '../runtime/events/subscription.store.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import { NotStartable, startableVersion } from '../runtime/starts/startable-version.ts';
import { saveJob } from '../runtime/waits/job.store.ts';

export type Correlated = SvcBpmnCorrelationModel[];

export interface Incoming {
  readonly message: Message;
  readonly all: boolean;
  readonly messageId: string | null;
  /** Time until which the message waits, in epoch milliseconds; null where it does not. */
  readonly expiresAt: number | null;
}

interface Claimed {
  readonly claim: IdempotencyClaim;
  readonly actor: string;
}

interface ReceiveGround extends Pick<Kernel, 'clock'> {
  readonly database: Pick<Database, 'transaction'>;
  readonly groupCommit: Pick<GroupCommit, 'createChangeSet' | 'commit'>;
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly messages: Messages;
  readonly wakeJobs: () => void;
}

/** Thrown where another message was faster: another receiver is looked for, so that nothing is answered and no key keeps anything. */
class WaitsNoMore extends Error {}

type Remember = (incoming: Incoming) => (burst: Pick<Burst, 'rows'>) => void;

export function createReceiveMessage(ground: ReceiveGround) {
  const { clock, messages } = ground;

  /** Remembers the id of the sender's message in the commit that takes it in. */
  function remember({ message, messageId, expiresAt }: Incoming) {
    return (burst: Pick<Burst, 'rows'>): void => {
      if (messageId === null || expiresAt === null) return;
      const row = [message.tenantIdentifier, messageId, clock.now(), expiresAt];
      burst.rows.push((changes) => changes.add(messages.writers.messageId, row));
    };
  }

  return { ...createReceiveOne(ground, remember), ...createReceiveMany(ground, remember) };
}

export type ReceiveMessage = ReturnType<typeof createReceiveMessage>;

function createReceiveOne({ clock, runtime, definitions }: ReceiveGround, remember: Remember) {
  /** Brings the message to an instance; null where the receiver does not wait any more. */
  async function byInstance(
    incoming: Incoming,
    { number: wait, instance_id: id, token }: SubscriptionRow,
    { claim, actor }: Claimed,
  ): Promise<Correlated | null> {
    const instanceId = id ?? '';
    try {
      return await runtime.run(instanceId, {
        decide({ state }) {
          if (!state.waits.some((open) => open.number === wait && open.kind === 'message')) throw new WaitsNoMore();
          return { kind: 'message', at: clock.now(), actor, wait, ...broughtBy(incoming.message) };
        },
        accompany: remember(incoming),
        answer: (): Correlated => [
          { kind: 'EXECUTION', processInstanceId: instanceId, executionId: executionIdOf(instanceId, token) },
        ],
        claim,
      });
    } catch (error) {
      if (error instanceof WaitsNoMore) return null;
      throw error;
    }
  }

  /** Begins an instance; null where nothing may start by it any more. */
  async function byStart(
    incoming: Incoming,
    row: SubscriptionRow,
    { claim, actor }: Claimed,
  ): Promise<Correlated | null> {
    const { tenantIdentifier, businessKey, payload, localVariables } = incoming.message;
    const { definition_id: definitionId, element_id: startElementId, trigger_index: trigger } = row;
    const version = { tenant_identifier: tenantIdentifier, definition_id: definitionId };
    const none = { name: null, priority: null, dueAt: null };
    try {
      return await runtime.start({
        findDefinition: () => startableVersion(definitions, version),
        facts: { ...none, tenantIdentifier, startUserId: actor, businessKey, startElementId },
        variables: { ...payload, ...localVariables },
        actor,
        trigger,
        accompany: remember(incoming),
        claim,
        answer: ({ state }): Correlated => [{ kind: 'START', processInstanceId: state.facts.id, executionId: null }],
      });
    } catch (error) {
      if (error instanceof NotStartable) return null;
      throw error;
    }
  }

  return { byInstance, byStart };
}

function createReceiveMany({ clock, database, groupCommit, messages, wakeJobs }: ReceiveGround, remember: Remember) {
  /** Hands each receiver its message by a job; which instances a start makes is not known yet. */
  async function byAll(
    { message, expiresAt }: Incoming,
    found: readonly SubscriptionRow[],
    claim: IdempotencyClaim,
  ): Promise<Correlated> {
    const answer = found.map(
      (row): SvcBpmnCorrelationModel => ({
        kind: row.starts ? 'START' : 'EXECUTION',
        processInstanceId: row.instance_id,
        executionId: row.instance_id === null ? null : executionIdOf(row.instance_id, row.token),
      }),
    );
    await database.transaction(async (tx) => {
      for (const row of found) await saveJob(tx, messages.deliveryJob(message, row, expiresAt ?? clock.now()));
      await claim.save(tx, answer);
    });
    wakeJobs();
    return answer;
  }

  /** Keeps the message for whoever begins to wait for it. */
  async function later(incoming: Incoming, expiresAt: number, claim: IdempotencyClaim): Promise<Correlated> {
    const { message, messageId } = incoming;
    const answer: Correlated = [{ kind: 'BUFFERED', processInstanceId: null, executionId: null }];
    const changes = groupCommit.createChangeSet();
    changes.add(messages.writers.message, messages.rowOf(message, { messageId, expiresAt }));
    const rows: Burst['rows'] = [];
    remember(incoming)({ rows });
    for (const add of rows) add(changes);
    claim.add(changes, answer);
    const outcome = await groupCommit.commit(changes);
    if (!outcome.committed) throw new CommitConflict(outcome.conflict);
    messages.match(message.tenantIdentifier, [message.name]);
    return answer;
  }

  return { byAll, later };
}

export function executionIdOf(instanceId: string, token: number): string {
  return token === 0 ? instanceId : executionId(instanceId, token);
}
