// Manages the visibility of items: the record of the tenant, else the shared one, else the condition of the code.
import type { MenuScope, SvcMenuItemAuthorityModel, SvcMenuItemAuthorityPersistModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { distinctPairs } from '../change/changed-fields.ts';
import type { MenuGround } from '../change/menu-ground.ts';
import { ownAuthority, planAuthority } from '../change/plan-authority.ts';
import { requireItem } from '../change/require-item.ts';
import type { AuthorityRecord } from '../records/menu-record.types.ts';
import { askedCondition, openingProblem } from './asked-condition.ts';
import { toAuthorityModel } from './authority.wire.ts';

interface AskedItem {
  readonly scope?: MenuScope | undefined;
  readonly uuid: string;
}

/** Requires the version of the record at the caller's level; a shared one that a tenant replaces has its own. */
function requirePersistVersion(
  itemUuid: string,
  before: AuthorityRecord | null,
  given: number | null | undefined,
): void {
  if (before !== null && given === undefined) {
    invalid({
      field: 'version',
      code: 'REQUIRED',
      message: 'There is a record already: name the version that was read.',
    });
  }
  requireVersion({ identifier: itemUuid, version: before?.version ?? 0 }, given ?? 0);
}

export function createAuthorityService({ ids, snapshot, changes, grants }: MenuGround) {
  return {
    async get(act: Act, { scope, uuid }: AskedItem): Promise<SvcMenuItemAuthorityModel> {
      const { view } = await snapshot.menuFor(act, scope);
      const place = view.findItem(uuid);
      if (place === undefined) failNotFound('MENU_ITEM_NOT_FOUND', { uuid });
      return toAuthorityModel(place.app, place.index, view.tenant);
    },
    async save(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuItemAuthorityPersistModel },
    ): Promise<number> {
      const { authorityList, menuItemUuid, version } = model;
      const pairs = authorityList === undefined ? undefined : distinctPairs(authorityList ?? []);
      await grants.requireKnown(act.caller.tenantIdentifier, pairs);
      return changes.change(act, {
        scope,
        plan(data, at) {
          const item = requireItem(data, { uuid: menuItemUuid }, at.tenant);
          requirePersistVersion(item.uuid, ownAuthority(data, item.uuid, at.tenant), version);
          const problem = openingProblem(data, at, item, model);
          if (problem !== null) invalid(problem);
          const asked = askedCondition(data, at, item, { model, pairs });
          const record = asked === null ? null : planAuthority(data, at, item, asked, ids.uuidV7);
          return record === null ? null : { subject: item.name, rows: { authorities: [record] } };
        },
      });
    },
    /** Removes a record: the tenant falls back to the shared one, the shared one to the condition of the code. */
    remove: (act: Act, { scope, uuid, version }: AskedItem & { readonly version?: number | undefined }) =>
      changes.change(act, {
        scope,
        plan(data, at) {
          const item = requireItem(data, { uuid }, at.tenant);
          const own = ownAuthority(data, item.uuid, at.tenant);
          if (own === null) return null;
          if (version !== undefined) requireVersion({ identifier: item.uuid, version: own.version }, version);
          const removed = { removed: true, version: own.version + 1, updatedBy: at.username, dateUpdated: at.now };
          return { subject: item.name, rows: { authorities: [{ ...own, ...removed }] } };
        },
      }),
  };
}
