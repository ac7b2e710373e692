// Brings messages and signals from outside to who waits for them.
import type { CorrelationKey, Value, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnCorrelateMessageModel, SvcBpmnCorrelationModel, SvcBpmnSignalModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { executionId, isInstanceId, parsePartId } from '../interface/part-id.ts';
import type { Burst } from '../runtime/burst/burst.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { MESSAGE_ID_CONFLICT } from '../runtime/events/message-buffer.store.ts';
import type { Message, Messages } from '../runtime/events/messages.ts';
import type { PendingStarts } from '../runtime/events/pending-starts.ts';
import type { Heard, Signals } from '../runtime/events/signals.ts';
import type { SubscriptionRow } from '../runtime/events/subscription.store.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { saveJob } from '../runtime/waits/job.store.ts';

/** Each repeat means that a receiver was found and had its message before this one came. */
const SEARCHES_MAX = 10;

type Correlated = SvcBpmnCorrelationModel[];

interface Incoming {
  readonly message: Message;
  readonly all: boolean;
  readonly messageId: string | null;
  /** Epoch milliseconds; null where it does not wait. */
  readonly expiresAt: number | null;
}

export function createCorrelateService({
  clock,
  database,
  groupCommit,
  runtime,
  messages,
  signals,
  starts,
  limits,
  wakeJobs,
}: Pick<Kernel, 'clock'> & {
  readonly database: Database;
  readonly groupCommit: GroupCommit;
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly messages: Messages;
  readonly signals: Signals;
  readonly starts: PendingStarts;
  readonly limits: EngineLimits;
  readonly wakeJobs: () => void;
}) {
  /** Remembers the id of the sender's message in the commit that takes it in. */
  function remember({ message, messageId, expiresAt }: Incoming) {
    return (burst: Pick<Burst, 'rows'>): void => {
      if (messageId === null || expiresAt === null) return;
      const row = [message.tenantIdentifier, messageId, clock.now(), expiresAt];
      burst.rows.push((changes) => changes.add(messages.writers.messageId, row));
    };
  }

  /** Answers null where the receiver does not wait any more. */
  async function deliver(
    incoming: Incoming,
    { number: wait, instance_id: id, token }: SubscriptionRow,
    claim: IdempotencyClaim,
    actor: string,
  ): Promise<Correlated | null> {
    let isOpen = false;
    const instanceId = id ?? '';
    const done = await runtime.run(instanceId, {
      decide({ state }) {
        isOpen = state.waits.some((open) => open.number === wait && open.kind === 'message');
        return isOpen ? { kind: 'message', at: clock.now(), actor, wait, payload: incoming.message.payload } : null;
      },
      accompany: remember(incoming),
      answer: (): Correlated => [
        { kind: 'EXECUTION', processInstanceId: instanceId, executionId: executionIdOf(instanceId, token) },
      ],
      claim,
    });
    return isOpen ? done : null;
  }

  /** Hands each receiver its message by a job; which instances a start makes is not known yet. */
  function deliverAll(
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
    return database.transaction(async (tx) => {
      for (const row of found) await saveJob(tx, messages.deliveryJob(message, row, expiresAt ?? clock.now()));
      await claim.save(tx, answer);
      return answer;
    });
  }

  /** Keeps it for whoever begins to wait for it. */
  async function buffer(incoming: Incoming, expiresAt: number, claim: IdempotencyClaim): Promise<Correlated> {
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

  async function correlate(incoming: Incoming, claim: IdempotencyClaim, actor: string): Promise<Correlated> {
    const { message, all, expiresAt } = incoming;
    for (let search = 0; search < SEARCHES_MAX; search++) {
      const found = await messages.find(message);
      const [first] = found;
      if (first === undefined) {
        if (expiresAt !== null) return buffer(incoming, expiresAt, claim);
        return fail('MESSAGE_NOT_CORRELATED', { parameters: { messageName: message.name } });
      }
      if (all) return deliverAll(incoming, found, claim).finally(wakeJobs);
      if (found.length > 1) refuseAmbiguous(message, found);
      const done = first.starts
        ? await starts.beginNow(message, first, { claim, actor, accompany: remember(incoming) })
        : await deliver(incoming, first, claim, actor);
      if (done !== null) return done;
    }
    return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }

  /** Only this instance hears it. */
  async function signalOne(
    caller: Caller,
    instanceId: string,
    { name, payload }: { readonly name: string; readonly payload: Variables },
    claim: IdempotencyClaim,
  ): Promise<Heard> {
    let isHeard = false;
    const done = await runtime.run(instanceId, {
      decide({ state }) {
        requireTenant(caller, state.facts.tenantIdentifier);
        isHeard = state.waits.some((open) => open.kind === 'signal' && open.name === name);
        return isHeard ? { kind: 'signal', at: clock.now(), actor: caller.username, name, payload } : null;
      },
      answer: (): Heard => ({ subscriptions: isHeard ? 1 : 0, starts: 0 }),
      claim,
    });
    return done ?? fail('INSTANCE_NOT_FOUND');
  }

  return {
    correlate: (act: Act, body: SvcBpmnCorrelateMessageModel): Promise<Correlated> =>
      act.once(async (claim) => {
        const { caller } = act;
        const incoming = incomingOf(caller, body, clock.now());
        checkVariables(incoming.message.payload, limits.variableBytes(incoming.message.tenantIdentifier));
        const { instanceId } = incoming.message;
        if (instanceId !== null) await requireInstance(caller, instanceId);
        try {
          return await correlate(incoming, claim, caller.username);
        } catch (error) {
          if (!(error instanceof CommitConflict) || error.conflict !== MESSAGE_ID_CONFLICT) throw error;
          return [{ kind: 'DUPLICATE', processInstanceId: null, executionId: null }];
        }
      }),

    throwSignal: (act: Act, body: SvcBpmnSignalModel): Promise<Heard> =>
      act.once(async (claim) => {
        const { caller } = act;
        const tenant = tenantOf(caller, body.tenantIdentifier ?? null);
        const payload = (body.variables ?? {}) as Variables;
        checkVariables(payload, limits.variableBytes(tenant));
        const execution = body.executionId == null ? null : parsePartId(body.executionId, 'e');
        if (body.executionId != null && execution === null && !isInstanceId(body.executionId))
          fail('INSTANCE_NOT_FOUND');
        const instanceId = execution?.instanceId ?? body.executionId ?? body.processInstanceId ?? null;
        if (instanceId !== null) {
          if (!isInstanceId(instanceId)) fail('INSTANCE_NOT_FOUND');
          return signalOne(caller, instanceId, { name: body.name, payload }, claim);
        }
        const thrown = { name: body.name, payload, thrownAt: clock.now(), throwerId: null };
        const heard = await database.transaction(async (tx) => {
          const answer = await signals.spread(tx, tenant, thrown);
          await claim.save(tx, answer);
          return answer;
        });
        wakeJobs();
        return heard;
      }),
  };

  async function requireInstance(caller: Caller, instanceId: string): Promise<void> {
    const live = isInstanceId(instanceId) ? await runtime.find(instanceId) : null;
    if (live === null) return fail('INSTANCE_NOT_FOUND');
    requireTenant(caller, live.state.facts.tenantIdentifier);
  }
}

export type CorrelateService = ReturnType<typeof createCorrelateService>;

function executionIdOf(instanceId: string, token: number): string {
  return token === 0 ? instanceId : executionId(instanceId, token);
}

function tenantOf(caller: Caller, wanted: string | null): string {
  if (wanted === null || wanted === caller.tenantIdentifier) return caller.tenantIdentifier;
  if (!caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  return wanted;
}

function requireTenant(caller: Caller, tenant: string): void {
  if (tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('INSTANCE_NOT_FOUND');
}

function incomingOf(caller: Caller, body: SvcBpmnCorrelateMessageModel, now: number): Incoming {
  const keys = Object.entries(body.correlationKeys ?? {}).map(
    ([name, value]): CorrelationKey => ({ name, values: Array.isArray(value) ? value : [value as Value] }),
  );
  const { timeToLive, messageId } = body;
  return {
    message: {
      tenantIdentifier: tenantOf(caller, body.tenantIdentifier ?? null),
      name: body.messageName,
      keys,
      businessKey: body.businessKey ?? null,
      isKeyNeeded: true,
      senderId: null,
      instanceId: body.processInstanceId ?? null,
      definitionKey: body.processDefinitionKey ?? null,
      targets: null,
      payload: (body.variables ?? {}) as Variables,
    },
    all: body.all ?? false,
    messageId: messageId ?? null,
    expiresAt: timeToLive ? now + timeToLive : null,
  };
}

function refuseAmbiguous({ name }: Message, found: readonly SubscriptionRow[]): never {
  return fail('MESSAGE_AMBIGUOUS', {
    parameters: { messageName: name, count: found.length },
    errorArguments: found.map((row) => ({
      processInstanceId: row.instance_id,
      processDefinitionKey: row.definition_key,
      elementId: row.element_id,
    })),
  });
}
