// Tests a setting under another name, and one that is switched off, at every operation that takes a code.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';

let server: SettingServer;
let user: string;
let manager: string;
beforeAll(async () => {
  server = await startSettingServer();
  user = await signInWith(server, 'ursula');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  const model = { type: 'NUMBER', defaultValue: 1, userOverridable: true, visibility: 'PUBLIC' };
  await server.define({ ...model, code: 'name.now', aliasList: ['name.before', 'Name.Earlier'] });
  await server.define({ ...model, code: 'off.number', aliasList: ['off.before'] });
});
afterAll(() => server.stop());

const evaluate = (token: string, code: string) =>
  server.as(token, 'POST', `/ofrep/v1/evaluate/flags/${code}`, { context: { targetingKey: 'ursula' } });

describe('an alias', () => {
  const code = 'name.before';
  const read = (name: string, query = '') =>
    server.as(user, 'GET', `/settings/number-setting-with-tenant/by-code/${name}${query}`);

  it('reaches its definition in reads and writes of values', async () => {
    const set = await server.put(code, 2);
    expect([set.status, set.body.code]).toEqual([200, 'name.now']);
    expect([(await read(code)).body, (await read('Name.Earlier')).body]).toEqual([2, 2]);
    const several = await server.as<{ valueMap: object }>(user, 'POST', '/settings/values/by-codes', {
      codeList: [code, 'name.now'],
    });
    expect(several.body.valueMap).toEqual({ [code]: 2, 'name.now': 2 });
    const effective = await server.as(manager, 'GET', `/settings/effective/by-code/${code}`);
    expect(effective.body).toMatchObject({ code: 'name.now', value: 2, source: 'GLOBAL' });
    const own = await server.as(user, 'PUT', '/settings/user/value', { code, value: 3 });
    expect(own.body).toMatchObject({ code: 'name.now', value: 3 });
    expect((await server.as(user, 'GET', '/settings/user/values')).body).toMatchObject({ 'name.now': 3 });
    expect((await server.as(user, 'DELETE', `/settings/user/value/by-code/${code}?version=1`)).status).toBe(200);
    for (const path of ['/settings/value/data/page', '/settings/history/data/page']) {
      const page = await server.as<{ data: object[] }>(manager, 'POST', path, { code });
      expect(page.body.data).toContainEqual(expect.objectContaining({ code: 'name.now' }));
    }
    const listed = await server.as(user, 'POST', '/settings/data/list', { codeList: [code] });
    expect(listed.body).toMatchObject([{ code: 'name.now' }]);
    expect((await evaluate(user, code)).text).toContain('"value":2');
    expect((await server.as(server.admin, 'DELETE', `/settings/value/by-code/${code}?version=1`)).status).toBe(200);
    expect((await read(code)).body).toBe(1);
  });
  it('an alias and its code are one level: named together they are the same entry twice', async () => {
    const entries = [
      { code, value: 5, version: 0 },
      { code: 'name.now', value: 6, version: 0 },
    ];
    const refused = await server.as(server.admin, 'PUT', '/settings/values', entries);
    expect(refused.error?.errorArguments[0]).toMatchObject({ index: 1, code: 'DUPLICATE_ENTRY' });
  });
  it('is a name in its own case alone, and no other definition takes it in any', async () => {
    expect((await read('NAME.BEFORE')).status).toBe(404);
    expect((await read('name.earlier', '?default=9')).body).toBe(9);
    for (const taken of ['NAME.BEFORE', 'name.earlier', 'Name.Now']) {
      for (const model of [{ code: taken }, { code: 'name.other', aliasList: [taken] }]) {
        const answer = await server.as(server.admin, 'POST', '/settings', { name: 'x', type: 'NUMBER', ...model });
        expect(answer.error?.errorCode).toBe('SETTING_ALREADY_EXISTS');
      }
    }
  });
});

describe('a value that stands in a definition', () => {
  const model = { code: 'filled.number', name: 'x', type: 'NUMBER' };
  it('is refused where it would be ignored, naming what sets it', async () => {
    const saved = await server.as(server.admin, 'POST', '/settings', { ...model, value: 5, valueVersion: 1 });
    expect([saved.status, saved.error?.errorArguments]).toMatchObject([
      400,
      [
        { field: 'value', code: 'FIELD_READ_ONLY', message: 'Is changed by setValue.' },
        { field: 'valueVersion', code: 'FIELD_READ_ONLY' },
      ],
    ]);
    const document = { formatVersion: 1, definitionList: [{ ...model, value: 5 }], valueList: [] };
    const taken = await server.as(server.admin, 'POST', '/settings/import', document);
    expect(taken.error?.errorArguments[0]).toMatchObject({
      problemList: [{ field: 'definitionList[0]', errorArguments: [{ field: 'value', code: 'FIELD_READ_ONLY' }] }],
    });
  });
  it('may be sent back as it was answered', async () => {
    expect((await server.as(server.admin, 'POST', '/settings', { ...model, value: null })).status).toBe(200);
    await server.put('filled.number', 5);
    const definitionList = [{ ...model, value: 5, valueVersion: 1 }];
    const document = { formatVersion: 1, definitionList, valueList: [] };
    const taken = await server.as(server.admin, 'POST', '/settings/import', document);
    expect(taken.body).toMatchObject({ unchangedCount: 1, problemList: [] });
  });
});

