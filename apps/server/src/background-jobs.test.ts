// Proves that each background job of the program is registered, keeps its interval and does its work.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminJobs } from './background-admin-jobs.fixture.ts';
import { engineJobs } from './background-engine-jobs.fixture.ts';
import { logJobs } from './background-log-jobs.fixture.ts';
import { mailJobs } from './background-mail-jobs.fixture.ts';
import { pollingJobs } from './background-polling-jobs.fixture.ts';
import { reportJobs } from './background-report-jobs.fixture.ts';
import { type EventReader, readEvents } from './kernel/http/streams/streams.fixture.ts';
import { singleElementFile } from './modules/bpmn-engine/testing/models.ts';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from './testing/sign-in.ts';
import { createPerson } from './testing/test-people.ts';
import type { TestServer } from './testing/test-server.ts';

let server: TestServer;
const readers: EventReader[] = [];
beforeAll(async () => {
  server = await startDirectory({ settings: { 'session.max-per-user': 0 } });
  const admin = await signInAdmin(server);
  for (const username of ['ayse', 'bora']) {
    await createActiveUser(server, admin, { username, roleList: ['ROLE_TENANT_ADMIN'] });
  }
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server?.stop();
});

/** A task is something to do, which the job finds with its next run. */
interface Task {
  /** The clock moves so far before the run. */
  readonly dueMs: number;
  readonly read: () => Promise<unknown>;
  /** `read` answers this once the job has run; where the clock makes it due, not before. */
  readonly done: unknown;
}

interface Expectation {
  readonly intervalMs: number | ((nowMs: number) => number);
  prepare(): Promise<Task>;
}

const rows = (text: string, ...values: readonly unknown[]) => query<Record<string, unknown>>(server, text, values);
const fromNow = (ms: number): Date => new Date(server.clock.now() + ms);
const enter = (username = 'ayse') => signIn(server, username, USER_PASSWORD);
const identifierOf = (token: string): string => hash('sha256', token, 'base64url');

/** The task is done when none is left of the rows that this reads. */
const untilGone = (dueMs: number, text: string, ...values: readonly unknown[]): Task => ({
  dueMs,
  read: async () => (await rows(text, ...values)).length,
  done: 0,
});

async function follow(token: string, path = '/session/events'): Promise<EventReader> {
  const reader = await readEvents(`${server.url}${path}`, { authorization: `Bearer ${token}` });
  readers.push(reader);
  return reader.until((one) => one.lastEventId() !== '');
}

const reasonsOf = (token: string) => async () =>
  (await rows('SELECT close_reason AS reason FROM session_entry WHERE identifier = $1', identifierOf(token)))[0];

/** A module that is gone has refused something: readiness names it from the next run on. */
const watchOf = (name: string, table: string): Expectation => ({
  intervalMs: 5 * SECOND_MS,
  async prepare() {
    await rows(
      `INSERT INTO ${table} (module, subject, tenant_identifier, event, attempts, refused_at, next_at)
       VALUES ('gone', 'somebody', 'default', '{"id":"0","kind":"somebody-left"}', 1, $1, $1)`,
      fromNow(0),
    );
    const read = async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      const { warnings } = (await answer.json()) as { readonly warnings: Record<string, string> };
      return warnings[name]?.startsWith('gone has not taken somebody-left (event 0)') ?? false;
    };
    return { dueMs: 0, read, done: true };
  },
});

