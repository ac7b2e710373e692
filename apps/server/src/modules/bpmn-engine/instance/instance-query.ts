// Makes the query of instances that a search asks for.
import type { SvcBpmnInstanceSelectionModel } from '@keelson/contract';
import { requireSearchable, variableConditions } from '../interface/variable-conditions.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceQuery } from './instance-filter.store.ts';

/** Reads a query of instances; fails with 422 `VARIABLE_NOT_SEARCHABLE` for a variable that no version declares. */
export async function instanceQuery(
  definitions: Pick<DefinitionCache, 'findSearchable'>,
  filters: SvcBpmnInstanceSelectionModel,
  of: Pick<InstanceQuery, 'tenantIdentifier' | 'ownOf' | 'states'>,
): Promise<InstanceQuery> {
  const query = {
    ...filters,
    ...of,
    variables: variableConditions(filters),
    or: (filters.or ?? []).map((each, index) => ({
      ...each,
      variables: variableConditions(each, `or[${index}].`),
    })),
  };
  await requireSearchable(definitions, of.tenantIdentifier, query);
  return query;
}
