// Tests definitions of people and of modules: made, changed, found, deleted; and settings as documents.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineRule, numberSetting } from '../../../kernel/settings/settings.ts';
import {
  createTenant,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';

let server: SettingServer;
let user: string;
let viewer: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  viewer = await signInWith(server, 'vera', ['SETTING_VIEW']);
});
afterAll(() => server.stop());

const codesOf = async (token: string, body: object) =>
  (await server.as<{ data: { code: string }[] }>(token, 'POST', '/settings/data/page', body)).body.data.map(
    ({ code }) => code,
  );
const save = (model: object) => server.as(server.admin, 'POST', '/settings', { name: 'Name', ...model });
const update = (model: object) => server.as<{ version: number }>(server.admin, 'PUT', '/settings', model);

describe('a definition', () => {
  it('a definition that contradicts itself is refused with every problem at once', async () => {
    const answer = await save({
      code: 'bad.number',
      type: 'NUMBER',
      minValue: 5,
      maxValue: 1,
      defaultValue: 9,
      pattern: '[',
    });
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'SETTING_DEFINITION_INVALID']);
    expect(answer.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['pattern', 'NOT_ALLOWED'],
      ['minValue', 'RANGE_INVALID'],
      ['defaultValue', 'MAX'],
    ]);
    const fields = async (model: object) => (await save(model)).error?.errorArguments.map(({ field }) => field);
    expect(await fields({ code: 'bad.text', type: 'STRING', pattern: '(?=a)' })).toEqual(['pattern']);
    expect(
      await fields({
        code: 'bad.secret',
        type: 'SECRET',
        visibility: 'PUBLIC',
        userOverridable: true,
        defaultValue: 'x',
      }),
    ).toEqual(['visibility', 'userOverridable', 'defaultValue']);
    expect(await fields({ code: 'bad.flag', type: 'BOOLEAN', unit: 'DAY', allowedValueList: [true] })).toEqual([
      'unit',
      'allowedValueList',
    ]);
  });
  it('has a code that no other one has as code or alias, in whatever case', async () => {
    await server.define({ code: 'twin.one', type: 'BOOLEAN', aliasList: ['twin.former'] });
    for (const code of ['twin.one', 'Twin.ONE', 'TWIN.former']) {
      expect((await save({ code, type: 'BOOLEAN' })).error?.errorCode).toBe('SETTING_ALREADY_EXISTS');
    }
    await server.put('twin.former', true);
    expect((await server.as(user, 'GET', '/settings/boolean-setting/by-code/twin.former')).body).toBe(true);
  });
  it('is changed field by field, from what was read, and sent back changes nothing', async () => {
    const made = await server.define({
      code: 'edit.one',
      type: 'NUMBER',
      minValue: 1,
      maxValue: 9,
      nameMap: { tr: 'Bir' },
    });
    const shown = await server.as<object>(server.admin, 'GET', '/settings/by-code/edit.one', undefined, {
      'accept-language': 'tr',
    });
    expect(shown.body).toMatchObject({
      name: 'Bir',
      groupCode: 'edit',
      owner: 'custom',
      version: 1,
      value: null,
      source: 'NONE',
    });
    const same = await server.as<{ version: number }>(server.admin, 'PUT', '/settings', shown.body, {
      'accept-language': 'tr',
    });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    const { uuid } = made;
    expect((await update({ uuid, version: 1, maxValue: null, orderNumber: 7 })).body).toMatchObject({
      version: 2,
      minValue: 1,
      maxValue: null,
      orderNumber: 7,
    });
    expect((await update({ uuid, version: 1, orderNumber: 8 })).error?.errorCode).toBe('VERSION_CONFLICT');
    const written = await update({ uuid, version: 2, value: 3, enabled: false });
    expect(written.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['enabled', 'FIELD_READ_ONLY'],
      ['value', 'FIELD_READ_ONLY'],
    ]);
    await server.put('edit.one', 8);
    const narrow = await update({ uuid, version: 2, maxValue: 5 });
    expect([narrow.error?.errorCode, narrow.error?.errorArguments]).toEqual([
      'SETTING_VALUES_CONFLICT',
      [{ scope: 'GLOBAL', tenantIdentifier: null }],
    ]);
    const unknown = await update({ uuid: '019a0000-0000-7000-8000-000000000000', version: 1 });
    expect(unknown.error?.errorCode).toBe('SETTING_NOT_FOUND');
  });
  it('a definition of a module keeps what its code owns, is not disabled and not deleted', async () => {
    const { body } = await server.as<{ uuid: string; version: number }>(
      server.admin,
      'GET',
      '/settings/by-code/setting.reason-required',
    );
    const { uuid, version } = body;
    const refused = await update({ uuid, version, description: 'other', userOverridable: true });
    expect([refused.error?.errorCode, refused.error?.errorArguments.map(({ field }) => field)]).toEqual([
      'SETTING_SYSTEM',
      ['description', 'userOverridable'],
    ]);
    expect((await update({ uuid, version, orderNumber: 5, groupCode: 'mine' })).body).toMatchObject({
      orderNumber: 5,
      groupCode: 'mine',
    });
    const disabled = await server.as(server.admin, 'POST', `/settings/deactivate/by-uuid/${uuid}`);
    expect(disabled.error?.errorCode).toBe('SETTING_SYSTEM');
    const deleted = await server.as(server.admin, 'DELETE', `/settings/by-uuid/${uuid}?version=${version + 1}`);
    expect(deleted.error?.errorCode).toBe('SETTING_SYSTEM');
  });
  it('is disabled and enabled, deleted with its values, and its code can be used again', async () => {
    const { uuid } = await server.define({ code: 'gone.one', type: 'BOOLEAN', defaultValue: false });
    await server.put('gone.one', true);
    const path = '/settings/boolean-setting/by-code/gone.one';
    await server.as(server.admin, 'POST', `/settings/deactivate/by-uuid/${uuid}`);
    expect((await server.as(user, 'GET', path)).status).toBe(404);
    const enabled = await server.as<{ version: number }>(server.admin, 'POST', `/settings/activate/by-uuid/${uuid}`);
    expect((await server.as(user, 'GET', path)).body).toBe(true);
    server.kernel.settings.addRule(defineRule('gone.rule', ['gone.rule-part'], () => null));
    const bound = await server.define({ code: 'gone.rule-part', type: 'BOOLEAN' });
    expect(
      (await server.as(server.admin, 'DELETE', `/settings/by-uuid/${bound.uuid}?version=1`)).error?.errorCode,
    ).toBe('SETTING_IN_USE');
    expect((await server.as(server.admin, 'DELETE', `/settings/by-uuid/${uuid}?version=9`)).error?.errorCode).toBe(
      'VERSION_CONFLICT',
    );
    expect(
      (await server.as(server.admin, 'DELETE', `/settings/by-uuid/${uuid}?version=${enabled.body.version}`)).status,
    ).toBe(200);
    expect((await server.as(server.admin, 'GET', `/settings/by-uuid/${uuid}`)).status).toBe(404);
    await server.define({ code: 'gone.one', type: 'BOOLEAN', defaultValue: false });
    expect((await server.as(user, 'GET', path)).body).toBe(false);
  });
});