describe('a misspelt code', () => {
  const asked = async (token: string, method: string, path: string, body?: unknown) => {
    const { status, error } = await server.as(token, method, path, body);
    return [status, error?.errorArguments[0], error?.errorDetail?.slice(0, 30)];
  };
  const code = 'name.nwo';
  const told = [404, { setting: code, suggestion: 'name.now' }, 'Did you mean name.now? The cod'];

  it('is reported with the one that was meant, at every operation that takes a code', async () => {
    expect(await asked(user, 'GET', `/settings/number-setting/by-code/${code}`)).toEqual(told);
    expect(await asked(user, 'GET', `/settings/by-code/${code}`)).toEqual(told);
    expect(await asked(manager, 'GET', `/settings/effective/by-code/${code}`)).toEqual(told);
    expect(await asked(user, 'PUT', '/settings/user/value', { code, value: 3 })).toEqual(told);
    expect(await asked(server.admin, 'PUT', '/settings/value', { code, value: 3, version: 0 })).toEqual(told);
    const document = { formatVersion: 1, definitionList: [], valueList: [{ code, value: 1, scope: 'GLOBAL' }] };
    const taken = await server.as(server.admin, 'POST', '/settings/import', document);
    expect(JSON.stringify(taken.error?.errorArguments)).toContain('"suggestion":"name.now"');
  });

  it('is not told with one that the caller may not see, or that is switched off', async () => {
    await server.define({ code: 'hidden.rate', type: 'NUMBER', defaultValue: 1, visibility: 'RESTRICTED' });
    const path = '/settings/number-setting/by-code/hidden.raet';
    expect((await asked(user, 'GET', path))[1]).toEqual({ setting: 'hidden.raet' });
    expect((await asked(manager, 'GET', path))[1]).toEqual({ setting: 'hidden.raet', suggestion: 'hidden.rate' });
    const { body } = await server.as<{ uuid: string }>(manager, 'GET', '/settings/by-code/hidden.rate');
    await server.as(server.admin, 'POST', `/settings/deactivate/by-uuid/${body.uuid}`);
    expect((await asked(manager, 'GET', path))[1]).toEqual({ setting: 'hidden.raet' });
  });

  it('that is near to none is told alone', async () => {
    expect((await asked(user, 'GET', '/settings/by-code/something.else'))[1]).toEqual({ setting: 'something.else' });
  });
});

it('a removal takes no date on which it would end', async () => {
  const expiryDate = new Date(server.clock.now() + 60_000).toISOString();
  const answer = await server.put('name.now', null, { expiryDate });
  expect(answer.error?.errorArguments[0]).toMatchObject({ field: 'expiryDate', code: 'NOT_ALLOWED' });
});

