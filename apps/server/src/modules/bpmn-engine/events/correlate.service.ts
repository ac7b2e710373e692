// Brings messages from outside to who waits for them.
import type { CorrelationKey, Value, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnCorrelateMessageModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { CallerAct } from '../interface/caller-act.types.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { Message } from '../runtime/events/message.types.ts';
import { MESSAGE_ID_CONFLICT } from '../runtime/events/message-buffer.store.ts';
import type { Messages } from '../runtime/events/messages.ts';
import type { SubscriptionRow } from '../runtime/events/subscription.store.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { Correlated, Incoming, ReceiveMessage } from './receive-message.ts';

/** Bound of the searches; each repeat means that a receiver was found and had its message before this one came. */
const SEARCHES_MAX = 10;

export function createCorrelateService({
  clock,
  runtime,
  messages,
  limits,
  receive,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly messages: Messages;
  readonly limits: EngineLimits;
  readonly receive: ReceiveMessage;
}) {
  async function correlate(incoming: Incoming, claim: IdempotencyClaim, actor: string): Promise<Correlated> {
    const { message, all, expiresAt } = incoming;
    for (let search = 0; search < SEARCHES_MAX; search++) {
      const found = await messages.find(message);
      const [first] = found;
      if (first === undefined) {
        if (expiresAt !== null) return receive.later(incoming, expiresAt, claim);
        return refuseUnmatched(message);
      }
      if (all) return receive.byAll(incoming, found, claim);
      if (found.length > 1) refuseAmbiguous(message, found);
      if (first.triggers_needed > 1) return receive.byAll(incoming, found, claim);
      const done = await (first.starts ? receive.byStart : receive.byInstance)(incoming, first, { claim, actor });
      if (done !== null) return done;
    }
    return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }

  return {
    correlate: (act: CallerAct, body: SvcBpmnCorrelateMessageModel): Promise<Correlated> =>
      act.once(async (claim) => {
        const { caller } = act;
        const incoming = incomingOf(caller, body, clock.now());
        const { payload, localVariables = {}, tenantIdentifier } = incoming.message;
        for (const given of [payload, localVariables]) checkVariables(given, limits.variableBytes(tenantIdentifier));
        const { instanceId } = incoming.message;
        if (instanceId !== null) await requireInstance(caller, instanceId);
        try {
          return await correlate(incoming, claim, caller.username);
        } catch (error) {
          if (!(error instanceof CommitConflict) || error.conflict !== MESSAGE_ID_CONFLICT) throw error;
          const answer: Correlated = [{ kind: 'DUPLICATE', processInstanceId: null, executionId: null }];
          await claim.saveAlone(answer);
          return answer;
        }
      }),
  };

  async function refuseUnmatched({ tenantIdentifier, name }: Message): Promise<never> {
    const others = await messages.subscriptions.countWaiting(tenantIdentifier, name);
    return fail('MESSAGE_NOT_CORRELATED', { parameters: { messageName: name, others } });
  }

  async function requireInstance(caller: Caller, instanceId: string): Promise<void> {
    const live = isInstanceId(instanceId) ? await runtime.find(instanceId) : null;
    if (live === null) return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
    requireTenant(caller, instanceId, live.state.facts.tenantIdentifier);
  }
}

export type CorrelateService = ReturnType<typeof createCorrelateService>;

export function tenantOf(caller: Caller, wanted: string | null): string {
  if (wanted === null || wanted === caller.tenantIdentifier) return caller.tenantIdentifier;
  if (!caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  return wanted;
}

export function requireTenant(caller: Caller, processInstanceId: string, tenant: string): void {
  if (tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) {
    failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
  }
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
      ...(body.localVariables == null ? {} : { localVariables: body.localVariables as Variables }),
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
