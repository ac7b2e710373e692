// Makes, changes, switches and deletes applications; of shared ones a tenant keeps what it changes for itself.
import type { MenuScope, SvcAppNameModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { changedFields, requirePairs } from '../change/changed-fields.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  requireEnableable,
  requireOverlayFields,
  requireVersion,
  writesRecord,
} from '../change/changed-record.ts';
import type { GrantCheck } from '../change/grant-check.ts';
import type { MenuWriter } from '../change/menu-changes.ts';
import type { RecordSaver, Saved } from '../change/record-saver.ts';
import { effectiveApp, isOfView } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { AppRecord, ItemRecord, MenuRows, WriteScope } from '../records/menu-record.types.ts';
import { languagesOf } from '../records/name-for.ts';
import { requirePath } from '../records/require-path.ts';
import { toAppModel } from '../view/application.wire.ts';

export interface Written {
  readonly uuid: string;
  readonly revision: number;
}

export interface Deletion {
  readonly version: number;
  readonly cascade?: boolean;
  readonly scope?: MenuScope;
}

export interface ApplicationService {
  /** Answers the record as its maker sees it. */
  save(caller: Caller, context: Context, model: SvcAppNameModel): Promise<Saved<SvcAppNameModel>>;
  update(caller: Caller, context: Context, scope: MenuScope | undefined, model: SvcAppNameModel): Promise<Written>;
  setEnabled(caller: Caller, context: Context, asked: Switching): Promise<number>;
  remove(caller: Caller, context: Context, uuid: string, deletion: Deletion): Promise<number>;
}

export interface Switching {
  readonly uuid: string;
  readonly enabled: boolean;
  readonly scope: MenuScope | undefined;
}

export interface ApplicationDependencies {
  readonly writer: MenuWriter;
  readonly saver: RecordSaver;
  readonly grants: GrantCheck;
  readonly newUuid: () => string;
}

/** Applications of one tenant's view. */
export const APPLICATIONS_MAX = 200;
export const changeable = [
  'name',
  'displayName',
  'displayNameMap',
  'description',
  'icon',
  'path',
  'orderNumber',
  'enabled',
  'authorityList',
  'matchType',
] as const;

/** What a request says, with path and pairs as they are stored. */
function readModel(model: SvcAppNameModel): Record<string, unknown> {
  const { path, authorityList } = model;
  return {
    ...model,
    ...(typeof path === 'string' ? { path: requirePath('path', path) } : {}),
    ...(authorityList == null ? {} : { authorityList: requirePairs('authorityList', authorityList) }),
  };
}

function requireFreeName(data: MenuData, name: string, tenant: string | null, except: string | null): void {
  for (const app of data.apps.values()) {
    const meets = tenant === null || isOfView(app.tenantIdentifier, tenant);
    if (app.uuid !== except && app.name === name && meets) fail('APP_NAME_ALREADY_EXISTS');
  }
}

/** The live application that this level sees; SHARED sees shared ones alone. */
export function requireApp(
  data: MenuData,
  by: { readonly uuid?: string | null; readonly id?: number | null },
  tenant: string | null,
): AppRecord {
  const found = by.uuid ? data.apps.get(by.uuid) : [...data.apps.values()].find(({ id }) => id !== 0 && id === by.id);
  if (found === undefined || found.retired || !isOfView(found.tenantIdentifier, tenant)) {
    fail('APP_NAME_NOT_FOUND', { errorArguments: [{ uuid: by.uuid ?? null }] });
  }
  return found;
}

/** In the record, or in the overlay of the level that writes. */
function changeApp(change: ChangeContext, record: AppRecord, fields: Partial<ItemRecord>): MenuRows {
  requireEnableable(change, record, fields.enabled);
  if (writesRecord(record, change.at)) return { apps: [changedRecord(record, fields, change.at)] };
  requireOverlayFields('APP', record, fields);
  return { overlays: [changedOverlay(change, 'APP', record, fields)] };
}

