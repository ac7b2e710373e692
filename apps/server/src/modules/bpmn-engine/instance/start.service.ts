// Starts process instances: which definition a caller may start, and with what.
import type { SvcBpmnProcessInstanceModel, SvcBpmnStartProcessInstanceModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { type Asked, failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { CallerAct } from '../interface/caller-act.types.ts';
import { isInGroup } from '../interface/candidate-groups.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { givenVariables } from '../interface/typed-variables.ts';
import type { CompiledDefinition, Definition } from '../runtime/definitions/definition.types.ts';
import type { DefinitionCache, Eventually } from '../runtime/definitions/definition-cache.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import { placeOfStart } from '../runtime/forms/form-place.ts';
import type { RuntimeDoor } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { isSamePerson } from '../runtime/state/person-name.ts';

type StartOptions = SvcBpmnStartProcessInstanceModel;
/** Looks a definition up in a tenant; at once where memory knows it. */
type Find = (tenant: string) => Eventually<Definition | null>;

export function createStartService({
  runtime,
  definitions,
  formFilling,
  limits,
}: {
  readonly runtime: Pick<RuntimeDoor, 'start'>;
  readonly definitions: DefinitionCache;
  readonly formFilling: FormFilling;
  readonly limits: EngineLimits;
}) {
  function start(
    act: CallerAct,
    options: StartOptions,
    asked: Asked,
    find: Find,
  ): Promise<SvcBpmnProcessInstanceModel> {
    return act.once((claim) => {
      const { caller } = act;
      const tenantIdentifier = options.tenantIdentifier ?? caller.tenantIdentifier;
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const variables = givenVariables(options, limits.variableBytes(tenantIdentifier));
      const facts = {
        tenantIdentifier,
        startUserId: starterOf(caller, options.initiator ?? null),
        businessKey: options.businessKey ?? null,
        name: options.name ?? null,
        startElementId: options.startElementId ?? null,
        priority: options.priority ?? null,
        dueAt: typeof options.dueDate === 'string' ? Date.parse(options.dueDate) : null,
      };
      return formFilling.within(caller, (fillForm) =>
        runtime.start({
          findDefinition: () => startable(definitions, caller, asked, () => find(tenantIdentifier)),
          facts,
          variables,
          fillForm(compiled) {
            requireBeginning(caller, compiled, facts.startElementId);
            const reader = formFilling.reader(caller, tenantIdentifier);
            return fillForm(placeOfStart(compiled, facts.startElementId, facts, reader), variables);
          },
          actor: caller.username,
          onFailure: options.onFailure ?? null,
          answer: (live) => liveInstanceToWire(live, options.returnVariables === true ? variablesOf(live) : null),
          claim,
        }),
      );
    });
  }

  return {
    startByKey(act: CallerAct, { key, options }: { readonly key: string; readonly options: StartOptions }) {
      const version = options.definitionVersion ?? null;
      const tag = options.versionTag ?? null;
      const asked = {
        processDefinitionKey: key,
        definitionVersion: version,
        ...(tag === null ? {} : { versionTag: tag }),
      };
      return start(act, options, asked, (tenant) => {
        if (tag !== null) return definitions.findTagged(tenant, key, tag, version);
        return version === null ? definitions.findLatest(tenant, key) : definitions.findVersion(tenant, key, version);
      });
    },

    startById(act: CallerAct, { id, options }: { readonly id: string; readonly options: StartOptions }) {
      return start(act, options, { processDefinitionId: id }, (tenant) => definitions.findById(tenant, id));
    },
  };
}

export type StartService = ReturnType<typeof createStartService>;

/** Answers the starter; another one than the caller is for managers. */
function starterOf(caller: Caller, initiator: string | null): string {
  if (initiator === null || foldName(initiator) === foldName(caller.username)) return caller.username;
  return caller.holds('BPMN_INSTANCE_MANAGE') ? initiator : failAuthority('BPMN_INSTANCE_MANAGE');
}

/** Checks the right to begin at an activity, which passes by what comes before it, approvals too: that is for managers. */
function requireBeginning(caller: Caller, { nodeById }: CompiledDefinition, startElementId: string | null): void {
  const named = startElementId === null ? undefined : nodeById.get(startElementId);
  if (named === undefined || named.activity === null || caller.holds('BPMN_INSTANCE_MANAGE')) return;
  failAuthority('BPMN_INSTANCE_MANAGE');
}

function variablesOf({ state }: LiveInstance): Record<string, unknown> {
  return state.variables as Record<string, unknown>;
}

/** Answers the definition when this caller may start it now. What refuses is read again first: memory may be behind a change elsewhere. */
function startable(
  definitions: DefinitionCache,
  caller: Caller,
  asked: Asked,
  find: () => Eventually<Definition | null>,
): Eventually<Definition> {
  const judge = (definition: Definition | null): Eventually<Definition> =>
    definition !== null && refusalOf(caller, definition) === null
      ? definition
      : confirmed(definitions, caller, asked, find);
  const found = find();
  return found instanceof Promise ? found.then(judge) : judge(found);
}

async function confirmed(
  definitions: DefinitionCache,
  caller: Caller,
  asked: Asked,
  find: () => Eventually<Definition | null>,
): Promise<Definition> {
  definitions.forgetLookUps();
  const definition = await find();
  if (definition === null) return failNotFound('DEFINITION_NOT_FOUND', asked);
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

/** Whether the caller may start a definition; one with candidate starters is startable by these and by `BPMN_INSTANCE_MANAGE` only. */
function isStarter(caller: Caller, definition: Definition): boolean {
  const { candidateStarterUsers: users, candidateStarterGroups: groups } = definition;
  if (users.length === 0 && groups.length === 0) return true;
  if (users.some((name) => isSamePerson(name, caller.username)) || caller.holds('BPMN_INSTANCE_MANAGE')) return true;
  return groups.some((group) => isInGroup(caller, group));
}
