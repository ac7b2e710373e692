// Provokes every error code that an operation of settings declares, at that operation. Reads by type and flags have tests of
// their own.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltOperation, systemSettingModule } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineRule } from '../../../kernel/settings/settings.ts';
import {
  createTenant,
  joinSettingServer,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';
import type { Answer } from '../../../testing/sign-in.ts';

const directory = mkdtempSync(join(tmpdir(), 'setting-codes-'));
const unknownUuid = '00000000-0000-4000-8000-000000000000';
let server: SettingServer;
let pinned: SettingServer;
let user: string;
let manager: string;

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  server = await startSettingServer({ env });
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  await server.define({ code: 'demo.number', type: 'NUMBER', defaultValue: 1, maxValue: 9 });
  await server.define({ code: 'demo.own', type: 'NUMBER', userOverridable: true, maxValue: 9 });
  await server.define({ code: 'demo.hidden', type: 'NUMBER', visibility: 'RESTRICTED' });
  await server.define({ code: 'demo.whole', type: 'NUMBER', tenantOverridable: false });
  await server.define({ code: 'demo.careful', type: 'NUMBER', reauthenticationRequired: true });
  await server.define({ code: 'demo.held', type: 'NUMBER' });
  await server.define({ code: 'demo.secret', type: 'SECRET' });
  for (const code of ['bound.low', 'bound.high']) await server.define({ code, type: 'NUMBER', defaultValue: 5 });
  server.kernel.settings.addRule(
    defineRule('bound.low-not-above-high', ['bound.low', 'bound.high'], (values) =>
      Number(values['bound.low']) > Number(values['bound.high']) ? 'low is above high' : null,
    ),
  );
  await server.put('demo.number', 2);
  await server.put('demo.held', 2);
  await server.put('demo.careful', 2);
  await server.as(user, 'PUT', '/settings/user/value', { code: 'demo.own', value: 2 });
  const file = join(directory, 'pins.json');
  writeFileSync(file, JSON.stringify({ 'demo.held': 7 }));
  pinned = await joinSettingServer(server, { ...env, KEELSON_SETTINGS_FILE: file });
});
afterAll(async () => {
  await pinned.stop();
  await server.stop();
  rmSync(directory, { recursive: true });
});

const put = (body: object, token = server.admin) => server.as(token, 'PUT', '/settings/value', body);
const putAll = (body: object, token = server.admin) => server.as(token, 'PUT', '/settings/values', [body]);
const revert = (code: string, more = '', token = server.admin) =>
  server.as(token, 'DELETE', `/settings/value/by-code/${code}?${more}`);
const chooseOwn = (body: object) => server.as(user, 'PUT', '/settings/user/value', body);
const dropOwn = (code: string, version = 1) =>
  server.as(user, 'DELETE', `/settings/user/value/by-code/${code}?version=${version}`);
const define = (body: object) => server.as(server.admin, 'POST', '/settings', { name: 'x', type: 'NUMBER', ...body });
const redefine = (body: object) => server.as(server.admin, 'PUT', '/settings', body);
const found = async (code: string) =>
  (await server.as<{ uuid: string; version: number }>(server.admin, 'GET', `/settings/by-code/${code}`)).body;

/** Rolls back to before the newest row of the history of this code. */
async function rollback(code: string, body: object = {}, token = server.admin, at = server) {
  const rows = await query<{ uuid: string }>(
    server,
    'SELECT uuid FROM system_setting_history WHERE code = $1 AND scope IS NOT NULL ORDER BY id DESC LIMIT 1',
    [code],
  );
  return at.as(token, 'POST', `/settings/history/rollback/by-uuid/${rows[0]?.uuid ?? unknownUuid}`, body);
}

/** Makes a definition whose history holds a 6 that no value has any more; then it becomes what `after` says. */
async function outlive(code: string, after: object | null, level: Record<string, unknown> = {}): Promise<void> {
  const { uuid } = await server.define({ code, type: 'NUMBER' });
  await server.put(code, 6, level);
  await server.put(code, null, { ...level, version: 1 });
  const { version } = await found(code);
  if (after === null) await server.as(server.admin, 'DELETE', `/settings/by-uuid/${uuid}?version=${version}`);
  else expect((await redefine({ uuid, version, ...after })).status).toBe(200);
}

/** Used in between, sessions live; the check of their secret grows old. */
async function growOld(): Promise<void> {
  for (const minutes of [16, 16]) {
    server.clock.advance(minutes * 60_000);
    for (const token of [server.admin, user, manager]) await server.as(token, 'GET', '/session');
  }
}

const number = { code: 'demo.number', version: 1 };
type Case = readonly [operation: string, code: string, provoke: () => Promise<Answer<unknown>>];

