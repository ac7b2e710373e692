// Who sees an item: the record of the tenant, else the shared one, else what the code asks for.
import type {
  MenuMatchType,
  MenuScope,
  SvcMenuItemAuthorityModel,
  SvcMenuItemAuthorityPersistModel,
} from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { requirePairs } from '../change/changed-fields.ts';
import { requireVersion } from '../change/changed-record.ts';
import type { GrantCheck } from '../change/grant-check.ts';
import { type MenuWriter, viewTenantOf } from '../change/menu-changes.ts';
import { requireItem } from '../change/require-item.ts';
import { samePairs } from '../records/effective-item.ts';
import { levelKey, type MenuData } from '../records/menu-data.ts';
import type { AuthorityRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp, MenuNode } from '../view/menu-view.ts';

export interface AuthorityService {
  get(caller: Caller, context: Context, scope: MenuScope | undefined, uuid: string): Promise<SvcMenuItemAuthorityModel>;
  save(caller: Caller, context: Context, scope: MenuScope | undefined, model: Persist): Promise<number>;
  remove(caller: Caller, context: Context, uuid: string, asked: RemovedAuthority): Promise<number>;
}

type Persist = SvcMenuItemAuthorityPersistModel;

export interface RemovedAuthority {
  readonly version?: number;
  readonly scope?: MenuScope;
}

export interface AuthorityDependencies {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly writer: MenuWriter;
  readonly grants: GrantCheck;
  readonly newUuid: () => string;
}

/** The application and the items from the top down to this one. */
function wayTo({ app, nodes }: MenuApp, index: number) {
  const items: MenuNode['item'][] = [];
  for (let at = index; at >= 0; at = nodes[at]!.parent) items.unshift(nodes[at]!.item);
  return [{ level: 'APP' as const, record: app }, ...items.map((record) => ({ level: 'ITEM' as const, record }))];
}

/** Record of exactly this level; one that was removed counts as none. */
export function ownRecord(data: MenuData, uuid: string, tenant: string | null): AuthorityRecord | null {
  const found = data.authorities.get(levelKey(uuid, tenant));
  return found === undefined || found.removed ? null : found;
}

/** Version and identity are those of the level that asks, which is what it writes; the list is the one in force. */
export function toModel(app: MenuApp, index: number, tenant: string | null): SvcMenuItemAuthorityModel {
  const { item } = app.nodes[index]!;
  const way = wayTo(app, index);
  const nearest = way.findLast(({ record }) => record.authorityList.length > 0);
  const { authority } = item;
  const own = authority !== null && authority.tenantIdentifier === tenant ? authority : null;
  return {
    id: own?.id ?? null,
    uuid: own?.uuid ?? null,
    version: own?.version ?? 0,
    menuItemUuid: item.uuid,
    menuItemName: item.name,
    inherited: authority === null,
    authorityList: authority?.authorityList ?? [],
    matchType: authority?.matchType ?? 'ANY',
    effectiveAuthorityList: nearest?.record.authorityList ?? [],
    chain: way
      .filter(({ record }) => record.authorityList.length > 0)
      .map(({ level, record: { uuid, name, authorityList, matchType } }) => ({
        level,
        uuid,
        name,
        authorityList,
        matchType,
      })),
    shared: authority !== null && authority.tenantIdentifier === null,
  };
}

/** Which version a writer must name: of the record in its level; a shared one that a tenant replaces has its own. */
function requirePersistVersion(before: AuthorityRecord | null, given: number | null | undefined): void {
  if (before !== null && given === undefined) {
    invalid({
      field: 'version',
      code: 'REQUIRED',
      message: 'There is a record already: name the version that was read.',
    });
  }
  requireVersion(before?.version ?? 0, given ?? 0);
}

function savedRecord(
  before: AuthorityRecord | undefined,
  base: Pick<AuthorityRecord, 'authorityList' | 'matchType'>,
  at: WriteScope,
  place: { readonly uuid: string; readonly menuItemUuid: string },
): AuthorityRecord {
  const { authorityList, matchType } = base;
  return {
    id: before?.id ?? 0,
    uuid: before?.uuid ?? place.uuid,
    version: (before?.version ?? 0) + 1,
    tenantIdentifier: at.tenant,
    menuItemUuid: place.menuItemUuid,
    authorityList,
    matchType,
    removed: false,
    updatedBy: at.username,
    dateUpdated: at.now,
  };
}

export interface AskedCondition {
  /** Undefined: the list stays. */
  readonly pairs: readonly GrantPair[] | undefined;
  readonly matchType: MenuMatchType | null | undefined;
}

/** The record of the writing level with what is asked for, or null where it is so already. */
export function planRecord(
  data: MenuData,
  at: WriteScope,
  item: ItemRecord,
  { pairs, matchType }: AskedCondition,
  newUuid: () => string,
): AuthorityRecord | null {
  const own = ownRecord(data, item.uuid, at.tenant);
  const base = own ?? ownRecord(data, item.uuid, null) ?? item;
  const next = { authorityList: pairs ?? base.authorityList, matchType: matchType ?? base.matchType };
  if (own !== null && own.matchType === next.matchType && samePairs(own.authorityList, next.authorityList)) return null;
  const before = data.authorities.get(levelKey(item.uuid, at.tenant));
  return savedRecord(before, next, at, { uuid: newUuid(), menuItemUuid: item.uuid });
}

function createSave({ writer, grants, newUuid }: AuthorityDependencies): AuthorityService['save'] {
  return async (caller, context, scope, model) => {
    const { authorityList, matchType, menuItemUuid, version } = model;
    const pairs: readonly GrantPair[] | undefined =
      authorityList === undefined ? undefined : requirePairs('authorityList', authorityList ?? []);
    await grants.requireKnown(caller.tenantIdentifier, pairs);
    return writer.change(caller, context, scope, (data, at) => {
      const item = requireItem(data, { uuid: menuItemUuid }, at.tenant);
      requirePersistVersion(ownRecord(data, item.uuid, at.tenant), version);
      const record = planRecord(data, at, item, { pairs, matchType }, newUuid);
      return record === null ? null : { subject: item.name, rows: { authorities: [record] } };
    });
  };
}

export function createAuthorityService(deps: AuthorityDependencies): AuthorityService {
  const { snapshot, trees, writer } = deps;
  return {
    save: createSave(deps),
    async get(caller, context, scope, uuid) {
      const tenant = viewTenantOf(caller, scope);
      await trees.catchUp(context);
      const place = snapshot.menuOf(tenant).view.findItem(uuid);
      if (place === undefined) fail('MENU_ITEM_NOT_FOUND', { errorArguments: [{ uuid }] });
      return toModel(place.app, place.index, tenant);
    },
    remove: (caller, context, uuid, { version, scope }) =>
      writer.change(caller, context, scope, (data, at) => {
        const item = requireItem(data, { uuid }, at.tenant);
        const own = ownRecord(data, item.uuid, at.tenant);
        if (own === null) return null;
        if (version !== undefined) requireVersion(own.version, version);
        const removed = { removed: true, version: own.version + 1, updatedBy: at.username, dateUpdated: at.now };
        return { subject: item.name, rows: { authorities: [{ ...own, ...removed }] } };
      }),
  };
}
