// Tests that everybody sees his own events under each name that he bore, and never what somebody else did under it.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import {
  createPersonWithRoles,
  type Person,
  signIn,
  signInAdmin,
  TEST_PASSWORD,
} from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createUsernameChangeStore } from './username-change.store.ts';

const WAIT = { timeout: 10_000, interval: 10 };

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  const settings = { 'logger.retention.standard': 400 };
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD }, settings });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const CHANGES = sql('t_changes', 'SELECT count(*)::int AS count FROM log_username_change');
const changes = async () => (await server.database.database.rows<{ count: number }>(CHANGES))[0]!.count;
const LOOKS = sql('t_looks', "SELECT count(*)::int AS count FROM log_recorded_event WHERE kind = 'log.audit-read'");

/** Renames a person and waits until all have heard of it. */
async function rename(from: string, to: string): Promise<Person> {
  const user = (await admin.get(`/users/by-username/${encodeURIComponent(from)}`)).body;
  const before = await changes();
  const renamed = await admin.put('/users', { uuid: user.uuid, version: user.version, username: to });
  expect(renamed.errorDetail).toBeNull();
  await vi.waitFor(async () => expect(await changes()).toBe(before + 1), WAIT);
  server.clock.advance(1_000);
  return signIn(server.url, to);
}

async function own(person: Person, query: object = {}): Promise<readonly string[]> {
  const { body, errorDetail } = await person.post('/event/page/user', { pageable: { pageSize: 200 }, ...query });
  expect(errorDetail).toBeNull();
  return body.data.map(({ eventName, message }: { eventName: string; message: string | null }) => message ?? eventName);
}

async function say(person: Person, message: string): Promise<void> {
  server.clock.advance(1_000);
  expect((await person.post('/event/sync', { message, service: 'said' })).status).toBe(200);
  server.clock.advance(1_000);
}

it('logger-producer 30: under each of his names while it was his, and what another did under it afterwards is not there', async () => {
  let first = await createPersonWithRoles(admin, server.url, 'Deniz');
  await say(first, 'first as Deniz');
  first = await rename('Deniz', 'derya');
  await say(first, 'first as derya');
  // The name is free again for whoever comes later.
  server.clock.advance(91 * DAY_MS);
  admin = await signInAdmin(server);
  const second = await createPersonWithRoles(admin, server.url, 'deniz');
  await say(second, 'second as deniz');
  first = await signIn(server.url, 'derya');
  const said = { service: 'said' };
  expect(await own(second, said)).toEqual(['second as deniz']);
  const wide = { service: 'said', eventTimeFrom: new Date(server.clock.now() - 20 * DAY_MS).toISOString() };
  expect(await own(second, wide)).toEqual(['second as deniz']);
  const then = (days: number) => new Date(server.clock.now() - days * DAY_MS).toISOString();
  expect(await own(first, { service: 'said', eventTimeFrom: then(92), eventTimeTo: then(90) })).toEqual([
    'first as derya',
    'first as Deniz',
  ]);
  expect(await own(second, { eventTimeFrom: then(92), eventTimeTo: then(90) })).toEqual([]);
});

it('logger-producer 30: who may not look at the audit sees his own sign-ins, and is not recorded for it', async () => {
  const person = await createPersonWithRoles(admin, server.url, 'plain');
  const count = async () => (await server.database.database.rows<{ count: number }>(LOOKS))[0]!.count;
  const before = await count();
  expect(await own(person, { eventTypeList: ['SECURITY'] })).toContain('authentication.login-succeeded');
  expect(await own(person, { username: 'admin' })).toEqual([]);
  expect(await count()).toBe(before);
  expect((await person.post('/event/page', {})).status).toBe(403);
});

it('the name of somebody who was deleted brings his events to nobody', async () => {
  const gone = await createPersonWithRoles(admin, server.url, 'gone');
  await say(gone, 'gone said it');
  const before = await changes();
  const { uuid } = (await admin.get('/users/by-username/gone')).body;
  expect((await admin.remove(`/users/by-uuid/${uuid}`)).status).toBe(200);
  await vi.waitFor(async () => expect(await changes()).toBe(before + 1), WAIT);
  const { namesOf } = createUsernameChangeStore(server.database.database);
  const bearer = { tenantIdentifier: 'default', userUuid: randomUUID(), usernameFolded: 'gone' };
  const borne = { usernameFolded: 'gone', from: new Date(server.clock.now()), until: null };
  expect(await namesOf(bearer)).toEqual([borne]);
  expect(await namesOf({ ...bearer, userUuid: null })).toEqual([borne]);
});
