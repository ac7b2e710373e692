// Sets deployed versions active or suspended, and gives back what was deployed.
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { DefinitionStore, StoredResource } from '../runtime/definitions/definition.store.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { DefinitionChange, DefinitionStates } from '../runtime/starts/definition-states.ts';

export interface SetSuspended extends DefinitionChange {
  /** Epoch milliseconds; now or earlier: at once. */
  readonly at: number | null;
}

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
    /** Given a key it takes all versions of it; repeating it changes nothing. What is planned asks for no right again. */
    async setSuspended(act: Act, { at, ...change }: SetSuspended): Promise<undefined> {
      const { caller, actor } = act;
      const { by, value, tenantIdentifier } = change;
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
      if ((await states.change(change, { actor, at })) > 0) return;
      failNotFound('DEFINITION_NOT_FOUND', {
        [by === 'id' ? 'processDefinitionId' : 'processDefinitionKey']: value,
      });
    },

    findResource,

    /** Lists the nodes of a version's process, in document order. */
    async findNodes(act: Act, definitionId: string) {
      const { bytes, key } = await findResource(act, definitionId);
      return reader.nodes(bytes, key);
    },
  };
}

export type DefinitionService = ReturnType<typeof createDefinitionService>;
