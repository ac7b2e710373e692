// Sets deployed versions active or suspended, and gives back what was deployed.
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import type { DefinitionStore, StoredResource } from '../runtime/definitions/definition.store.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { deploymentStore } from './deployment.store.ts';

export interface SetSuspended {
  readonly by: 'id' | 'key';
  readonly value: string;
  readonly tenantIdentifier: string;
  readonly suspended: boolean;
}

/** `onChange` is called after the commit of whatever changes the catalogue. */
export function createDefinitionService({
  database,
  store,
  reader,
  armStarts,
  onChange,
}: Pick<Kernel, 'database'> & {
  readonly store: DefinitionStore;
  readonly reader: Pick<ModelReader, 'nodes'>;
  readonly armStarts: ArmStarts;
  readonly onChange: () => void;
}) {
  /** Answers the deployed bytes and the key of the process in them. */
  async function findResource({ caller }: Act, definitionId: string): Promise<StoredResource> {
    const definition = await store.findById(caller.tenantIdentifier, definitionId);
    const resource = definition === null ? null : await store.findResource(definitionId);
    return resource ?? failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: definitionId });
  }

  return {
    /** Given a key it takes all versions of it; repeating it changes nothing. */
    async setSuspended(act: Act, { by, value, tenantIdentifier, suspended }: SetSuspended): Promise<undefined> {
      const { caller } = act;
      if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
      await database.transaction(async (tx) => {
        await deploymentStore.raiseCatalogue(tx);
        const count = await deploymentStore.setSuspended(tx, tenantIdentifier, by, value, suspended);
        if (count === 0) {
          failNotFound('DEFINITION_NOT_FOUND', {
            [by === 'id' ? 'processDefinitionId' : 'processDefinitionKey']: value,
          });
        }
        const key = by === 'key' ? value : value.slice(0, value.indexOf(':'));
        await armStarts.renew(tx, tenantIdentifier, key, new Map());
        const { suspended: suspension, activated: activation } = bpmnEngineEvents;
        await act.record(tx, suspended ? suspension : activation, { name: value, tenantIdentifier }, { by });
      });
      onChange();
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
