// Proves that keys are changed over restarts of the whole program: whatever any module sealed works under the new key alone.
import { randomBytes } from 'node:crypto';
import type { SvcAuthEnrollmentSecretModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from './app-modules.ts';
import { START_LOCK } from './kernel/database/advisory-locks.ts';
import { createManualClock } from './kernel/database/clock.ts';
import { sql } from './kernel/database/database.ts';
import { createSeal } from './kernel/secrets/seal.ts';
import { loadSecretKeys } from './kernel/secrets/secret-keys.ts';
import { secretSetting } from './kernel/settings/settings.ts';
import { createAttemptKeys } from './modules/authentication/guessing/attempt-key.ts';
import {
  challenge,
  codeOf,
  complete,
  createEmailUser,
  type Enrolled,
  enrolTotp,
} from './modules/authentication/steps/challenge.fixture.ts';
import { readMails } from './testing/mail-queue.ts';
import { joinSettingServer, type SettingServer, signInWith, startSettingServer } from './testing/setting-server.ts';
import { call, createActiveUser, eventually, login, query, signIn, USER_PASSWORD } from './testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { startTestServer } from './testing/test-server.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const [oldKey, newKey, newerKey] = [key('k1'), key('k2'), key('k3')];
const TEXT = 'the text of the secret';
const definition = secretSetting('demo.secret', { name: 'Secret' });

let database: TestDatabase;
/** A restart goes on with this server's database and people. */
let former: SettingServer;
let totp: Enrolled;
let enrolment: { readonly verificationIdentifier: string; readonly secret: string };
let mails: readonly { readonly uuid: string; readonly content: string }[];

const start = (keys: string, more: Readonly<Record<string, string>> = {}) =>
  joinSettingServer(former, { KEELSON_SECRET_KEYS: keys, ...more });
const secretOf = ({ kernel }: SettingServer, tenant: string) =>
  kernel.settings.secret(kernel.settings.bind({ secret: definition }).secret, tenant)?.reveal();
/** Answers, by table, the ids of the keys that sealed something. */
const sealers = async () => {
  const rows = await query<{ place: string; ids: string[] }>(
    { database },
    `SELECT place, array_agg(DISTINCT split_part(sealed, '.', 1) ORDER BY split_part(sealed, '.', 1)) AS ids FROM (
       SELECT 'setting' AS place, sealed FROM system_setting_value UNION ALL
       SELECT 'factor', sealed_secret FROM auth_factor UNION ALL
       SELECT 'challenge', sealed_secret FROM auth_challenge UNION ALL
       SELECT 'reset', sealed FROM auth_reset_request UNION ALL
       SELECT 'mail', sealed FROM mail_content UNION ALL
       SELECT 'report', sealed_query FROM report_execution
     ) t WHERE sealed IS NOT NULL GROUP BY place ORDER BY place`,
  );
  return Object.fromEntries(rows.map(({ place, ids }) => [place, ids]));
};
const everywhere = (id: string) => ({
  challenge: [id],
  factor: [id],
  mail: [id],
  report: [id],
  reset: [id],
  setting: [id],
});
const RUN = '0190aaaa-0000-7000-8000-0000000000aa';

/** Leaves a request for a forgotten password that no process has dealt with yet. */
async function leaveResetRequest(username: string): Promise<void> {
  const keys = loadSecretKeys({ environmentValue: oldKey });
  const subject = { tenantIdentifier: 'default', usernameFolded: username, deviceHash: null };
  const nameKey = createAttemptKeys(keys)(subject);
  const asked = JSON.stringify({ tenantIdentifier: 'default', username });
  await query(
    { database },
    `INSERT INTO auth_reset_request (name_key, sealed, ip_address, request_id, date_created)
     VALUES ($1, $2, '127.0.0.1', 'request', $3)`,
    [nameKey, createSeal(keys, 'auth-reset').seal(asked, nameKey.toString('hex')), new Date(former.clock.now())],
  );
}

/** Leaves a run of a report that no process has begun yet. */
async function leaveRun(): Promise<void> {
  const asked = JSON.stringify({ text: 'SELECT 4::bigint AS "signIns"', settings: [] });
  await query(
    { database },
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, sealed_query, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds,
       retention_hours, file_name, place, queued_date, due_at)
     SELECT $1, 'default', uuid, version, code, name, 'QUEUED', 'CSV', '{}', $2, 'admin', 'admin', 'API', 'en', 'UTC', 10, 60, 1, 'a', 1,
       $3, $3 FROM report_definition WHERE code = 'platform.sign-ins'`,
    [
      RUN,
      createSeal(loadSecretKeys({ environmentValue: oldKey }), 'report').seal(asked, `report-run:${RUN}`),
      new Date(former.clock.now()),
    ],
  );
}

/** Makes a new user, who is asked for a second factor and has been shown its secret. */
async function beginEnrolment(server: SettingServer, username: string) {
  await createActiveUser(server, server.admin, { username });
  server.settings.set('auth.mfa.policy', 'REQUIRED');
  const { verificationIdentifier } = (await login(server, username, USER_PASSWORD)).body;
  const body = { verificationIdentifier };
  const begun = await call<SvcAuthEnrollmentSecretModel>(server, 'POST', '/auth/enrollment/totp/begin', { body });
  return { verificationIdentifier: verificationIdentifier ?? '', secret: begun.body.secret };
}

function endEnrolment(server: SettingServer, { verificationIdentifier, secret }: typeof enrolment) {
  const body = { verificationIdentifier, code: codeOf(server, secret) };
  return call(server, 'POST', '/auth/enrollment/totp/confirm', { body });
}

/**
 * Ends enrolments one after the other until one is met whose text was read and whose recovery codes are being hashed; on a busy machine
 * that moment is missed now and then.
 */
async function meetAnEnd(server: SettingServer, begun: readonly (typeof enrolment)[]) {
  for (const one of begun) {
    let isOver = false;
    const answer = endEnrolment(server, one).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const tried = 'SELECT id FROM auth_challenge WHERE attempts = 1 AND sealed_secret IS NOT NULL';
      if ((await query({ database }, tried)).length === 1) return { answer };
    }
  }
  return null;
}

beforeAll(async () => {
  database = await createTestDatabase(moduleMigrations);
  const options = { clock: createManualClock(), sharedDatabase: database };
  const first = await startSettingServer({ ...options, env: { KEELSON_SECRET_KEYS: oldKey } });
  former = first;
  await first.define({ code: 'demo.secret', type: 'SECRET' });
  await first.put('demo.secret', TEXT);
  await first.put('demo.secret', `${TEXT} of north`, { tenantIdentifier: 'north' });
  await createActiveUser(first, first.admin, { username: 'tina' });
  await createEmailUser(first, first.admin, 'mia');
  await challenge(first, 'mia');
  totp = await enrolTotp(first, await signIn(first, 'tina', USER_PASSWORD));
  enrolment = await beginEnrolment(first, 'nils');
  mails = await readMails(first, 'auth.login-code');
  await first.stop();
  await leaveResetRequest('mia');
  await leaveRun();
});
afterAll(() => database.close());

describe('system-setting 10: keys change over restarts', () => {
  it('everything is sealed by the old key, without which no process starts', async () => {
    expect(await sealers()).toEqual(everywhere('k1'));
    await expect(start(newKey)).rejects.toThrow(
      /KEELSON_SECRET_KEYS has no key "k1".* give it behind the key that writes/,
    );
    // A database of before that was remembered.
    await query({ database }, "UPDATE system_setting_state SET writing_keys = '{}'");
    await expect(start(newKey)).rejects.toThrow(/The secret demo\.secret.* was sealed with the key "k1"/);
  });

  it('with the new key in front everything is sealed anew once, also when it is asked for twice at a time', async () => {
    // No module runs that would deal with the request.
    const both = await start(`${newKey},${oldKey}`, { KEELSON_MODULES: 'system-setting,session' });
    await both.put('demo.secret', `${TEXT} of south`, { tenantIdentifier: 'south' });
    expect((await sealers()).setting).toEqual(['k1', 'k2']);
    const counts = await Promise.all(
      [1, 2].map(async () => (await both.as<number>(both.admin, 'POST', '/settings/secrets/reencrypt')).body),
    );
    const [row] = await query<{ count: number }>({ database }, 'SELECT count(*)::int AS count FROM mail_content');
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 + 1 + 1 + 1 + 1 + (row?.count ?? 0));
    expect(await sealers()).toEqual(everywhere('k2'));
    expect((await both.as(both.admin, 'POST', '/settings/secrets/reencrypt')).body).toBe(0);
    await both.stop();
  });

  it('system-setting 28: without the old key secrets of settings, authenticators, enrolments, mails, requests and runs of reports all work', async () => {
    const after = await start(newKey);
    former = after;
    expect(['default', 'north', 'south'].map((tenant) => secretOf(after, tenant))).toEqual([
      TEXT,
      `${TEXT} of north`,
      `${TEXT} of south`,
    ]);
    const signedIn = await complete(after, await challenge(after, 'tina'), codeOf(after, totp.secret));
    expect(signedIn.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
    expect(mails.length).toBeGreaterThan(0);
    expect((await readMails(after, 'auth.login-code')).slice(0, mails.length)).toEqual(mails);
    const run = () =>
      query<{ status: string; rowCount: number }>(
        { database },
        'SELECT status, row_count AS "rowCount" FROM report_execution WHERE uuid = $1',
        [RUN],
      );
    expect(await eventually(run, ([found]) => found?.status === 'SUCCEEDED')).toMatchObject([{ rowCount: 1 }]);
    // Whoever asks next makes the requests be dealt with at once.
    await call(after, 'POST', '/auth/password/forgot', { body: { username: 'nobody' } });
    const [link] = await eventually(
      () => readMails(after, 'auth.password-reset'),
      (found) => found.length > 0,
    );
    expect(link).toMatchObject({ address: 'mia@example.com', token: expect.stringMatching(/^.{43}$/) });
    expect((await endEnrolment(after, enrolment)).body).toMatchObject({
      status: 'AUTHENTICATED',
      assuranceLevel: 'AAL2',
    });
    await after.stop();
  });

  it('an enrolment that ends while everything is sealed anew leaves nothing under the old key', async () => {
    const before = await start(newKey);
    const begun: (typeof enrolment)[] = [];
    for (const name of ['olga', 'otto', 'oya', 'omar']) begun.push(await beginEnrolment(before, name));
    await before.stop();
    const both = await start(`${newerKey},${newKey}`);
    const ending = (await meetAnEnd(both, begun))?.answer;
    expect(ending).toBeDefined();
    await both.as(both.admin, 'POST', '/settings/secrets/reencrypt');
    expect((await ending)?.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
    expect((await sealers()).factor).toEqual(['k3']);
    await both.stop();
  });

  it('a text that was sealed by the old key afterwards is passed over, told in the log, and stops nothing else', async () => {
    const keys = loadSecretKeys({ environmentValue: oldKey });
    await query(
      { database },
      'UPDATE mail_content SET sealed = $1 WHERE mail_id = (SELECT min(mail_id) FROM mail_content)',
      [createSeal(keys, 'mail').seal('{}', 'lost')],
    );
    const after = await start(`${key('k4')},${newerKey}`);
    // It touches all tenants, so whoever may write secrets of one may not.
    const keeper = await signInWith(after, 'keeper', ['SETTING_SECRET_MANAGE']);
    expect((await after.as(keeper, 'POST', '/settings/secrets/reencrypt')).status).toBe(403);
    expect((await after.as<number>(after.admin, 'POST', '/settings/secrets/reencrypt')).body).toBeGreaterThan(0);
    expect(await sealers()).toMatchObject({ factor: ['k4'], setting: ['k4'], mail: ['k1', 'k4'] });
    expect(after.logLines.filter((line) => line.includes('mail_content.sealed'))).toEqual([
      expect.stringMatching(/"unopened":1/),
    ]);
    await after.stop();
  });
});

describe('several processes on a database that nobody has started on', () => {
  const keys = {
    KEELSON_SECRET_KEYS: key('first'),
    KEELSON_MAIL_SMTP_URL: 'smtp://mailer:secret@127.0.0.1:1?security=none',
  };
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase(moduleMigrations);
  });
  afterAll(() => fresh.close());

  it('start one after the other: who comes second puts in nothing while the first one may', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = fresh.database.transaction(async (tx) => {
      await tx.rows(sql('t_hold_start', 'SELECT pg_advisory_xact_lock($1, $2)'), [START_LOCK.class, START_LOCK.key]);
      await released;
    });
    const starting = startTestServer({ sharedDatabase: fresh, env: keys });
    const asked = () =>
      query(
        { database: fresh },
        "SELECT FROM pg_stat_activity WHERE query LIKE '%pg_try_advisory_xact_lock%' AND pid <> pg_backend_pid() AND datname = current_database()",
      );
    const servers = () => query({ database: fresh }, 'SELECT FROM mail_provider WHERE NOT deleted');
    await eventually(asked, (rows) => rows.length > 0);
    expect(await servers()).toHaveLength(0);
    release();
    await held;
    const others = Array.from({ length: 3 }, () => startTestServer({ sharedDatabase: fresh, env: keys }));
    for (const one of await Promise.all([starting, ...others])) await one.stop();
    expect(await servers()).toHaveLength(1);
  });

  it('refuse a process with foreign keys under a new id, also where no setting is secret: others cannot open what it seals', async () => {
    const foreign = startTestServer({ sharedDatabase: fresh, env: { KEELSON_SECRET_KEYS: key('other') } });
    await expect(foreign).rejects.toThrow(/KEELSON_SECRET_KEYS has no key "first"/);
    const rows = await query({ database: fresh }, 'SELECT writing_keys AS "writing" FROM system_setting_state');
    expect(rows).toEqual([{ writing: ['first'] }]);
  });
});
