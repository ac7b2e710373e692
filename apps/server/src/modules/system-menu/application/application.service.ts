// Makes, changes, enables, disables and deletes applications; a tenant's changes of shared ones are its own.
import type { MenuScope, SvcAppNameModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { changedFields, distinctPairs } from '../change/changed-fields.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  requireEnableable,
  requireOverlayFields,
  writesRecord,
} from '../change/changed-record.ts';
import type { Made, MenuPlan } from '../change/menu-changes.ts';
import type { MenuGround } from '../change/menu-ground.ts';
import { APPLICATIONS_MAX, appFields, newApp, requireApp, requireFreeAppName } from '../change/require-app.ts';
import { effectiveApp, isOfView } from '../records/effective-item.ts';
import type { AppRecord, Deletion, ItemRecord, MenuRows, Switching } from '../records/menu-record.types.ts';
import { requirePath } from '../records/require-path.ts';
import { toAppModel } from '../view/application.wire.ts';
import { viewTenantOf } from '../view/menu-snapshot.ts';

/** Reads a request, with path and pairs as they are stored. */
function readModel(model: SvcAppNameModel): Record<string, unknown> {
  const { path, authorityList } = model;
  return {
    ...model,
    ...(typeof path === 'string' ? { path: requirePath('path', path) } : {}),
    ...(authorityList == null ? {} : { authorityList: distinctPairs(authorityList) }),
  };
}

/** Changes the record, or the overlay of the level that writes. */
function changeApp(change: ChangeContext, record: AppRecord, fields: Partial<ItemRecord>): MenuRows {
  requireEnableable(change, record, fields.enabled);
  if (writesRecord(record, change.at)) return { apps: [changedRecord(record, fields, change.at)] };
  requireOverlayFields('APP', record, fields);
  return { overlays: [changedOverlay(change, 'APP', record, fields)] };
}

function planRemoval({ uuid, version, cascade = false }: Deletion): MenuPlan {
  return (data, at) => {
    const app = requireApp(data, { uuid }, at.tenant);
    requireVersion({ identifier: uuid, version: effectiveApp(data, app, at.tenant).shownVersion }, version);
    if (app.system) fail('MENU_SYSTEM_RECORD');
    if (!writesRecord(app, at)) fail('MENU_SHARED_FIELD', { errorArguments: [{ field: 'deleted' }] });
    const items = [...data.items.values()].filter(({ appNameUuid }) => appNameUuid === uuid);
    if (items.some(({ system }) => system)) fail('MENU_SYSTEM_RECORD');
    if (items.length > 0 && !cascade) fail('APP_NAME_HAS_ITEMS');
    const gone = { deleted: true, deletedDate: at.now };
    return {
      subject: app.name,
      rows: { apps: [changedRecord(app, gone, at)], items: items.map((item) => changedRecord(item, gone, at)) },
    };
  };
}

export function createApplicationService({ ids, snapshot, changes, grants }: MenuGround) {
  const newUuid = ids.uuidV7;
  return {
    /** Answers the record as its maker sees it. */
    async save(act: Act, model: SvcAppNameModel): Promise<Made<SvcAppNameModel>> {
      const shared = model.shared === true;
      if (shared && !act.caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const given = readModel(model);
      await grants.requireKnown(act.caller.tenantIdentifier, given.authorityList);
      const uuid = newUuid();
      return changes.make(
        act,
        (data, at) => {
          const app = newApp(given, at, uuid, shared);
          requireFreeAppName(data, app.name, app.tenantIdentifier, null);
          const count = [...data.apps.values()].filter((one) => isOfView(one.tenantIdentifier, at.tenant)).length;
          if (count >= APPLICATIONS_MAX) fail('MENU_LIMIT_REACHED', { parameters: { limit: APPLICATIONS_MAX } });
          return { subject: app.name, rows: { apps: [app] } };
        },
        (view) => toAppModel(view.findApp(uuid)!, 0, languagesOf(act.caller, act.context)),
      );
    },
    /** Answers a shared application as its tenant sees it, unless the shared record itself was written. */
    async update(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcAppNameModel },
    ): Promise<Made<SvcAppNameModel>> {
      const given = readModel(model);
      await grants.requireKnown(act.caller.tenantIdentifier, given.authorityList);
      const languages = languagesOf(act.caller, act.context);
      let uuid = '';
      const plan: MenuPlan = (data, at) => {
        const app = requireApp(data, model, at.tenant);
        uuid = app.uuid;
        const shown = effectiveApp(data, app, at.tenant);
        requireVersion({ identifier: uuid, version: shown.shownVersion }, model.version!);
        const fields = changedFields(given, shown, appFields, languages);
        if (typeof fields.name === 'string') requireFreeAppName(data, fields.name, app.tenantIdentifier, uuid);
        if (Object.keys(fields).length === 0) return null;
        return { subject: app.name, rows: changeApp({ data, at, newUuid }, app, fields) };
      };
      const revision = await changes.change(act, { scope, plan });
      const app = snapshot.menuOf(viewTenantOf(act.caller, scope)).view.findApp(uuid);
      if (app === undefined) failNotFound('APP_NAME_NOT_FOUND', { uuid });
      return { model: toAppModel(app, app.nodes.length, languages), revision };
    },
    setEnabled: (act: Act, { uuid, enabled, scope }: Switching): Promise<number> =>
      changes.change(act, {
        scope,
        plan(data, at) {
          const app = requireApp(data, { uuid }, at.tenant);
          if (effectiveApp(data, app, at.tenant).enabled === enabled) return null;
          return { subject: app.name, rows: changeApp({ data, at, newUuid }, app, { enabled }) };
        },
      }),
    remove: (act: Act, deletion: Deletion): Promise<number> =>
      changes.change(act, { scope: deletion.scope, plan: planRemoval(deletion) }),
  };
}