export function newApp(given: Record<string, unknown>, at: WriteScope, uuid: string, shared: boolean): AppRecord {
  const fields = changedFields(given, { displayName: '', displayNameMap: {} }, changeable, []);
  return {
    id: 0,
    uuid,
    version: 1,
    tenantIdentifier: shared ? null : at.tenant,
    name: '',
    displayName: '',
    displayNameMap: {},
    description: null,
    icon: null,
    path: null,
    orderNumber: 1_000,
    enabled: true,
    authorityList: [],
    matchType: 'ANY',
    system: false,
    retired: false,
    registeredVersion: null,
    registeredHash: null,
    createdBy: at.username,
    updatedBy: at.username,
    dateCreated: at.now,
    dateUpdated: at.now,
    deleted: false,
    deletedDate: null,
    ...fields,
  };
}

/** Every field that is missing is named. */
export function requireGiven(model: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing: ArgumentProblem[] = names
    .filter((name) => model[name] == null)
    .map((field) => ({ field, code: 'REQUIRED', message: 'Must be given.' }));
  if (missing.length > 0) invalid(...missing);
}

function createRemoval({ writer }: ApplicationDependencies): ApplicationService['remove'] {
  return (caller, context, uuid, { version, cascade = false, scope }) =>
    writer.change(caller, context, scope, (data, at) => {
      const app = requireApp(data, { uuid }, at.tenant);
      requireVersion(effectiveApp(data, app, at.tenant).shownVersion, version);
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
    });
}

function createUpdate({ writer, grants, newUuid }: ApplicationDependencies): ApplicationService['update'] {
  return async (caller, context, scope, model) => {
    requireGiven({ ...model, uuid: model.uuid ?? model.id }, ['uuid', 'version']);
    const given = readModel(model);
    await grants.requireKnown(caller.tenantIdentifier, given.authorityList);
    const languages = languagesOf(caller, context);
    let uuid = '';
    const revision = await writer.change(caller, context, scope, (data, at) => {
      const app = requireApp(data, model, at.tenant);
      uuid = app.uuid;
      const shown = effectiveApp(data, app, at.tenant);
      requireVersion(shown.shownVersion, model.version!);
      const fields = changedFields(given, shown, changeable, languages);
      if (typeof fields.name === 'string') requireFreeName(data, fields.name, app.tenantIdentifier, uuid);
      if (Object.keys(fields).length === 0) return null;
      return { subject: app.name, rows: changeApp({ data, at, newUuid }, app, fields) };
    });
    return { uuid, revision };
  };
}

function createSave({ saver, grants, newUuid }: ApplicationDependencies): ApplicationService['save'] {
  return async (caller, context, model) => {
    requireGiven(model, ['name', 'displayName']);
    const shared = model.shared === true;
    if (shared && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
    const given = readModel(model);
    await grants.requireKnown(caller.tenantIdentifier, given.authorityList);
    const uuid = newUuid();
    return saver.save(caller, context, {
      operation: 'appName_save',
      body: model,
      plan(data, at) {
        const app = newApp(given, at, uuid, shared);
        requireFreeName(data, app.name, app.tenantIdentifier, null);
        const count = [...data.apps.values()].filter((one) => isOfView(one.tenantIdentifier, at.tenant)).length;
        if (count >= APPLICATIONS_MAX) fail('MENU_LIMIT_REACHED', { parameters: { limit: APPLICATIONS_MAX } });
        return { subject: app.name, rows: { apps: [app] } };
      },
      modelOf: (view) => toAppModel(view.findApp(uuid)!, 0, languagesOf(caller, context)),
    });
  };
}

export function createApplicationService(deps: ApplicationDependencies): ApplicationService {
  const { writer, newUuid } = deps;
  return {
    remove: createRemoval(deps),
    update: createUpdate(deps),
    save: createSave(deps),
    setEnabled: (caller, context, { uuid, enabled, scope }) =>
      writer.change(caller, context, scope, (data, at) => {
        const app = requireApp(data, { uuid }, at.tenant);
        if (effectiveApp(data, app, at.tenant).enabled === enabled) return null;
        return { subject: app.name, rows: changeApp({ data, at, newUuid }, app, { enabled }) };
      }),
  };
}
