// Tests what the code declares, brought into the database: versions side by side, renamed, narrowed and gone settings.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createIds } from '../../../kernel/database/ids.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import {
  type AnyDefinition,
  choiceSetting,
  createSettings,
  numberSetting,
  secretSetting,
  textSetting,
} from '../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { saveOne } from '../records/value.store.ts';
import { createTestRevisioned } from '../revisioned.fixture.ts';
import { createSettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { sealOwner } from '../system-setting.types.ts';
import { registerDefinitions } from './registration.ts';

const clock = createManualClock();
const ids = createIds(clock);
const keys = loadSecretKeys({ environmentValue: `k1:${randomBytes(32).toString('base64url')}` });
const seal = createSeal(keys, 'setting');
const silent = { listen() {}, send() {}, onReconnect() {}, onDown() {}, alive: true };
const log = { warn() {}, error() {}, info() {} };

const size = (options: { max?: number; name?: string; former?: string[]; migrate?: (old: unknown) => unknown } = {}) =>
  numberSetting('shop.size', {
    name: options.name ?? 'Size',
    unit: 'COUNT',
    default: 1,
    min: 0,
    max: options.max ?? 100,
    formerCodes: options.former ?? [],
    ...(options.migrate === undefined ? {} : { migrate: options.migrate }),
  });
const old = numberSetting('shop.old-size', { name: 'Size', unit: 'COUNT', default: 1, min: 0, max: 100 });

let db: TestDatabase;
beforeEach(async () => {
  const directory = new URL('../migrations/', import.meta.url);
  db = await createTestDatabase([{ name: 'system-setting', directory }]);
});
afterEach(() => db.close());

const register = (version: string, ...definitions: AnyDefinition[]) =>
  registerDefinitions(
    { database: db.database, clock, ids, seal, version, revisioned: createTestRevisioned(db.database) },
    definitions,
  );
const rows = async <R extends object>(text: string) => db.database.rows<R>({ name: '', text });
const revision = async () =>
  (await rows<{ revision: number }>('SELECT revision FROM system_setting_state'))[0]!.revision;
const definition = async () =>
  rows<{ code: string; name: string; retired: boolean }>(
    'SELECT code, name, retired FROM system_setting_definition WHERE NOT deleted ORDER BY code',
  );
const store = async (
  code: string,
  value: unknown,
  tenantIdentifier: string | null = null,
  sealed: string | null = null,
) => {
  const scope = tenantIdentifier === null ? 'GLOBAL' : 'TENANT';
  const level = { code, scope, tenantIdentifier } as const;
  const at = { revision: await revision(), updatedBy: 'test', now: new Date(clock.now()) };
  await saveOne(db.database, {
    ...level,
    ...at,
    uuid: ids.uuidV7(),
    version: 1,
    value,
    sealed,
    removed: false,
    expiryDate: null,
  });
};
/** Starts a process with these definitions of its own. */
async function start(...definitions: AnyDefinition[]) {
  const settings = createSettings();
  settings.bind(Object.fromEntries(definitions.map((one, at) => [String(at), one])));
  const snapshot = createSettingSnapshot({ database: db.database, notify: silent, seal, settings, log: log as never });
  await snapshot.load();
  settings.attach({ find: snapshot.index.read, findSecret: snapshot.index.readSecret });
  return { settings, snapshot };
}

describe('system-setting 13: a definition registered by two versions', () => {
  it.each([
    ['1.9.0', '1.10.0'],
    ['1.10.0', '1.9.0'],
  ])('is that of the newer one, started as %s, %s', async (...versions) => {
    for (const version of versions) await register(version, size({ name: `Size of ${version}` }));
    expect(await definition()).toMatchObject([{ name: 'Size of 1.10.0' }]);
  });
  it('raises no revision when five processes start again', async () => {
    await register('1.0.0', size());
    const before = await revision();
    await Promise.all(Array.from({ length: 5 }, () => register('1.0.0', size())));
    expect(await revision()).toBe(before);
    await register('1.1.0', size());
    expect(await revision()).toBe(before);
  });
});

describe('system-setting 14: a definition', () => {
  it('a definition that was narrowed passes over a stored value, and says so', async () => {
    await register('1.0.0', size());
    await store('shop.size', 50);
    await store('shop.size', 5, 'north');
    await register('1.1.0', size({ max: 10 }));
    const { settings, snapshot } = await start(size({ max: 10 }));
    const handle = settings.bind({ size: settings.definitions()[0]! }).size as { get(tenant: string | null): number };
    expect([handle.get(null), handle.get('north'), snapshot.index.invalidCount]).toEqual([1, 5, 1]);
    expect(snapshot.index.entry('shop.size')?.global).toMatchObject({ value: 50, invalid: true });
  });
  it('a definition that knows how makes a stored value fit', async () => {
    await register('1.0.0', size());
    await store('shop.size', 50);
    await register('1.1.0', size({ max: 10, migrate: (value) => Math.min(Number(value), 10) }));
    const { snapshot } = await start(size({ max: 10 }));
    expect(snapshot.index.read('shop.size', null)).toBe(10);
    expect(
      await rows('SELECT action, old_value, new_value FROM system_setting_history WHERE scope IS NOT NULL'),
    ).toEqual([{ action: 'REDEFINE', old_value: 50, new_value: 10 }]);
  });
  it('a choice that is written in upper case from now on takes its stored values along', async () => {
    const mode = (...choices: string[]) =>
      choiceSetting('shop.mode', { name: 'Mode', choices, default: choices[0] ?? '' });
    await register('1.0.0', mode('loose', 'strict'));
    await store('shop.mode', 'strict');
    await store('shop.mode', 'gone', 'north');
    await register('1.1.0', mode('LOOSE', 'STRICT'));
    const { snapshot } = await start(mode('LOOSE', 'STRICT'));
    expect([snapshot.index.read('shop.mode', null), snapshot.index.read('shop.mode', 'north')]).toEqual([
      'STRICT',
      'STRICT',
    ]);
    expect(snapshot.index.invalidCount).toBe(1);
  });
  it('a definition that was renamed keeps its values, and the old code still reads, also for the old version', async () => {
    await register('1.0.0', old);
    await store('shop.old-size', 7, 'north');
    const before = await start(old);
    await register('2.0.0', size({ former: ['shop.old-size'] }));
    await before.snapshot.refresh();
    const after = await start(size({ former: ['shop.old-size'] }));
    for (const { snapshot } of [before, after]) {
      for (const code of ['shop.size', 'shop.old-size']) expect(snapshot.index.read(code, 'north')).toBe(7);
    }
    await register('1.0.0', old);
    expect(await definition()).toMatchObject([{ code: 'shop.size' }]);
  });
  it('a definition that is gone is retired with its values, and comes back with them', async () => {
    const other = textSetting('shop.name', { name: 'Name', default: '' });
    const foreign = textSetting('bank.name', { name: 'Name', default: '' });
    await register('1.0.0', size(), other, foreign);
    await store('shop.size', 7);
    await register('1.0.0', other);
    expect(await definition()).toMatchObject([
      { code: 'bank.name', retired: false },
      { code: 'shop.name', retired: false },
      { code: 'shop.size', retired: true },
    ]);
    await register('0.9.0', other, foreign);
    await register('1.0.0', size(), other);
    expect((await definition()).map(({ retired }) => retired)).toEqual([false, false, false]);
    expect((await start(size())).snapshot.index.read('shop.size', null)).toBe(7);
  });
  it('system-setting 24: a definition of a module that this process lacks is left alone, ten times in turn', async () => {
    const foreign = textSetting('bank.name', { name: 'Name', default: '' });
    await register('1.0.0', size(), foreign);
    const before = await revision();
    for (let turn = 0; turn < 10; turn += 1)
      await register('1.0.0', ...(turn % 2 === 0 ? [size()] : [size(), foreign]));
    expect([await revision(), (await definition()).map(({ retired }) => retired)]).toEqual([before, [false, false]]);
  });
  it('a definition whose code another one claims stops the start', () => {
    expect(() => register('1.0.0', size({ former: ['shop.OLD-size'] }), old)).toThrow(
      'both claim the code shop.old-size',
    );
  });
});

describe('a definition of people', () => {
  const custom = (code: string, aliases: readonly string[] = []) =>
    rows(
      `INSERT INTO system_setting_definition (uuid, version, code, name, name_map, description, description_map,
         group_code, owner, type, unit, visibility, tenant_overridable, tenant_editable, user_overridable,
         reauthentication_required, restart_required, enabled, system, retired, aliases, order_number, revision,
         created_by, updated_by, date_created, date_updated)
       VALUES (gen_random_uuid(), 1, '${code}', 'Theirs', '{}', '', '{}', 'shop', 'custom', 'NUMBER', 'NONE', 'SESSION',
         true, true, false, false, false, true, false, false, '{${aliases.join()}}', 1, 1, 'test', 'test', now(), now())`,
    );
  it.each(['shop.size', 'Shop.SIZE'])(
    'a definition of the same code becomes that of the program, with its value: %s',
    async (code) => {
      await custom(code);
      await store(code, 7);
      await register('1.0.0', size());
      expect(await definition()).toEqual([{ code: 'shop.size', name: 'Size', retired: false }]);
      const { snapshot } = await start(size());
      expect(snapshot.index.read('shop.size', null)).toBe(7);
      const before = await revision();
      await register('1.0.0', size());
      expect(await revision()).toBe(before);
    },
  );
  it('loses an alias that the program has as a code', async () => {
    await custom('theirs.size', ['Shop.size', 'theirs.other']);
    await store('theirs.size', 7);
    await register('1.0.0', size());
    const { snapshot } = await start(size());
    expect(snapshot.index.find('shop.size')?.definition?.system).toBe(true);
    expect(snapshot.index.find('theirs.other')?.global?.value).toBe(7);
    expect(snapshot.index.find('Shop.size')).toBeUndefined();
  });
  it('keeps its code where that is a former one of the program', async () => {
    await custom('shop.old-size');
    await store('shop.old-size', 7);
    await register('1.0.0', size({ former: ['shop.old-size'] }));
    const { snapshot } = await start(size());
    expect(snapshot.index.read('shop.size', null)).toBe(1);
    expect(snapshot.index.find('shop.old-size')?.global?.value).toBe(7);
  });
});

describe('system-setting 28: a secret', () => {
  const secret = (code: string, formerCodes: string[] = []) => secretSetting(code, { name: 'Key', formerCodes });
  it('a secret whose definition is renamed keeps its text', async () => {
    await register('1.0.0', secret('shop.key'));
    await store('shop.key', null, null, seal.seal('hunter2', sealOwner('shop.key', 'GLOBAL', null)));
    await register('1.1.0', secret('shop.api-key', ['shop.key']));
    const { snapshot } = await start(secret('shop.api-key', ['shop.key']));
    expect(snapshot.index.readSecret('shop.api-key', 'north')?.reveal()).toBe('hunter2');
  });
  it('system-setting 10: a secret whose key was taken away stops the start, naming code and key', async () => {
    await register('1.0.0', secret('shop.key'));
    const foreign = createSeal(
      loadSecretKeys({ environmentValue: `k9:${randomBytes(32).toString('base64url')}` }),
      'setting',
    );
    await store('shop.key', null, 'north', foreign.seal('hunter2', sealOwner('shop.key', 'TENANT', 'north')));
    await expect(start(secret('shop.key'))).rejects.toThrow(/shop\.key of tenant north .* "k9"/);
  });
  it('system-setting 9: moved to another row does not open', async () => {
    await register('1.0.0', secret('shop.key'));
    await store('shop.key', null, 'north', seal.seal('hunter2', sealOwner('shop.key', 'TENANT', 'south')));
    await expect(start(secret('shop.key'))).rejects.toThrow('does not open');
  });
});
