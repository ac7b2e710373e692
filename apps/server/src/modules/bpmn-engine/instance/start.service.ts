// Starts process instances: which definition a caller may start, and with what.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnStartProcessInstanceModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { checkVariables } from '../interface/check-variables.ts';
import type { Definition } from '../interface/part-id.ts';
import type { DefinitionStore } from '../runtime/definitions/definition.store.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { AlsoWrite, InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { viewerOf } from '../task/task-people.ts';

export type StartOptions = SvcBpmnStartProcessInstanceModel;

/** What starting needs. */
export interface StartNeeds {
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly definitionStore: DefinitionStore;
  readonly limits: Pick<EngineLimits, 'variableBytes'>;
}

/** At once where memory knows it. */
type Eventually = Definition | null | Promise<Definition | null>;

export function startByKey(
  needs: StartNeeds,
  caller: Caller,
  key: string,
  options: StartOptions,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance> {
  const { definitions, definitionStore } = needs;
  const version = options.definitionVersion ?? null;
  const find = (tenant: string) =>
    version === null ? definitions.findLatest(tenant, key) : definitionStore.findVersion(tenant, key, version);
  return start(needs, caller, options, find, alsoWrite);
}

export function startById(
  needs: StartNeeds,
  caller: Caller,
  id: string,
  options: StartOptions,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance> {
  if (options.definitionVersion != null) {
    invalid({
      field: 'definitionVersion',
      code: 'NOT_ALLOWED',
      message: 'The id names the version already; this is for a start by key.',
    });
  }
  return start(needs, caller, options, (tenant) => needs.definitions.findById(tenant, id), alsoWrite);
}

function start(
  { runtime, definitions, limits }: StartNeeds,
  caller: Caller,
  options: StartOptions,
  find: (tenant: string) => Eventually,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance> {
  const tenantIdentifier = options.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  const variables = (options.variables ?? {}) as Variables;
  checkVariables(variables, limits.variableBytes(tenantIdentifier));
  return runtime.start({
    findDefinition: () => startable(definitions, caller, () => find(tenantIdentifier)),
    facts: {
      tenantIdentifier,
      startUserId: caller.username,
      businessKey: options.businessKey ?? null,
      name: options.name ?? null,
      startElementId: options.startElementId ?? null,
      priority: options.priority ?? null,
      dueAt: typeof options.dueDate === 'string' ? Date.parse(options.dueDate) : null,
    },
    variables,
    actor: caller.username,
    alsoWrite,
  });
}

/** The definition when this caller may start it now. What refuses is read again first: memory may be behind a change elsewhere. */
function startable(
  definitions: DefinitionCache,
  caller: Caller,
  find: () => Eventually,
): Definition | Promise<Definition> {
  const judge = (definition: Definition | null): Definition | Promise<Definition> =>
    definition !== null && refusalOf(caller, definition) === null ? definition : confirmed(definitions, caller, find);
  const found = find();
  return found instanceof Promise ? found.then(judge) : judge(found);
}

async function confirmed(definitions: DefinitionCache, caller: Caller, find: () => Eventually): Promise<Definition> {
  definitions.forgetLookUps();
  const definition = await find();
  if (definition === null) return fail('DEFINITION_NOT_FOUND');
  const refusal = refusalOf(caller, definition);
  return refusal === null
    ? definition
    : fail(refusal, { parameters: { processDefinitionId: definition.id, key: definition.key } });
}

function refusalOf(caller: Caller, definition: Definition) {
  if (!definition.executable) return 'PROCESS_NOT_EXECUTABLE' as const;
  if (definition.suspended) return 'DEFINITION_SUSPENDED' as const;
  return isStarter(caller, definition) ? null : ('ACCESS_DENIED' as const);
}

/** A definition with candidate starters is startable by these and by `BPMN_INSTANCE_MANAGE` only. */
function isStarter(caller: Caller, definition: Definition): boolean {
  const { candidateStarterUsers: users, candidateStarterGroups: groups } = definition;
  if (users.length === 0 && groups.length === 0) return true;
  if (users.includes(caller.username) || caller.holds('BPMN_INSTANCE_MANAGE')) return true;
  const own = viewerOf(caller).groups;
  return groups.some((group) => own.includes(group));
}
