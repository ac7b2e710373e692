// Holds what a request asks of the condition of an item against the one in force: what was answered can be sent back as it is.
import type { SvcMenuItemAuthorityPersistModel } from '@keelson/contract';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { type AskedCondition, ownAuthority } from '../change/plan-authority.ts';
import { samePairs } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { AuthorityRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';

type Persist = SvcMenuItemAuthorityPersistModel;

/** Finds the record that answers show at this level: the own one, else the shared one. */
function inForce(data: MenuData, at: WriteScope, item: ItemRecord): AuthorityRecord | null {
  return ownAuthority(data, item.uuid, at.tenant) ?? ownAuthority(data, item.uuid, null);
}

function namesNobody({ authorityList }: Persist): boolean {
  return authorityList === null || authorityList?.length === 0;
}

/** An item without a record is answered with an empty list, and stays without one when that comes back. */
function staysInherited(record: AuthorityRecord | null, model: Persist): boolean {
  return record === null && model.inherited === true && model.everybody !== true && namesNobody(model);
}

/** Tells what is wrong with an empty list that does not say what it means; `field` stands in front of the field's name. */
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

/** Answers null where nothing is asked for but what is in force; `pairs` are those of the list, undefined where it stays. */
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
