// Reads and changes conditions of many items at once: the matrix, and changes of a screen that are saved all or not at
// all.
import {
  listRowsMax,
  type MenuScope,
  type SvcMenuAuthorityQueryModel,
  type SvcMenuItemAuthorityModel,
  type SvcMenuItemAuthorityPersistModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersions } from '../../../kernel/records/version.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { distinctPairs } from '../change/changed-fields.ts';
import { failUnknown, pairKey } from '../change/grant-check.ts';
import type { MenuGround } from '../change/menu-ground.ts';
import { ownAuthority, planAuthority } from '../change/plan-authority.ts';
import { isThere } from '../change/require-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';
import { effectiveLists, namesGrant } from '../view/effective-lists.ts';
import { askedCondition, openingProblem } from './asked-condition.ts';
import { toAuthorityModel } from './authority.wire.ts';

type Persist = SvcMenuItemAuthorityPersistModel;

/** Refuses a list of the wrong shape; answers the pairs of each entry, undefined where its list stays. */
function readEntries(list: readonly Persist[]): readonly (readonly GrantPair[] | undefined)[] {
  const problems: ArgumentProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { menuItemUuid }] of list.entries()) {
    const message = 'Stands in the list twice.';
    if (seen.has(menuItemUuid)) problems.push({ field: `[${index}]`, code: 'DUPLICATE_ENTRY', message });
    seen.add(menuItemUuid);
  }
  if (problems.length > 0) invalid(...problems);
  return list.map(({ authorityList }) =>
    authorityList === undefined ? undefined : distinctPairs(authorityList ?? []),
  );
}

/** Refuses every entry whose item does not exist, then every one that needs its version, then every stale one. */
function requireEntries(data: MenuData, at: WriteScope, list: readonly Persist[]): readonly ItemRecord[] {
  const missing = list.flatMap(({ menuItemUuid: uuid }, index) =>
    isThere(data.items.get(uuid), at.tenant) ? [] : [{ index, uuid }],
  );
  if (missing.length > 0) failNotFound('MENU_ITEM_NOT_FOUND', ...missing);
  const own = list.map(({ menuItemUuid }) => ownAuthority(data, menuItemUuid, at.tenant));
  const unversioned = list.flatMap(({ version }, index) => (own[index] && version === undefined ? [index] : []));
  const message = 'There is a record already: name the version that was read.';
  if (unversioned.length > 0) {
    invalid(...unversioned.map((index) => ({ field: `[${index}].version`, code: 'REQUIRED', message })));
  }
  requireVersions(
    list.map(({ version, menuItemUuid: identifier }, index) => ({
      found: { identifier, version: own[index]?.version ?? 0 },
      given: version ?? 0,
    })),
  );
  return list.map(({ menuItemUuid }) => data.items.get(menuItemUuid)!);
}

export function createAuthorityMatrix({ ids, snapshot, changes, grants }: MenuGround) {
  return {
    /** Lists in the order of the tree; more than 1,000 are 422 RESULT_TOO_LARGE. */
    async list(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuAuthorityQueryModel },
    ): Promise<SvcMenuItemAuthorityModel[]> {
      const { view } = await snapshot.menuFor(act, scope);
      const apps = view.apps.filter(({ app }) => model.appNameUuid == null || app.uuid === model.appNameUuid);
      const found = apps.flatMap((app) =>
        effectiveLists(app).flatMap((pairs, index) => (namesGrant(pairs, model) ? [{ app, index }] : [])),
      );
      if (found.length > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
      return found.map(({ app, index }) => toAuthorityModel(app, index, view.tenant));
    },
    /** Saves all or nothing; every refused entry is named by its `index`. */
    async save(
      act: Act,
      { scope, list }: { readonly scope: MenuScope | undefined; readonly list: readonly Persist[] },
    ): Promise<number> {
      const lists = readEntries(list);
      const unknown = await grants.findUnknown(
        act.caller.tenantIdentifier,
        lists.map((pairs) => pairs ?? []),
      );
      failUnknown(
        lists.flatMap((pairs = [], index) =>
          pairs.filter((pair) => unknown.has(pairKey(pair))).map((pair) => ({ index, ...pair })),
        ),
      );
      return changes.change(act, {
        scope,
        plan(data, at) {
          const items = requireEntries(data, at, list);
          const problems = items.flatMap(
            (item, index) => openingProblem(data, at, item, list[index]!, `[${index}].`) ?? [],
          );
          if (problems.length > 0) invalid(...problems);
          const authorities = items.flatMap((item, index) => {
            const asked = askedCondition(data, at, item, { model: list[index]!, pairs: lists[index] });
            return (asked === null ? null : planAuthority(data, at, item, asked, ids.uuidV7)) ?? [];
          });
          return authorities.length === 0 ? null : { subject: 'conditions', rows: { authorities } };
        },
      });
    },
  };
}
