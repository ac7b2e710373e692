// Makes the query of what is to be changed together: instances of the caller's tenant, running ones or ended ones.
import type { SvcBpmnInstanceSelectionModel } from '@keelson/contract';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import type { DefinitionCache } from '../../runtime/definitions/definition-cache.ts';
import type { InstanceQuery } from '../instance-filter.store.ts';
import { instanceQuery } from '../instance-query.ts';

export type Owner = Pick<Caller, 'tenantIdentifier'>;

const STATES = { running: ['ACTIVE', 'SUSPENDED'], ended: ['ENDED'] } as const;

/** Creates the reading of a selection; it fails with 400 for states of others, and as every query of instances does. */
export function createSelectionQuery({ definitions }: { readonly definitions: DefinitionCache }) {
  return async function selectionQuery(
    { tenantIdentifier }: Owner,
    selection: SvcBpmnInstanceSelectionModel,
    which: keyof typeof STATES,
  ): Promise<InstanceQuery> {
    const allowed: readonly string[] = STATES[which];
    const states = selection.states ?? allowed;
    if (states.some((state) => !allowed.includes(state))) {
      invalid({ field: 'query.states', code: 'NOT_ALLOWED', message: `Must be one of ${allowed.join(', ')}.` });
    }
    return instanceQuery(definitions, selection, { tenantIdentifier, ownOf: null, states });
  };
}

export type SelectionQuery = ReturnType<typeof createSelectionQuery>;
