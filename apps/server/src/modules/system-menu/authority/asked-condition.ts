// Compares the requested condition of an item with the one in force: an answer can be sent back unchanged.
import type { SvcMenuItemAuthorityPersistModel } from '@keelson/contract';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { type AskedCondition, ownAuthority } from '../change/plan-authority.ts';
import { samePairs } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { AuthorityRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';

type Persist = SvcMenuItemAuthorityPersistModel;

/** Finds the record that is shown at this level: the own one, else the shared one. */
function inForce(data: MenuData, at: WriteScope, item: ItemRecord): AuthorityRecord | null {
  return ownAuthority(data, item.uuid, at.tenant) ?? ownAuthority(data, item.uuid, null);
}

function namesNobody({ authorityList }: Persist): boolean {
  return authorityList === null || authorityList?.length === 0;
}

/** Says whether an item stays without a record: it is answered with an empty list, which may come back. */
function staysInherited(record: AuthorityRecord | null, model: Persist): boolean {
  return record === null && model.inherited === true && model.everybody !== true && namesNobody(model);
}

/** Finds the problem of an empty list without a statement of its meaning; `field` is a prefix of the field's name. */
export function openingProblem(
  data: MenuData,
  at: WriteScope,
  item: ItemRecord,
  model: Persist,
  field = '',
): ArgumentProblem | null {
  if (model.everybody === true) {
    if (model.authorityList == null || namesNobody(model)) return null;
    const message = 'Must be left out where the list names who may see the item.';
    return { field: `${field}everybody`, code: 'NOT_ALLOWED', message };
  }
  const record = inForce(data, at, item);
  if (!namesNobody(model) || staysInherited(record, model) || record?.authorityList.length === 0) return null;
  const message =
    'An empty list opens the item to whoever sees what is above it: say everybody=true, or delete the record.';
  return { field: `${field}everybody`, code: 'REQUIRED', message };
}

/**
 * Answers the requested condition; null where it is the one in force; `pairs` are those of the list, undefined where it
 * stays.
 */
export function askedCondition(
  data: MenuData,
  at: WriteScope,
  item: ItemRecord,
  { model, pairs }: { readonly model: Persist; readonly pairs: readonly GrantPair[] | undefined },
): AskedCondition | null {
  const record = inForce(data, at, item);
  if (staysInherited(record, model)) return null;
  const asked = { pairs: model.everybody === true ? [] : pairs, matchType: model.matchType };
  if (record === null) return asked;
  const samePeople = asked.pairs === undefined || samePairs(asked.pairs, record.authorityList);
  return samePeople && (asked.matchType ?? record.matchType) === record.matchType ? null : asked;
}