/** Writes the same for one value and for several. */
const writesOf = (operation: string, write: typeof put): readonly Case[] => [
  [operation, 'ACCESS_DENIED', () => write({ ...number, value: 3 }, manager)],
  [operation, 'SETTING_NOT_FOUND', () => write({ code: 'demo.none', value: 3 })],
  [operation, 'SETTING_TYPE_MISMATCH', () => write({ ...number, value: '3' })],
  [operation, 'SETTING_VALUE_INVALID', () => write({ ...number, value: 10 })],
  [operation, 'SETTING_NOT_OVERRIDABLE', () => write({ code: 'demo.whole', scope: 'TENANT', value: 3 })],
  [operation, 'SETTING_RULE_VIOLATED', () => write({ code: 'bound.low', value: 6 })],
  [operation, 'VERSION_CONFLICT', () => write({ ...number, version: 7, value: 3 })],
];

const valueCases: readonly Case[] = [
  ...writesOf('setValue', put),
  ['setValue', 'SETTING_PINNED', () => pinned.put('demo.held', 3, { version: 1 })],
  ...writesOf('setValues', putAll),
  [
    'setValues',
    'SETTING_PINNED',
    () => pinned.as(pinned.admin, 'PUT', '/settings/values', [{ code: 'demo.held', value: 3, version: 1 }]),
  ],
  ['revertValue', 'ACCESS_DENIED', () => revert('demo.number', 'version=1', manager)],
  ['revertValue', 'SETTING_NOT_FOUND', () => revert('demo.none')],
  [
    'revertValue',
    'SETTING_PINNED',
    () => pinned.as(pinned.admin, 'DELETE', '/settings/value/by-code/demo.held?version=1'),
  ],
  [
    'revertValue',
    'SETTING_RULE_VIOLATED',
    async () => {
      await server.put('bound.high', 9, { scope: 'TENANT' });
      await server.put('bound.low', 8, { scope: 'TENANT' });
      return revert('bound.high', 'scope=TENANT&version=1');
    },
  ],
  ['revertValue', 'VERSION_CONFLICT', () => revert('demo.number', 'version=7')],
  ['rollback', 'SETTING_HISTORY_NOT_FOUND', () => rollback('demo.none')],
  ['rollback', 'ACCESS_DENIED', () => rollback('demo.number', { version: 1 }, manager)],
  ['rollback', 'SETTING_PINNED', () => rollback('demo.held', { version: 1 }, pinned.admin, pinned)],
  ['rollback', 'VERSION_CONFLICT', () => rollback('demo.number', { version: 7 })],
  [
    'rollback',
    'SETTING_HISTORY_NOT_RESTORABLE',
    async () => {
      await outlive('gone.number', null);
      return rollback('gone.number');
    },
  ],
  [
    'rollback',
    'SETTING_TYPE_MISMATCH',
    async () => {
      await outlive('typed.number', { type: 'STRING' });
      return rollback('typed.number');
    },
  ],
  [
    'rollback',
    'SETTING_VALUE_INVALID',
    async () => {
      await outlive('narrow.number', { maxValue: 5 });
      return rollback('narrow.number');
    },
  ],
  [
    'rollback',
    'SETTING_NOT_OVERRIDABLE',
    async () => {
      await outlive('whole.number', { tenantOverridable: false }, { scope: 'TENANT' });
      return rollback('whole.number');
    },
  ],
  [
    'rollback',
    'SETTING_RULE_VIOLATED',
    async () => {
      // The tenant's low is 8 by now.
      await server.put('bound.high', 10, { scope: 'TENANT', version: 1 });
      await server.put('bound.low', 10, { scope: 'TENANT', version: 1 });
      return rollback('bound.high', { version: 2 });
    },
  ],
];

const userCases: readonly Case[] = [
  ['setUserValue', 'SETTING_NOT_FOUND', () => chooseOwn({ code: 'demo.none', value: 3 })],
  ['setUserValue', 'SETTING_NOT_OVERRIDABLE', () => chooseOwn({ code: 'demo.number', value: 3 })],
  ['setUserValue', 'SETTING_TYPE_MISMATCH', () => chooseOwn({ code: 'demo.own', value: '3', version: 1 })],
  ['setUserValue', 'SETTING_VALUE_INVALID', () => chooseOwn({ code: 'demo.own', value: 10, version: 1 })],
  ['setUserValue', 'VERSION_CONFLICT', () => chooseOwn({ code: 'demo.own', value: 3, version: 7 })],
  ['revertUserValue', 'SETTING_NOT_FOUND', () => dropOwn('demo.none')],
  ['revertUserValue', 'SETTING_NOT_OVERRIDABLE', () => dropOwn('demo.number')],
  ['revertUserValue', 'VERSION_CONFLICT', () => dropOwn('demo.own', 7)],
];

const definitionOf =
  (code: string, of: (at: { uuid: string; version: number }) => Promise<Answer<unknown>>) => async () =>
    of(await found(code));
const at = (method: string, verb: string, uuid: string, more = '') =>
  server.as(server.admin, method, `/settings/${verb}by-uuid/${uuid}${more}`);

