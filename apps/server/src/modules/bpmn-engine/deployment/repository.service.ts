// Pages what is deployed in the tenant of the caller.
import {
  definitionSortStandard,
  deploymentSortStandard,
  resolvePageable,
  type SvcBpmnDeploymentQueryModel,
  type SvcBpmnProcessDefinitionQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { AskingAct } from '../interface/caller-act.types.ts';
import { candidateGroups } from '../interface/candidate-groups.ts';
import { isUuid } from '../interface/part-id.ts';
import type { DefinitionsWanted, DefinitionUse } from './deployment.types.ts';
import type {
  DefinitionPageRow,
  DeploymentPageRow,
  RepositoryStore,
  ResourceRow,
  Starter,
} from './repository.store.ts';
import { definitionToWire } from './repository.wire.ts';

/** Bound of the versions of one answer: as many as any list of the interface has. */
const FOUND_MAX = 1_000;
const NO_COUNTS: ReadonlyMap<string, DefinitionUse> = new Map();

export function createRepositoryService(store: RepositoryStore) {
  function find(caller: Caller, wanted: DefinitionsWanted) {
    const { tenantIdentifier } = caller;
    if ('ids' in wanted) return store.findByIds(tenantIdentifier, wanted.ids);
    if ('processModelId' in wanted)
      return store.findOfProcessModel(tenantIdentifier, wanted.processModelId, FOUND_MAX + 1);
    return store.findNewest(wanted.key, tenantIdentifier, caller.holds('TENANT_ALL'), FOUND_MAX + 1);
  }

  async function countInstances({ caller }: Pick<AskingAct, 'caller'>, ids: readonly string[]) {
    const counts = await store.countInstances(caller.tenantIdentifier, ids);
    return new Map(counts.map(({ id, ...use }): [string, DefinitionUse] => [id, use]));
  }

  async function getDefinition({ caller }: Act, id: string): Promise<DefinitionPageRow> {
    const found = await store.findUsable(caller.tenantIdentifier, id);
    return found ?? failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: id });
  }

  async function getDeployment({ caller }: Act, id: string): Promise<DeploymentPageRow> {
    const found = isUuid(id) ? await store.findDeployment(caller.tenantIdentifier, id) : null;
    return found ?? failNotFound('DEPLOYMENT_NOT_FOUND', { deploymentId: id });
  }

  return {
    async findDefinitions({ caller, context }: AskingAct, wanted: DefinitionsWanted) {
      const rows = await find(caller, wanted);
      if (rows.length > FOUND_MAX) fail('RESULT_TOO_LARGE', { parameters: { limit: FOUND_MAX } });
      return rows.map((row) => definitionToWire(row, context.language));
    },

    countInstances,

    getDefinition,

    getDeployment,

    async getResource(act: Act, deploymentId: string, name: string): Promise<ResourceRow> {
      const { id } = await getDeployment(act, deploymentId);
      const found = await store.findResource(act.caller.tenantIdentifier, id, name);
      return found ?? failNotFound('RESOURCE_NOT_FOUND', { name });
    },

    async getDefinitionFile(act: Act, id: string): Promise<ResourceRow> {
      const {
        tenant_identifier: tenant,
        deployment_id: deploymentId,
        resource_name: name,
      } = await getDefinition(act, id);
      const file = await store.findResource(tenant, deploymentId, name);
      if (file === null) throw new Error(`the file of ${id} is not there`);
      return file;
    },

    async pageDefinitions({ caller }: Act, search: SvcBpmnProcessDefinitionQueryModel) {
      const request = resolvePageable(search.pageable, definitionSortStandard);
      const { tenantIdentifier } = caller;
      const found = await store.pageDefinitions({ ...search, tenantIdentifier, starter: starterOf(caller) }, request);
      const ids = search.withCounts === true ? found.rows.map(({ id }) => id) : [];
      const counts = ids.length === 0 ? NO_COUNTS : await countInstances({ caller }, ids);
      return { ...found, request, counts };
    },

    async pageDeployments({ caller }: Act, search: SvcBpmnDeploymentQueryModel) {
      const request = resolvePageable(search.pageable, deploymentSortStandard);
      const { tenantIdentifier } = caller;
      return { ...(await store.pageDeployments({ ...search, tenantIdentifier }, request)), request };
    },
  };
}

export type RepositoryService = ReturnType<typeof createRepositoryService>;

function starterOf(caller: Caller): Starter | null {
  if (!caller.holds('BPMN_INSTANCE_START')) return null;
  const { username } = caller;
  return {
    username,
    folded: foldName(username),
    groups: candidateGroups(caller),
    startsAny: caller.holds('BPMN_INSTANCE_MANAGE'),
  };
}
