// Holds how often settings ask the database: a read never, a change four times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { call, signInAdmin, startDirectory } from '../../apps/server/src/testing/sign-in.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';
import { measureStatements, REPETITIONS } from './statement-costs.ts';

const CODE = 'budget.size';
/** They are the lock of the revision, the level as it is stored, the value, and at the end history, event and revision together. */
const WRITE_STATEMENTS = 4;
/** Where the message of a change overtakes the answer to its commit, the process reads what it wrote. */
const OVERTAKEN_MAX = 0.5;

/** All that a change wrote has the number of one transaction. */
const readTransactions = sql(
  'budget_setting_transactions',
  `SELECT count(DISTINCT t.xmin::text)::int AS transactions FROM (
     SELECT xmin FROM system_setting_value WHERE code = $1
     UNION ALL SELECT xmin FROM system_setting_state
     UNION ALL (SELECT xmin FROM system_setting_history WHERE code = $1 ORDER BY id DESC LIMIT 1)
     UNION ALL (SELECT xmin FROM log_event_audit WHERE entity_uuid = $1 ORDER BY event_time DESC, uuid DESC LIMIT 1)) t`,
);

let server: TestServer;
let admin: string;

async function answer<T>(method: string, path: string, body?: object): Promise<T> {
  const answered = await call<T>(server, method, path, { token: admin, ...(body === undefined ? {} : { body }) });
  if (answered.status !== 200) throw new Error(answered.text);
  return answered.body;
}

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  await answer('POST', '/settings', { code: CODE, name: CODE, type: 'NUMBER', defaultValue: 0 });
});
afterAll(() => server.stop());

const measure = (work: (number: number) => Promise<unknown>) =>
  measureStatements(server.database.database, /\b(system_setting|log_event_audit)/, work);

const change = (version: number) =>
  answer('PUT', '/settings/value', { code: CODE, scope: 'GLOBAL', value: version + 1, version });

describe('a change of a setting', () => {
  it(`takes ${WRITE_STATEMENTS} statements in one transaction, and its own process reads nothing afterwards`, async () => {
    const { each, texts } = await measure(change);
    expect(each, texts).toBeGreaterThanOrEqual(WRITE_STATEMENTS);
    expect(each, texts).toBeLessThanOrEqual(WRITE_STATEMENTS + OVERTAKEN_MAX);
    const [row] = await server.database.database.rows<{ transactions: number }>(readTransactions, [CODE]);
    expect(row?.transactions).toBe(1);
  });
});

describe('a read of a setting', () => {
  it('asks the database nothing as a flag where no user may set it, whoever it is evaluated for', async () => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ context: { targetingKey: 'admin' } });
    const { each, texts } = await measure(async () => {
      const answered = await fetch(`${server.url}/ofrep/v1/evaluate/flags/${CODE}`, { method: 'POST', headers, body });
      expect(await answered.json()).toMatchObject({ key: CODE, value: REPETITIONS + 1 });
    });
    expect(each, texts).toBe(0);
  });
  it('asks the database nothing, by code, by codes and for all of a page before sign-in', async () => {
    const { each, texts } = await measure(async () => {
      expect(await answer('GET', `/settings/number-setting-with-tenant/by-code/${CODE}`)).toBe(REPETITIONS + 1);
      await answer('POST', '/settings/values/by-codes', { codeList: [CODE] });
      await answer('GET', '/settings/public');
    });
    expect(each, texts).toBe(0);
  });
});
