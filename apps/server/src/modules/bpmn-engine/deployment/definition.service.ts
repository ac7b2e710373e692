// Sets deployed versions active or suspended, and gives back what was deployed.
import type { SvcBpmnActivateProcessDefinitionModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { DefinitionStore, StoredResource } from '../runtime/definitions/definition.store.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { DefinitionChange, DefinitionStates } from '../runtime/starts/definition-states.ts';
import type { HowToSwitch, SwitchingAct } from './deployment.types.ts';

export function createDefinitionService({
  store,
  reader,
  states,
}: {
  readonly store: DefinitionStore;
  readonly reader: Pick<ModelReader, 'nodes'>;
  readonly states: DefinitionStates;
}) {
  /** Answers the deployed bytes and the key of the process in them. */
  async function findResource({ caller }: Act, definitionId: string): Promise<StoredResource> {
    const definition = await store.findById(caller.tenantIdentifier, definitionId);
    const resource = definition === null ? null : await store.findResource(definitionId);
    return resource ?? failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: definitionId });
  }

  return {
    /**
     * Suspends or activates versions, all of a process where its key is given; repeating it changes nothing. What is planned asks for no
     * right again.
     */
    async switchDefinitions(
      act: SwitchingAct,
      body: SvcBpmnActivateProcessDefinitionModel,
      { suspended, via }: HowToSwitch,
    ): Promise<undefined> {
      const { caller, actor } = act;
      const { at, ...selection } = selectionOf(caller, body);
      const { by, value, tenantIdentifier } = selection;
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const how = { actor, at, ...(via === undefined ? {} : { via }) };
      if ((await states.change({ ...selection, suspended }, how)) > 0) return;
      failNotFound('DEFINITION_NOT_FOUND', {
        [by === 'id' ? 'processDefinitionId' : 'processDefinitionKey']: value,
      });
    },

    findResource,

    /** Lists the nodes of a version's process, in document order. */
    async findNodes(act: Act, definitionId: string) {
      const { bytes, key } = await findResource(act, definitionId);
      return reader.nodes(act.caller.tenantIdentifier, bytes, key);
    },
  };
}

export type DefinitionService = ReturnType<typeof createDefinitionService>;

/** Reads which versions are meant, by exactly one of id and key, each under either of its two names; `at` is epoch milliseconds. */
function selectionOf(
  { tenantIdentifier: own }: Caller,
  {
    processDefinitionId,
    id,
    processDefinitionKey,
    key,
    tenantIdentifier,
    executionDate,
    includeProcessInstances,
  }: SvcBpmnActivateProcessDefinitionModel,
): Omit<DefinitionChange, 'suspended'> & { readonly at: number | null } {
  const at = typeof executionDate === 'string' ? Date.parse(executionDate) : null;
  const includeInstances = includeProcessInstances === true;
  const named = { tenantIdentifier: tenantIdentifier ?? own, includeInstances, at };
  const byId = processDefinitionId ?? id ?? null;
  if (byId !== null) return { by: 'id', value: byId, ...named };
  return { by: 'key', value: processDefinitionKey ?? key ?? '', ...named };
}
