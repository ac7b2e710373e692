// Tests writers on two processes at once: rules hold whatever they do, and no reader ever misses one of them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinSettingServer, query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';

const REPETITIONS = 100;
const WRITES = 150;

let first: SettingServer;
let second: SettingServer;

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startSettingServer({ env });
  second = await joinSettingServer(first, env);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

type Level = { readonly tenantIdentifier?: string };

async function versionOf(code: string, { tenantIdentifier = '' }: Level = {}): Promise<number> {
  const rows = await query<{ version: number }>(
    first,
    `SELECT version FROM system_setting_value WHERE code = $1 AND coalesce(tenant_identifier, '') = $2 AND NOT removed`,
    [code, tenantIdentifier],
  );
  return rows[0]?.version ?? 0;
}

/** Makes one entry of a list of writes, by the version that is stored. */
async function entry(code: string, value: unknown, level: Level = {}) {
  return { code, value, version: await versionOf(code, level), ...level };
}

describe('system-setting 7: two writes on two processes that would break a rule together', () => {
  const idle = 'session.idle-timeout';
  const absolute = 'session.absolute-timeout';

  /** Idle 600 of at most 720 is right, and so is absolute 500 over 30; together they are not. */
  async function race(level: Level): Promise<void> {
    const reset = [await entry(idle, 30, level), await entry(absolute, 720)];
    expect((await first.as(first.admin, 'PUT', '/settings/values', reset)).status).toBe(200);
    const [longIdle, shortLife] = [await entry(idle, 600, level), await entry(absolute, 500)];
    const answers = await Promise.all([
      first.as(first.admin, 'PUT', '/settings/value', longIdle),
      second.as(second.admin, 'PUT', '/settings/value', shortLife),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.error).toMatchObject({
      errorCode: 'SETTING_RULE_VIOLATED',
      errorArguments: [{ rule: 'session.idle-not-above-absolute', tenantIdentifier: level.tenantIdentifier ?? null }],
    });
  }

  it(`both global: exactly one is refused, ${REPETITIONS} times`, async () => {
    for (let round = 0; round < REPETITIONS; round += 1) await race({});
  }, 120_000);

  it(`one of a tenant, which has the other by inheritance: exactly one is refused, ${REPETITIONS} times`, async () => {
    await first.change(idle, null);
    for (let round = 0; round < REPETITIONS; round += 1) await race({ tenantIdentifier: 'north' });
  }, 120_000);
});

describe('system-setting 12: readers of both processes, while both write', () => {
  it('they have with each revision every write up to it, whatever order the writers began and committed in', async () => {
    const codeList = ['race.a', 'race.b'];
    for (const code of codeList) await first.define({ code, type: 'NUMBER', defaultValue: 0 });
    await second.apis.systemSetting.waitForRevision(first.apis.systemSetting.revision(), 2_000);
    const written: { code: string; value: number; revision: number }[] = [];
    const write = async (server: SettingServer, code: string): Promise<void> => {
      for (let value = 1; value <= WRITES; value += 1) {
        const { headers, status, text } = await server.put(code, value, { version: value - 1 });
        if (status !== 200) throw new Error(text);
        written.push({ code, value, revision: Number(headers.get('x-svc-setting-revision')) });
      }
    };
    let writing = true;
    const seen: { revision: number; valueMap: Record<string, number> }[] = [];
    const poll = async (server: SettingServer): Promise<void> => {
      while (writing) {
        const answer = await server.as<(typeof seen)[number]>(server.admin, 'POST', '/settings/values/by-codes', {
          codeList,
        });
        seen.push(answer.body);
      }
    };
    const polls = [poll(first), poll(second)];
    await Promise.all([write(first, 'race.a'), write(second, 'race.b')]);
    writing = false;
    await Promise.all(polls);

    expect(new Set(written.map(({ revision }) => revision)).size).toBe(2 * WRITES);
    const held = ({ revision, valueMap }: (typeof seen)[number]) =>
      codeList.filter((code) => {
        const last = Math.max(
          0,
          ...written.filter((one) => one.code === code && one.revision <= revision).map((one) => one.value),
        );
        return valueMap[code] !== last;
      });
    expect(seen.filter((one) => held(one).length > 0)).toEqual([]);
    expect(new Set(seen.map(({ revision }) => revision)).size).toBeGreaterThan(WRITES / 10);
  }, 60_000);
});