/** Names every job of the program. */
const jobs: Readonly<Record<string, Expectation>> = {
  'account-expiry': {
    intervalMs: 20 * SECOND_MS,
    async prepare() {
      await createActiveUser(server, await signInAdmin(server), { username: 'leaver' });
      const token = await enter('leaver');
      await rows('UPDATE auth_user SET expiry_date = $1 WHERE username = $2', fromNow(MINUTE_MS), 'leaver');
      return { dueMs: MINUTE_MS, read: reasonsOf(token), done: { reason: 'USER_DISABLED' } };
    },
  },
  'auth-challenge-sweep': {
    intervalMs: MINUTE_MS,
    async prepare() {
      await rows(
        `INSERT INTO auth_challenge (identifier_hash, user_id, step, security_version, flow, date_created, expiry_date)
         SELECT 'forgotten', id, 'CODE', 1, '{}', $1, $2 FROM auth_user WHERE username = 'ayse'`,
        fromNow(0),
        fromNow(10 * MINUTE_MS),
      );
      return untilGone(10 * MINUTE_MS, 'SELECT FROM auth_challenge');
    },
  },
  'authentication-attempts': {
    intervalMs: 10 * MINUTE_MS,
    async prepare() {
      await rows('INSERT INTO auth_captcha_used VALUES ($1, $2)', Buffer.from([1]), fromNow(MINUTE_MS));
      return untilGone(MINUTE_MS, 'SELECT FROM auth_captcha_used');
    },
  },
  bpm_directory_change: {
    intervalMs: 2 ** 31 - 1,
    async prepare() {
      // A process that is gone had it until now.
      await rows(
        `INSERT INTO bpm_directory_change (kind, tenant_identifier, created_at, due_at) VALUES ('HOLD', 'nowhere', now(), $1)`,
        fromNow(MINUTE_MS),
      );
      return untilGone(MINUTE_MS, 'SELECT FROM bpm_directory_change');
    },
  },
  'directory-followers': {
    intervalMs: MINUTE_MS,
    async prepare() {
      // A process that is gone has left it.
      await rows("INSERT INTO kernel_directory_change (module, tenant_identifier) VALUES ('report', 'nowhere')");
      return untilGone(0, 'SELECT FROM kernel_directory_change');
    },
  },
  bpm_job: {
    intervalMs: 2 ** 31 - 1,
    async prepare() {
      const person = createPerson(server.url, 'admin', await signInAdmin(server));
      const timer = '<timerEventDefinition><timeDuration>PT20S</timeDuration></timerEventDefinition>';
      const file = singleElementFile(
        'late',
        `<intermediateCatchEvent id="wait">${timer}</intermediateCatchEvent>`,
        'wait',
      );
      await person.deploy([['late.bpmn', file]]);
      const { body } = await person.post('/runtime/start/by-process-definition-key/late', {});
      return untilGone(20 * SECOND_MS, 'SELECT FROM bpm_instance WHERE id = $1', body.id);
    },
  },
  ...engineJobs({
    rows,
    fromNow,
    untilGone,
    admin: async () => createPerson(server.url, 'admin', await signInAdmin(server)),
    async listen(path) {
      const reader = await follow(await signInAdmin(server), path);
      return () => reader.text();
    },
  }),
  'directory-events': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      await rows(
        `INSERT INTO auth_directory_event (kind, tenant_identifier, username, date_created)
         VALUES ('user-deactivated', 'default', 'nobody', $1)`,
        fromNow(0),
      );
      return untilGone(0, 'SELECT FROM auth_directory_event WHERE handled_date IS NULL');
    },
  },
  'directory-events-undelivered': watchOf('directory-events-undelivered', 'auth_directory_event_untold'),
  'engine-events-undelivered': watchOf('engine-events-undelivered', 'bpm_event_untold'),
  'mail-events-undelivered': watchOf('mail-events-undelivered', 'mail_event_untold'),
  'report-events-undelivered': watchOf('report-events-undelivered', 'report_run_event_untold'),
  'forgotten-passwords': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      const { status } = await call(server, 'POST', '/auth/password/forgot', { body: { username: 'ayse' } });
      expect(status).toBe(200);
      return untilGone(0, 'SELECT FROM auth_reset_request WHERE sealed IS NOT NULL');
    },
  },
  ...mailJobs({
    rows,
    fromNow,
    untilGone,
    async listen(path) {
      const reader = await follow(await signInAdmin(server), path);
      return () => reader.text();
    },
  }),
  'mail-events': {
    intervalMs: SECOND_MS,
    async prepare() {
      // It begins with whoever listens first.
      server.apis.mailNotification.registerStatusHandler('test', () => Promise.resolve());
      return { dueMs: 0, read: () => rows('SELECT id FROM mail_telling WHERE xid IS NOT NULL'), done: [{ id: 1 }] };
    },
  },
  'mail-providers': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      // Another process has added it, and nobody was told.
      await rows(
        `INSERT INTO mail_provider (uuid, version, tenant_identifier, code, name, host, port, security, priority, lanes,
           domain_rate_list, created_by, created_by_folded, updated_by, enabled, shared, pinned, trusted, date_created, date_updated,
           deleted)
         VALUES (gen_random_uuid(), 0, 'elsewhere', 'seen', '', 'smtp.mail.example', 25, 'NONE', 1, 1, '[]', '', '', '', true, false,
           false, false, $1, $1, false)`,
        fromNow(0),
      );
      const read = async () =>
        (await call(server, 'GET', '/metrics')).text.includes('tenant="elsewhere",provider="seen"');
      return { dueMs: 0, read, done: true };
    },
  },
  'menu-favorite-cleaning': {
    intervalMs: HOUR_MS,
    async prepare() {
      const deleted = fromNow(MINUTE_MS - 90 * DAY_MS);
      const [item] = await rows(
        `UPDATE system_menu_item SET deleted = true, deleted_date = $1
         WHERE id = (SELECT max(id) FROM system_menu_item) RETURNING uuid`,
        deleted,
      );
      await rows(
        `INSERT INTO system_menu_favorite (uuid, version, tenant_identifier, username_folded, username, path, menu_item_uuid,
           order_number, date_created, date_updated)
         VALUES (gen_random_uuid(), 1, 'default', 'ayse', 'ayse', '/gone', $1, 1, $2, $2)`,
        item?.uuid,
        deleted,
      );
      return untilGone(MINUTE_MS + 1, 'SELECT FROM system_menu_favorite');
    },
  },
  ...logJobs({
    rows,
    fromNow,
    untilGone,
    administrator: async () => createPerson(server.url, 'admin', await signInAdmin(server)),
    async listen(path, person) {
      const reader = await follow(person.token, path);
      return () => reader.text();
    },
  }),
  'menu-probe': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      // Another process has changed it, and nobody was told.
      const [app] = await rows(
        `WITH raised AS (UPDATE system_menu_state SET revision = revision + 1 RETURNING revision)
         UPDATE system_menu_app a SET display_name = 'Changed', display_name_map = '{}', revision = raised.revision
         FROM raised WHERE a.id = (SELECT min(id) FROM system_menu_app) RETURNING a.name`,
      );
      const token = await signInAdmin(server);
      const path = `/app-names/by-name/${app?.name}`;
      const read = async () => (await call<{ displayName: string }>(server, 'GET', path, { token })).body.displayName;
      return { dueMs: 0, read, done: 'Changed' };
    },
  },
  'session-activity': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      const token = await enter();
      const use = () => call(server, 'GET', '/session', { token });
      server.clock.advance(5 * MINUTE_MS);
      // The first use is written at once, and what follows it closely by the job.
      await use();
      server.clock.advance(MINUTE_MS);
      await use();
      server.clock.advance(2 * SECOND_MS);
      const other = await enter('bora');
      server.clock.advance(MINUTE_MS);
      await use();
      await call(server, 'GET', '/session', { token: other });
      const read = () =>
        rows(
          `SELECT a.last_access AS used FROM session_activity a JOIN session_entry e ON e.id = a.session_id
           WHERE e.identifier = ANY($1)`,
          [identifierOf(token), identifierOf(other)],
        );
      return { dueMs: 0, read, done: [{ used: fromNow(0) }, { used: fromNow(0) }] };
    },
  },
  'session-bulk-close': {
    intervalMs: 2_500,
    async prepare() {
      const token = await enter();
      await rows(
        `INSERT INTO session_bulk_close (created, tenant_identifier, through_id, include_system, except_identifier, reason, closed_by)
         SELECT $1, 'default', max(id), false, '', 'ADMIN', 'test' FROM session_entry`,
        fromNow(0),
      );
      return { dueMs: 0, read: reasonsOf(token), done: { reason: 'ADMIN' } };
    },
  },
  'session-count-fold': {
    intervalMs: 2 * SECOND_MS,
    async prepare() {
      for (const username of ['ayse', 'bora']) await enter(username);
      return untilGone(0, 'SELECT FROM session_count_delta GROUP BY tenant_identifier, system HAVING count(*) > 1');
    },
  },
  'session-count-recount': {
    // It runs at three in the night.
    intervalMs: (nowMs) => DAY_MS - ((nowMs - 3 * HOUR_MS) % DAY_MS),
    async prepare() {
      await rows(`INSERT INTO session_count_delta VALUES ('nowhere', false, 5)`);
      const read = () =>
        rows(
          `SELECT coalesce(sum(delta), 0)::int AS open FROM session_count_delta WHERE tenant_identifier = 'nowhere'`,
        );
      return { dueMs: 0, read, done: [{ open: 0 }] };
    },
  },
  'session-events': {
    intervalMs: SECOND_MS,
    async prepare() {
      const reader = await follow(await enter());
      await enter('bora');
      return { dueMs: 0, read: async () => reader.text().includes('"bora"'), done: true };
    },
  },
  'session-expiry': {
    intervalMs: 30 * SECOND_MS,
    async prepare() {
      return { dueMs: DAY_MS, read: reasonsOf(await enter()), done: { reason: 'ABSOLUTE' } };
    },
  },
  'session-history-deletion': {
    intervalMs: 10 * MINUTE_MS,
    async prepare() {
      const token = await enter();
      await call(server, 'GET', '/auth/logout', { token });
      const closed = fromNow(MINUTE_MS - 90 * DAY_MS);
      await rows('UPDATE session_entry SET closed_date = $1 WHERE identifier = $2', closed, identifierOf(token));
      return untilGone(MINUTE_MS + 1, 'SELECT FROM session_entry WHERE identifier = $1', identifierOf(token));
    },
  },
  'session-refusals': {
    intervalMs: SECOND_MS,
    async prepare() {
      await createActiveUser(server, await signInAdmin(server), { username: 'curious' });
      const token = await enter('curious');
      const { status } = await call(server, 'POST', '/users', { token, body: { username: 'curious-two' } });
      expect(status).toBe(403);
      const read = () => rows(`SELECT actor FROM log_recorded_event WHERE kind = 'session.access-denied'`);
      return { dueMs: 0, read, done: [{ actor: 'curious' }] };
    },
  },
  'session-shortening': {
    intervalMs: 30 * SECOND_MS,
    async prepare() {
      const token = await enter();
      server.settings.set('session.idle-timeout', 5);
      const read = () =>
        rows('SELECT idle_seconds AS idle FROM session_entry WHERE identifier = $1', identifierOf(token));
      return { dueMs: 0, read, done: [{ idle: 300 }] };
    },
  },
  'session-signal-deletion': {
    intervalMs: MINUTE_MS,
    async prepare() {
      const text = `INSERT INTO session_signal (created, scope, effect, keys) VALUES ($1, 'SESSION', 'REFRESH', '{old}')`;
      await rows(text, fromNow(0));
      return untilGone(10 * MINUTE_MS + 1, `SELECT FROM session_signal WHERE keys = '{old}'`);
    },
  },
  'session-signals': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      const token = await enter();
      const read = async () => (await call(server, 'GET', '/session', { token })).status;
      expect(await read()).toBe(200);
      // Another process has closed it, and its notification was lost.
      await rows(
        `WITH closed AS (
           UPDATE session_entry SET closed_date = $1, last_access = $1, close_reason = 'ADMIN' WHERE identifier = $2 RETURNING id
         ), told AS (
           INSERT INTO session_signal (created, scope, effect, keys) VALUES ($1, 'SESSION', 'CLOSE', ARRAY[$2])
         )
         DELETE FROM session_activity WHERE session_id IN (SELECT id FROM closed)`,
        fromNow(0),
        identifierOf(token),
      );
      return { dueMs: 0, read, done: 401 };
    },
  },
  'session-watch': {
    intervalMs: SECOND_MS,
    async prepare() {
      const reader = await follow(await enter());
      return { dueMs: DAY_MS, read: async () => reader.ended(), done: true };
    },
  },
  ...adminJobs({ rows, fromNow, untilGone }),
  ...reportJobs({ rows, fromNow, untilGone }),
  ...pollingJobs({
    rows,
    fromNow,
    untilGone,
    follow: async (path) => follow(await enter(), path),
    post: async (path, body) => call(server, 'POST', path, { token: await signInAdmin(server), body }),
  }),
  'setting-cleaning': {
    intervalMs: HOUR_MS,
    async prepare() {
      await rows(
        `INSERT INTO system_setting_history (uuid, revision, code, action, secret, updated_by, date)
         VALUES (gen_random_uuid(), 1, 'old', 'SET', false, '', $1)`,
        fromNow(MINUTE_MS - 730 * DAY_MS),
      );
      return untilGone(MINUTE_MS + 1, `SELECT FROM system_setting_history WHERE code = 'old'`);
    },
  },
  'setting-expiry': {
    intervalMs: 250,
    async prepare() {
      const body = { code: 'auth.password.min-length', value: 20, expiryDate: fromNow(MINUTE_MS).toISOString() };
      const { status, text } = await call(server, 'PUT', '/settings/value', { token: await signInAdmin(server), body });
      expect(status, text).toBe(200);
      return untilGone(MINUTE_MS, 'SELECT FROM system_setting_value WHERE NOT removed AND expiry_date IS NOT NULL');
    },
  },
  'setting-probe': {
    intervalMs: 5 * SECOND_MS,
    async prepare() {
      const code = 'menu.favorites.max-per-user';
      // Another process has written it, and nobody was told.
      await rows(
        `WITH raised AS (UPDATE system_setting_state SET revision = revision + 1 RETURNING revision)
         INSERT INTO system_setting_value (uuid, version, code, scope, value, removed, revision, updated_by, date_updated)
         SELECT gen_random_uuid(), 1, $1, 'GLOBAL', '77', false, revision, '', $2 FROM raised`,
        code,
        fromNow(0),
      );
      const token = await signInAdmin(server);
      const path = `/settings/effective/by-code/${code}`;
      const read = async () => (await call<{ value: unknown }>(server, 'GET', path, { token })).body.value;
      return { dueMs: 0, read, done: 77 };
    },
  },
};

it('runs these jobs and no others', () => {
  expect(server.jobs.map(({ name }) => name).sort()).toEqual(Object.keys(jobs).sort());
});

it.each(Object.entries(jobs))('%s keeps its interval and does its work', async (name, { intervalMs, prepare }) => {
  const job = server.jobs.find((one) => one.name === name);
  const { clock } = server;
  expect(job?.intervalMs()).toBe(typeof intervalMs === 'number' ? intervalMs : intervalMs(clock.now()));
  const { dueMs, read, done } = await prepare();
  if (dueMs > 0) expect(await read()).not.toEqual(done);
  clock.advance(dueMs);
  job?.wake();
  expect(await eventually(read, (found) => isDeepStrictEqual(found, done))).toEqual(done);
});