describe('definitions', () => {
  it('they are found by what they are, and shown to whoever may see them', async () => {
    await server.define({
      code: 'find.b',
      type: 'STRING',
      groupCode: 'find',
      orderNumber: 1,
      name: 'Harbour %',
      visibility: 'PUBLIC',
    });
    await server.define({
      code: 'find.a',
      type: 'NUMBER',
      groupCode: 'find',
      orderNumber: 2,
      visibility: 'RESTRICTED',
    });
    await server.define({ code: 'find.c', type: 'NUMBER', groupCode: 'find', orderNumber: 2, enabled: false });
    const find = (body: object, token = viewer) => codesOf(token, { groupCode: 'find', ...body });
    expect(await find({})).toEqual(['find.b', 'find.a', 'find.c']);
    expect(await find({}, user)).toEqual(['find.b', 'find.c']);
    expect(await find({ searchText: 'BOUR %' })).toEqual(['find.b']);
    expect(await find({ typeList: ['NUMBER'], enabled: true })).toEqual(['find.a']);
    expect(
      await find({ pageable: { pageNumber: 1, pageSize: 2, sort: { properties: ['code'], direction: 'DESC' } } }),
    ).toEqual(['find.a']);
    await server.put('find.b', 'x');
    expect(await find({ overridden: true })).toEqual(['find.b']);
    expect((await server.as(user, 'GET', '/settings/by-code/find.a')).error?.errorCode).toBe('ACCESS_DENIED');
    const groups = await server.as<{ code: string; settingCount: number }[]>(user, 'GET', '/settings/groups');
    expect(groups.body).toContainEqual(expect.objectContaining({ code: 'find', settingCount: 2 }));
    expect(groups.body.some(({ code }) => code === 'auth')).toBe(false);
    expect((await server.as(viewer, 'POST', '/settings/data/list', {})).status).toBe(200);
  });
  it('they are refused as a list of more than a thousand', async () => {
    await query(
      server,
      `INSERT INTO system_setting_definition (uuid, version, code, name, name_map, description, description_map, group_code, owner, type, unit, visibility, tenant_overridable, tenant_editable, user_overridable, reauthentication_required, restart_required, enabled, system, retired, aliases, order_number, revision, created_by, updated_by, date_created, date_updated)
      SELECT gen_random_uuid(), 1, 'many.n' || n, 'n', '{}', '', '{}', 'many', 'custom', 'BOOLEAN', 'NONE', 'SESSION', true, true, false, false, false, true, false, false, '{}', 1, s.revision + 1, 'test', 'test', now(), now() FROM generate_series(1, 1001) n, system_setting_state s`,
    );
    await query(server, 'UPDATE system_setting_state SET revision = revision + 1');
    const [{ revision } = { revision: 0 }] = await query<{ revision: number }>(
      server,
      'SELECT revision FROM system_setting_state',
    );
    expect(await server.apis.systemSetting.waitForRevision(revision, 2_000)).toBe(true);
    const answer = await server.as(viewer, 'POST', '/settings/data/list', { groupCode: 'many' });
    expect(answer.error?.errorCode).toBe('RESULT_TOO_LARGE');
    await query(
      server,
      `UPDATE system_setting_definition SET deleted = true, revision = ${revision + 1} WHERE group_code = 'many'`,
    );
    await query(server, 'UPDATE system_setting_state SET revision = revision + 1');
    await server.apis.systemSetting.waitForRevision(revision + 1, 2_000);
    expect(await codesOf(viewer, { groupCode: 'many' })).toEqual([]);
  });
});