const definitionCases: readonly Case[] = [
  ['save', 'SETTING_ALREADY_EXISTS', () => define({ code: 'demo.NUMBER' })],
  ['save', 'SETTING_DEFINITION_INVALID', () => define({ code: 'demo.new', minValue: 2, maxValue: 1 })],
  ['update', 'SETTING_NOT_FOUND', () => redefine({ uuid: unknownUuid, version: 1 })],
  ['update', 'SETTING_SYSTEM', definitionOf('session.idle-timeout', (known) => redefine({ ...known, name: 'y' }))],
  ['update', 'SETTING_VALUES_CONFLICT', definitionOf('demo.number', (known) => redefine({ ...known, maxValue: 1 }))],
  [
    'update',
    'SETTING_ALREADY_EXISTS',
    definitionOf('demo.number', (known) => redefine({ ...known, aliasList: ['Demo.own'] })),
  ],
  [
    'update',
    'SETTING_DEFINITION_INVALID',
    definitionOf('demo.number', (known) => redefine({ ...known, pattern: 'x' })),
  ],
  ['update', 'VERSION_CONFLICT', definitionOf('demo.number', ({ uuid }) => redefine({ uuid, version: 7, name: 'y' }))],
  ['getByUuid', 'SETTING_NOT_FOUND', () => at('GET', '', unknownUuid)],
  [
    'getByUuid',
    'ACCESS_DENIED',
    definitionOf('demo.hidden', ({ uuid }) => server.as(user, 'GET', `/settings/by-uuid/${uuid}`)),
  ],
  ['getByCode', 'SETTING_NOT_FOUND', () => server.as(user, 'GET', '/settings/by-code/demo.none')],
  ['getByCode', 'ACCESS_DENIED', () => server.as(user, 'GET', '/settings/by-code/demo.hidden')],
  ['delete', 'SETTING_NOT_FOUND', () => at('DELETE', '', unknownUuid, '?version=1')],
  [
    'delete',
    'SETTING_SYSTEM',
    definitionOf('session.idle-timeout', ({ uuid, version }) => at('DELETE', '', uuid, `?version=${version}`)),
  ],
  [
    'delete',
    'SETTING_IN_USE',
    definitionOf('bound.low', ({ uuid, version }) => at('DELETE', '', uuid, `?version=${version}`)),
  ],
  ['delete', 'VERSION_CONFLICT', definitionOf('demo.number', ({ uuid }) => at('DELETE', '', uuid, '?version=7'))],
  ['activate', 'SETTING_NOT_FOUND', () => at('POST', 'activate/', unknownUuid)],
  ['deactivate', 'SETTING_NOT_FOUND', () => at('POST', 'deactivate/', unknownUuid)],
  ['deactivate', 'SETTING_SYSTEM', definitionOf('session.idle-timeout', ({ uuid }) => at('POST', 'deactivate/', uuid))],
  ['getEffective', 'SETTING_NOT_FOUND', () => server.as(manager, 'GET', '/settings/effective/by-code/demo.none')],
  [
    'importAll',
    'SETTING_IMPORT_INVALID',
    () =>
      server.as(server.admin, 'POST', '/settings/import', {
        formatVersion: 1,
        definitionList: [],
        valueList: [{ code: 'demo.none', scope: 'GLOBAL', value: 1 }],
      }),
  ],
];

/** These cases come last: everybody's check of the secret has grown old. */
const staleCases: readonly Case[] = [
  ['setValue', 'REAUTHENTICATION_REQUIRED', () => put({ code: 'demo.careful', value: 3, version: 1 })],
  ['setValues', 'REAUTHENTICATION_REQUIRED', () => putAll({ code: 'demo.careful', value: 3, version: 1 })],
  ['revertValue', 'REAUTHENTICATION_REQUIRED', () => revert('demo.careful', 'version=1')],
  ['rollback', 'REAUTHENTICATION_REQUIRED', () => rollback('demo.careful', { version: 1 })],
];

describe('an operation', () => {
  const check = async ([, code, provoke]: Case): Promise<void> => {
    const { status, error, text } = await provoke();
    expect(error?.errorCode, text).toBe(code);
    expect(status).toBeGreaterThanOrEqual(400);
  };
  it.each([...valueCases, ...userCases, ...definitionCases])('%s answers %s', (...one) => check(one));
  it('an operation of a careful setting asks for a fresh sign-in', async () => {
    await growOld();
    for (const one of staleCases) await check(one);
  });
  it('declares nothing that is not provoked here, but for limits and races', () => {
    const others = new Set([
      ...['save', 'setValue', 'setValues', 'rollback'].map((key) => `${key} SETTING_LIMIT_REACHED`),
      'setUserValue SETTING_LIMIT_REACHED',
      'queryDataList RESULT_TOO_LARGE',
      // Tests a definition that goes between the look at the history and the write.
      'rollback SETTING_NOT_FOUND',
    ]);
    const provoked = new Set(
      [...valueCases, ...userCases, ...definitionCases, ...staleCases].map(([key, code]) => `${key} ${code}`),
    );
    const declared = Object.entries(systemSettingModule.operations as Record<string, BuiltOperation>)
      .filter(([, { access }]) => access.kind !== 'public')
      .flatMap(([key, { errors }]) => errors.map((code) => `${key} ${code}`));
    expect(declared.filter((one) => !provoked.has(one) && !others.has(one))).toEqual([]);
    expect([...provoked, ...others].filter((one) => !declared.includes(one))).toEqual([]);
  });
});