describe('a setting that is switched off', () => {
  it('is as if there were no such code, at every read and write of a value', async () => {
    await server.put('off.number', 2);
    await server.as(user, 'PUT', '/settings/user/value', { code: 'off.number', value: 3 });
    const known = await server.as<{ uuid: string }>(user, 'GET', '/settings/by-code/off.number');
    const off = await server.as(server.admin, 'POST', `/settings/deactivate/by-uuid/${known.body.uuid}`);
    expect(off.body).toMatchObject({ enabled: false });
    const gone = async (token: string | null, method: string, path: string, body?: unknown) => {
      const { status, error } = await server.as(token, method, path, body);
      return [status, error?.errorCode];
    };
    const notFound = [404, 'SETTING_NOT_FOUND'];
    for (const code of ['off.number', 'off.before']) {
      for (const segment of ['number-setting', 'number-setting-with-tenant', 'json-setting']) {
        expect(await gone(user, 'GET', `/settings/${segment}/by-code/${code}`)).toEqual(notFound);
        expect((await gone(null, 'GET', `/settings/${segment}/by-code/${code}`))[0]).toBe(401);
      }
      expect(await gone(manager, 'GET', `/settings/effective/by-code/${code}`)).toEqual(notFound);
      expect(await gone(server.admin, 'PUT', '/settings/value', { code, value: 4, version: 1 })).toEqual(notFound);
      expect(await gone(server.admin, 'PUT', '/settings/values', [{ code, value: 4, version: 1 }])).toEqual(notFound);
      expect(await gone(server.admin, 'DELETE', `/settings/value/by-code/${code}?version=1`)).toEqual(notFound);
      expect(await gone(user, 'PUT', '/settings/user/value', { code, value: 4, version: 1 })).toEqual(notFound);
      expect(await gone(user, 'DELETE', `/settings/user/value/by-code/${code}?version=1`)).toEqual(notFound);
      const several = await server.as(user, 'POST', '/settings/values/by-codes', { codeList: [code] });
      expect(several.body).toMatchObject({ valueMap: {}, missingList: [code], deniedList: [] });
    }
    expect((await server.as(null, 'GET', '/settings/public')).body).not.toHaveProperty(['off.number']);
    expect((await server.as(user, 'GET', '/settings/user/values')).body).not.toHaveProperty(['off.number']);
    expect((await evaluate(user, 'off.number')).text).not.toContain('"value"');
  });
  it('has its values again when it is switched on', async () => {
    const known = await server.as<{ uuid: string }>(server.admin, 'GET', '/settings/by-code/off.number');
    await server.as(server.admin, 'POST', `/settings/activate/by-uuid/${known.body.uuid}`);
    expect((await server.as(null, 'GET', '/settings/number-setting/by-code/off.number')).body).toBe(2);
    expect((await server.as(user, 'GET', '/settings/user/values')).body).toMatchObject({ 'off.number': 3 });
  });
});

describe('a name', () => {
  const shown = async (code: string, language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await server.as<{ name: string; description: string }>(
      user,
      'GET',
      `/settings/by-code/${code}`,
      undefined,
      headers,
    );
    return [body.name, body.description];
  };
  it('is reported in the first of the languages asked for that it has, else as it is', async () => {
    await server.define({
      code: 'word.one',
      type: 'NUMBER',
      name: 'Plain',
      description: 'As it is.',
      nameMap: { de: 'Wort', 'pt-BR': 'Palavra', TR: 'Söz' },
      descriptionMap: { de: 'Auf Deutsch.' },
    });
    expect(await shown('word.one', 'de')).toEqual(['Wort', 'Auf Deutsch.']);
    expect(await shown('word.one', 'de-AT;q=0.8, fr')).toEqual(['Wort', 'Auf Deutsch.']);
    expect(await shown('word.one', 'pt-br, de;q=0.5')).toEqual(['Palavra', 'Auf Deutsch.']);
    expect(await shown('word.one', 'tr-TR')).toEqual(['Söz', 'As it is.']);
    expect(await shown('word.one', 'pt, fr')).toEqual(['Plain', 'As it is.']);
    const found = await server.as(
      user,
      'POST',
      '/settings/data/list',
      { searchText: 'WORT' },
      { 'accept-language': 'de' },
    );
    expect(found.body).toMatchObject([{ code: 'word.one', name: 'Wort' }]);
  });
  it('a name of a setting of the program is English beside its map', async () => {
    const code = 'setting.reason-required';
    const headers = (language: string) => ({ 'accept-language': language });
    const of = async (language: string) =>
      (await server.as<{ name: string }>(manager, 'GET', `/settings/by-code/${code}`, undefined, headers(language)))
        .body.name;
    expect(await of('en-GB, tr;q=0.5')).toBe(await of('en'));
    expect(await of('fr, tr;q=0.5')).toBe(await of('tr'));
    expect(await of('tr')).not.toBe(await of('en'));
  });
});

describe('a definition that is made twice under one key', () => {
  const make = (key: string, more: object = {}) => {
    const model = { code: 'once.number', name: 'x', type: 'NUMBER', defaultValue: 4, ...more };
    return server.as<{ uuid: string }>(server.admin, 'POST', '/settings', model, { 'idempotency-key': key });
  };
  it('is made once, and both are answered alike', async () => {
    const both = await Promise.all([make('one'), make('one')]);
    const made = both.find(({ status }) => status === 200);
    const again = await make('one');
    expect(again.body).toEqual(made?.body);
    expect(again.body).toMatchObject({ code: 'once.number', effectiveValue: 4, source: 'DEFAULT' });
    const [row] = await query<{ n: number }>(
      server,
      `SELECT count(*)::int AS n FROM system_setting_history WHERE code = 'once.number'`,
    );
    expect(row?.n).toBe(1);
  });
  it('is refused with another body under that key, and under another key because the code is taken', async () => {
    expect((await make('one', { defaultValue: 5 })).error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await make('two')).error?.errorCode).toBe('SETTING_ALREADY_EXISTS');
  });
});