describe('system-setting 20: a document', () => {
  const exported = async (of: SettingServer) =>
    (await of.as<object>(of.admin, 'POST', '/settings/export', { codePrefix: 'doc.' })).body;
  it('a document of an export taken by an empty database and exported again is the same', async () => {
    await server.define({ code: 'doc.number', type: 'NUMBER', defaultValue: 1, maxValue: 50, aliasList: ['doc.old'] });
    await server.define({ code: 'doc.json', type: 'JSON', groupCode: 'doc-group', descriptionMap: { tr: 'Nesne.' } });
    await server.define({ code: 'doc.secret', type: 'SECRET' });
    await server.put('doc.number', 5);
    await server.put('doc.number', 6, { tenantIdentifier: 'north' });
    await server.put('doc.json', { b: [1], a: { c: 'x' } });
    await server.put('doc.secret', 'hunter2');
    const document = await exported(server);
    expect(JSON.stringify(document)).not.toContain('hunter2');
    const empty = await startSettingServer();
    const dry = await empty.as<{ changeList: object[] }>(empty.admin, 'POST', '/settings/import?dryRun=true', document);
    expect(dry.body).toMatchObject({ dryRun: true, createdCount: 6, skippedCount: 1, problemList: [] });
    expect((await empty.as(empty.admin, 'GET', '/settings/by-code/doc.json')).status).toBe(404);
    const taken = await empty.as<{ changeList: object[] }>(empty.admin, 'POST', '/settings/import', document);
    expect(taken.body.changeList).toEqual(dry.body.changeList);
    const again = (await exported(empty)) as { valueList: { value: unknown }[] };
    const masked = (document as { valueList: { value: unknown }[] }).valueList.filter(({ value }) => value !== '***');
    expect(JSON.stringify(again)).toBe(JSON.stringify({ ...document, valueList: masked }));
    const unchanged = await empty.as(empty.admin, 'POST', '/settings/import', again);
    expect(unchanged.body).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 6 });
    await empty.stop();
  });
  it('a document that replaces removes what it does not name, and with one problem nothing is written', async () => {
    const value = { code: 'doc.number', scope: 'GLOBAL', value: 9 };
    const document = { formatVersion: 1, definitionList: [], valueList: [value] };
    const bad = {
      ...document,
      valueList: [value, { ...value, code: 'nothing' }, { code: 'doc.json', scope: 'GLOBAL', value: 1 }],
    };
    const refused = await server.as(server.admin, 'POST', '/settings/import', bad);
    expect([refused.status, refused.error?.errorCode]).toEqual([422, 'SETTING_IMPORT_INVALID']);
    expect(refused.error?.errorArguments[0]?.problemList).toMatchObject([
      { field: 'valueList[1]', errorCode: 'SETTING_NOT_FOUND' },
      { field: 'valueList[2]', errorCode: 'SETTING_TYPE_MISMATCH' },
    ]);
    expect((await server.as(user, 'GET', '/settings/number-setting/by-code/doc.number')).body).toBe(5);
    const replaced = await server.as<{ changeList: { code: string; action: string }[] }>(
      server.admin,
      'POST',
      '/settings/import?mode=REPLACE',
      document,
    );
    expect(replaced.body.changeList).toContainEqual(expect.objectContaining({ code: 'doc.json', action: 'REMOVE' }));
    expect((await server.as(user, 'GET', '/settings/number-setting-with-tenant/by-code/doc.number')).body).toBe(9);
    const north = await server.as(server.admin, 'GET', '/settings/effective/by-code/doc.number?tenant=north');
    expect(north.body).toMatchObject({ source: 'TENANT', value: 6 });
  });
});

it('a setting of this process that nobody has defined elsewhere is read by its handle', () => {
  const { size } = server.kernel.settings.bind({
    size: numberSetting('lone.size', { name: 'Size', unit: 'COUNT', default: 3, min: 1, max: 9 }),
  });
  expect(size.get('north')).toBe(3);
});
