// Does for other modules what people do over HTTP: in their name, with their rights, and in the caller's transaction.
import { bpmnEngineModule as contract } from '@keelson/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import { NO_CLAIM } from '../../kernel/records/idempotency.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import { fail } from '../../kernel/request/errors.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { BpmnEngineApi, EnginePerson, InstanceOutcome } from './api.ts';
import type { createEventFeature } from './events/feature.ts';
import type { createInstanceFeature } from './instance/feature.ts';
import type { CallerAct } from './interface/caller-act.types.ts';
import type { InstanceRuntime } from './runtime/instance-runtime.ts';
import type { createTaskFeature } from './task/feature.ts';

interface EngineParts {
  readonly runtime: InstanceRuntime;
  readonly findPerson: AuthenticationApi['findPerson'];
  readonly instances: ReturnType<typeof createInstanceFeature>['api'];
  readonly tasks: ReturnType<typeof createTaskFeature>['api'];
  readonly events: ReturnType<typeof createEventFeature>['api'];
}

type Guarded = { readonly access: { readonly authorities: readonly string[] } };

const { operations } = contract;

export function createEngineApi({
  runtime,
  findPerson,
  instances,
  tasks,
  events,
}: EngineParts): Pick<BpmnEngineApi, 'start' | 'complete' | 'correlate' | 'signal'> {
  const runtimeOf = (tx: Transaction | undefined): InstanceRuntime =>
    tx === undefined ? runtime : { ...runtime, ...runtime.within(tx) };

  /** Makes the act of a person: one who is gone, or may not sign in, has no right; everybody else those that the operation asks for. */
  async function actOf({ tenantIdentifier, username }: EnginePerson, { access }: Guarded): Promise<CallerAct> {
    const person = await findPerson(tenantIdentifier, { username });
    if (person === null || !access.authorities.some((name) => person.authorities.has(name))) fail('ACCESS_DENIED');
    const { userUuid, roles, authorities } = person;
    const caller: Caller = {
      kind: 'person',
      identifier: userUuid,
      username: person.username,
      tenantIdentifier,
      userUuid,
      apiKeyUuid: null,
      actorUsername: null,
      roles,
      authorities,
      grants: new Set(),
      localeTag: 'en',
      authenticatedAt: 0,
      holds: (authority) => authorities.has(authority),
    };
    return { caller, once: (work) => work(NO_CLAIM) };
  }

  return {
    async start(by, { key, ...options }, tx) {
      const service = instances.startsBy(runtimeOf(tx));
      return outcomeOf(
        await service.startByKey(await actOf(by, operations.startProcessInstanceByKey), { key, options: options }),
      );
    },
    async complete(by, taskId, variables, tx) {
      const service = tasks.tasksBy(runtimeOf(tx));
      return outcomeOf(await service.complete(await actOf(by, operations.complete), taskId, { variables }));
    },
    async correlate(by, message, tx) {
      const { correlation } = events.eventsIn(tx ?? null);
      const correlated = await correlation.correlate(await actOf(by, operations.correlateMessage), message);
      return correlated.map(({ kind, processInstanceId }) => ({ kind, processInstanceId }));
    },
    async signal(by, signal, tx) {
      return events.eventsIn(tx ?? null).signals.throwSignal(await actOf(by, operations.throwSignal), signal);
    },
  };
}

function outcomeOf({ id, ended }: { readonly id: string; readonly ended: boolean }): InstanceOutcome {
  return { processInstanceId: id, ended };
}
