// Orders applications: for the organisation in records and overlays, for one person beside them.
import type { MenuScope, SvcAppNameUpdateModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersions } from '../../../kernel/records/version.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { readOnlyProblems } from '../../../kernel/request/read-only-fields.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  ORDER_STEP,
  writesRecord,
} from '../change/changed-record.ts';
import type { MenuChanges } from '../change/menu-changes.ts';
import type { AppRecord, OverlayFields, OverlayRecord } from '../records/menu-record.types.ts';
import { renamed } from '../records/name-for.ts';
import { personOf, removeUserOrder, saveUserOrder } from '../records/person.store.ts';
import { toAppModel } from '../view/application.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { compileView, type MenuApp } from '../view/menu-view.ts';
import { seenApps } from '../view/shown-items.ts';

type OrderList = readonly SvcAppNameUpdateModel[];

/** Finds the applications of the list in its order; fails with every unknown, repeated and stale one. */
function resolveOrder(list: OrderList, apps: readonly MenuApp[]): readonly MenuApp[] {
  const byUuid = new Map(apps.map((app) => [app.app.uuid, app]));
  const byName = new Map(apps.map((app) => [app.app.name, app]));
  const found = list.map(({ uuid, name }) => (uuid ? byUuid.get(uuid) : byName.get(name ?? '')));
  const missing = list.flatMap(({ uuid, name }, index) => (found[index] === undefined ? [{ index, uuid, name }] : []));
  if (missing.length > 0) failNotFound('APP_NAME_NOT_FOUND', ...missing);
  const resolved = found.filter((app) => app !== undefined);
  const doubled = resolved.flatMap((app, index) => (resolved.indexOf(app) < index ? [index] : []));
  if (doubled.length > 0) {
    const message = 'Stands in the list twice.';
    invalid(...doubled.map((index) => ({ field: `[${index}]`, code: 'DUPLICATE_ENTRY', message })));
  }
  requireVersions(
    resolved.map(({ app: { uuid: identifier, shownVersion: version } }, index) => ({
      found: { identifier, version },
      given: list[index]!.version ?? version,
    })),
  );
  return resolved;
}

interface OrderChange {
  readonly apps: AppRecord[];
  readonly overlays: OverlayRecord[];
}

/** Fields that an entry may repeat as they were answered, with the operation that changes each. */
const changedElsewhere = Object.fromEntries(
  ['name', 'displayNameMap', 'description', 'icon', 'path', 'enabled', 'authorityList', 'matchType'].map((field) => [
    field,
    'Changed by PUT /app-names.',
  ]),
);

/** Refuses an order that changes more of an application than its place and name: ignoring that would mislead. */
function requireAsAnswered(list: OrderList, listed: readonly MenuApp[], languages: readonly string[]): void {
  const problems = listed.flatMap((app, index) =>
    readOnlyProblems(list[index]!, toAppModel(app, 0, languages), changedElsewhere, `[${index}].`),
  );
  if (problems.length > 0) invalid(...problems);
}

/** Answers the new name; one sent back as it was shown in the reader's language is no change. */
function newName({ app }: MenuApp, given: string | null | undefined, languages: readonly string[]) {
  return given == null ? null : renamed(app, given, languages);
}

function planOrder(change: ChangeContext, list: OrderList, languages: readonly string[]): OrderChange | null {
  const { data, at } = change;
  const all = compileView(data, at.tenant).apps;
  const listed = resolveOrder(list, all);
  requireAsAnswered(list, listed, languages);
  const order = [...listed, ...all.filter((app) => !listed.includes(app))];
  const planned: OrderChange = { apps: [], overlays: [] };
  const sameOrder = order.every((app, place) => app === all[place]);
  for (const [place, one] of order.entries()) {
    const { app } = one;
    const orderNumber = (place + 1) * ORDER_STEP;
    const fields: OverlayFields = {
      // Equal places keep the order by name; an order that holds already is not written.
      ...(sameOrder || app.orderNumber === orderNumber ? {} : { orderNumber }),
      ...newName(one, list[place]?.displayName, languages),
    };
    if (Object.keys(fields).length === 0) continue;
    const record = data.apps.get(app.uuid)!;
    if (writesRecord(record, at)) planned.apps.push(changedRecord(record, fields, at));
    else planned.overlays.push(changedOverlay(change, 'APP', record, fields));
  }
  return planned.apps.length + planned.overlays.length === 0 ? null : planned;
}

export function createApplicationOrder({
  database,
  ids,
  snapshot,
  changes,
}: Pick<Kernel, 'database' | 'ids'> & { readonly snapshot: MenuSnapshot; readonly changes: MenuChanges }) {
  return {
    async forOrganisation(
      act: Act,
      { scope, list }: { readonly scope: MenuScope | undefined; readonly list: OrderList },
    ): Promise<number> {
      const languages = languagesOf(act.caller, act.context);
      return changes.change(act, {
        scope,
        plan(data, at) {
          const rows = list.length === 0 ? null : planOrder({ data, at, newUuid: ids.uuidV7 }, list, languages);
          return rows === null ? null : { subject: 'order', rows };
        },
      });
    },
    async forPerson({ caller, context }: Act, list: OrderList): Promise<void> {
      const languages = languagesOf(caller, context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
      const seen = seenApps(view, view.pairs.heldBy(caller)).map(({ app }) => app);
      const listed = resolveOrder(list, seen);
      requireAsAnswered(list, listed, languages);
      const renamedAt = listed.flatMap((app, index) =>
        newName(app, list[index]!.displayName, languages) ? [index] : [],
      );
      if (renamedAt.length > 0) {
        const message = 'Changed by updateAll and update, for everybody.';
        invalid(...renamedAt.map((index) => ({ field: `[${index}].displayName`, code: 'FIELD_READ_ONLY', message })));
      }
      const order = listed.map(({ app }) => app.uuid);
      if (order.length === 0) return;
      await database.transaction((tx) => saveUserOrder(tx, personOf(caller), order));
    },
    resetPerson: ({ caller }: Act): Promise<void> =>
      database.transaction((tx) => removeUserOrder(tx, personOf(caller))),
  };
}
