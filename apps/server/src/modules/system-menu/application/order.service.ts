// Orders applications: for the organisation in records and overlays, for one person beside them.
import { applicationOrderMax, type MenuScope, type SvcAppNameUpdateModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { type ChangeContext, changedOverlay, changedRecord, writesRecord } from '../change/changed-record.ts';
import type { MenuWriter } from '../change/menu-changes.ts';
import type { AppRecord, OverlayFields, OverlayRecord } from '../records/menu-record.types.ts';
import { languagesOf, renamed } from '../records/name-for.ts';
import { removeUserOrder, saveUserOrder } from '../records/person.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { compileView, type MenuApp } from '../view/menu-view.ts';
import { personOf } from '../view/tag-of.ts';
import { seenApps } from './list.service.ts';

/** Between two places, so that one is free for what code registers later. */
export const ORDER_STEP = 10;

export interface ApplicationOrder {
  forOrganisation(caller: Caller, context: Context, scope: MenuScope | undefined, list: OrderList): Promise<number>;
  forPerson(caller: Caller, context: Context, list: OrderList): Promise<void>;
  resetPerson(caller: Caller): Promise<void>;
}

type OrderList = readonly SvcAppNameUpdateModel[];

function requireReadable(list: OrderList): void {
  const problems: ArgumentProblem[] = [];
  if (list.length > applicationOrderMax) {
    problems.push({ field: '', code: 'TOO_LONG', message: `Must not have more than ${applicationOrderMax} entries.` });
  }
  for (const [index, { uuid, name }] of list.entries()) {
    if ((uuid ?? name ?? null) !== null) continue;
    problems.push({ field: `[${index}]`, code: 'REQUIRED', message: 'Needs uuid or name.' });
  }
  if (problems.length > 0) invalid(...problems);
}

/** The applications in the order of the list; every unknown, doubled and stale one is named. */
function resolveOrder(list: OrderList, apps: readonly MenuApp[]): readonly MenuApp[] {
  const byUuid = new Map(apps.map((app) => [app.app.uuid, app]));
  const byName = new Map(apps.map((app) => [app.app.name, app]));
  const found = list.map(({ uuid, name }) => (uuid ? byUuid.get(uuid) : byName.get(name ?? '')));
  const missing = list.flatMap(({ uuid, name }, index) => (found[index] === undefined ? [{ index, uuid, name }] : []));
  if (missing.length > 0) fail('APP_NAME_NOT_FOUND', { errorArguments: missing });
  const resolved = found.filter((app) => app !== undefined);
  const doubled = resolved.flatMap((app, index) => (resolved.indexOf(app) < index ? [index] : []));
  if (doubled.length > 0) {
    const message = 'Stands in the list twice.';
    invalid(...doubled.map((index) => ({ field: `[${index}]`, code: 'DUPLICATE_ENTRY', message })));
  }
  const stale = resolved.flatMap(({ app }, index) => {
    const given = list[index]!.version ?? null;
    return given === null || given === app.shownVersion ? [] : [{ uuid: app.uuid, version: app.shownVersion }];
  });
  if (stale.length > 0) {
    fail('VERSION_CONFLICT', { parameters: { version: stale[0]!.version }, errorArguments: stale });
  }
  return resolved;
}

interface OrderChange {
  readonly apps: AppRecord[];
  readonly overlays: OverlayRecord[];
}

/** The list shows names in its reader's language: sent back they are no change. */
function newName({ app }: MenuApp, given: string | null | undefined, languages: readonly string[]) {
  return given == null ? null : renamed(app, given, languages);
}

function planOrder(change: ChangeContext, list: OrderList, languages: readonly string[]): OrderChange | null {
  const { data, at } = change;
  const all = compileView(data, at.tenant).apps;
  const listed = resolveOrder(list, all);
  const order = [...listed, ...all.filter((app) => !listed.includes(app))];
  const planned: OrderChange = { apps: [], overlays: [] };
  const sameOrder = order.every((app, place) => app === all[place]);
  for (const [place, one] of order.entries()) {
    const { app } = one;
    const orderNumber = (place + 1) * ORDER_STEP;
    const fields: OverlayFields = {
      // Equal places keep the order by name; nothing is written for an order that holds already.
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

export function createApplicationOrder(deps: {
  readonly database: Database;
  readonly snapshot: MenuSnapshot;
  readonly writer: MenuWriter;
  readonly newUuid: () => string;
}): ApplicationOrder {
  const { database, snapshot, writer, newUuid } = deps;
  return {
    async forOrganisation(caller, context, scope, list) {
      requireReadable(list);
      const languages = languagesOf(caller, context);
      return writer.change(caller, context, scope, (data, at) => {
        const rows = list.length === 0 ? null : planOrder({ data, at, newUuid }, list, languages);
        return rows === null ? null : { subject: 'order', rows };
      });
    },
    async forPerson(caller, context, list) {
      requireReadable(list);
      const languages = languagesOf(caller, context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
      const seen = seenApps(view, view.pairs.heldBy(caller)).map(({ app }) => app);
      const listed = resolveOrder(list, seen);
      const renamed = listed.flatMap((app, index) =>
        newName(app, list[index]!.displayName, languages) ? [index] : [],
      );
      const message = 'Changed by updateAll and update, for everybody.';
      if (renamed.length > 0) {
        invalid(...renamed.map((index) => ({ field: `[${index}].displayName`, code: 'FIELD_READ_ONLY', message })));
      }
      const order = listed.map(({ app }) => app.uuid);
      if (order.length === 0) return;
      await database.transaction((tx) => saveUserOrder(tx, personOf(caller), order));
    },
    resetPerson: (caller) => database.transaction((tx) => removeUserOrder(tx, personOf(caller))),
  };
}
