// Proves that every write of the administration is an event of its own, with who did it and from where.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createActiveUser, query, signInAdmin, startDirectory } from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

interface Made {
  readonly uuid: string;
  readonly version: number;
}

async function send(method: string, path: string, body?: unknown): Promise<Made> {
  const answer = await call<Made>(server, method, path, body === undefined ? { token: admin } : { token: admin, body });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** Those that stood there before were written by another process, whose ids of the same instant may be greater. */
const eventsBeside = async (before: readonly string[]) =>
  query<{ kind: string; type: string; actor: string; address: string }>(
    server,
    `SELECT kind, type, actor, ip_address AS address FROM log_recorded_event
     WHERE kind LIKE 'authentication.%' AND id::text <> ALL ($1::text[]) ORDER BY recorded_at, id`,
    [before],
  );

it('authentication 28: each change of users, roles, tenants and keys is reported once', async () => {
  const before = await query<{ id: string }>(server, 'SELECT id::text FROM log_recorded_event');
  const user = await send('POST', '/users', { username: 'told' });
  await send('PUT', '/users', { ...user, displayName: 'Told' });
  await send('PUT', '/users', { uuid: user.uuid, version: 1, username: 'retold' });
  await send('PUT', `/users/roles/by-uuid/${user.uuid}`, { roleList: ['ROLE_TENANT_ADMIN'], version: 2 });
  await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
  await send('POST', `/users/activate/by-uuid/${user.uuid}`);
  await send('DELETE', `/users/by-uuid/${user.uuid}`);
  await send('POST', '/users/import', [{ username: 'imported' }]);
  const role = await send('POST', '/roles', { code: 'ROLE_TOLD' });
  await send('PUT', '/roles', { uuid: role.uuid, version: 0, authorityList: ['SESSION_VIEW'] });
  await send('DELETE', `/roles/by-uuid/${role.uuid}`);
  const tenant = await send('POST', '/tenants', { identifier: 'told', name: 'Told' });
  await send('PUT', '/tenants', { uuid: tenant.uuid, version: 0, name: 'T' });
  await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  await send('POST', `/tenants/activate/by-uuid/${tenant.uuid}`);
  await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`);
  const key = await send('POST', '/api-keys', { name: 'told', authorityList: ['SESSION_VIEW'] });
  await send('PUT', '/api-keys', { uuid: key.uuid, version: 0, description: 'x' });
  await send('POST', `/api-keys/rotate/by-uuid/${key.uuid}`);
  await send('DELETE', `/api-keys/by-uuid/${key.uuid}`);
  const events = await eventsBeside(before.map(({ id }) => id));
  expect(events.map(({ kind }) => kind.replace('authentication.', ''))).toEqual([
    'user-created',
    'user-updated',
    'user-renamed',
    'user-roles-changed',
    'user-deactivated',
    'user-activated',
    'user-deleted',
    'user-imported',
    'role-created',
    'role-updated',
    'role-deleted',
    'tenant-created',
    'tenant-updated',
    'tenant-deactivated',
    'tenant-activated',
    'tenant-deactivated',
    'tenant-deleted',
    'api-key-created',
    'api-key-updated',
    'api-key-rotated',
    'api-key-deleted',
  ]);
  expect(new Set(events.map(({ type, actor, address }) => `${type} ${actor} ${address}`))).toEqual(
    new Set(['AUDIT admin 127.0.0.1']),
  );
});

it('authentication 28: a first password is told as the activation of the user, by the user', async () => {
  await createActiveUser(server, admin, { username: 'activated' });
  const events = await query(
    server,
    "SELECT type, actor, detail FROM log_recorded_event WHERE kind = 'authentication.user-activated' AND subject = 'activated'",
  );
  expect(events).toEqual([{ type: 'AUDIT', actor: 'activated', detail: { passwordSet: true } }]);
});

it('authentication 28: a write that fails at its end leaves neither change nor event', async () => {
  const user = await createActiveUser(server, admin, { username: 'steadfast' });
  await query(
    server,
    `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
  );
  await query(
    server,
    'CREATE TRIGGER refuse_event BEFORE INSERT ON auth_directory_event EXECUTE FUNCTION refuse_event()',
  );
  const answer = await call(server, 'POST', `/users/deactivate/by-uuid/${user.uuid}`, { token: admin });
  await query(server, 'DROP TRIGGER refuse_event ON auth_directory_event');
  expect(answer.status).toBe(500);
  const left = await query<{ enabled: boolean; events: number }>(
    server,
    `SELECT u.enabled, (SELECT count(*)::int FROM log_recorded_event e
       WHERE e.kind = 'authentication.user-deactivated' AND e.subject = 'steadfast') AS events
     FROM auth_user u WHERE u.username = 'steadfast'`,
  );
  expect(left).toEqual([{ enabled: true, events: 0 }]);
});
