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
import { candidateGroups } from '../interface/candidate-groups.ts';
import type { RepositoryStore, Starter } from './repository.store.ts';

export function createRepositoryService(store: RepositoryStore) {
  return {
    async pageDefinitions({ caller }: Act, search: SvcBpmnProcessDefinitionQueryModel) {
      const request = resolvePageable(search.pageable, definitionSortStandard);
      const { tenantIdentifier } = caller;
      const found = await store.pageDefinitions({ ...search, tenantIdentifier, starter: starterOf(caller) }, request);
      return { ...found, request };
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
  return { username, groups: candidateGroups(caller), startsAny: caller.holds('BPMN_INSTANCE_MANAGE') };
}
