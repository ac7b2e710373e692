// Drives a test server as clients do: JSON requests, signing in, making users.
import { hash } from 'node:crypto';
import type { SvcAuthAuthenticationResponseModel, SvcUserModel } from '@keelson/contract';
import { sql } from '../kernel/database/database.ts';
import type { TestServer } from './test-server.ts';
import { startTestServer, type TestServerOptions } from './test-server.ts';

export const ADMIN_PASSWORD = 'quiet harbour lantern seven';
export const USER_PASSWORD = 'green kettle on the window';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly error: {
    readonly errorCode: string;
    readonly errorMessage: string;
    readonly errorDetail: string | null;
    readonly errorArguments: readonly Record<string, unknown>[];
  } | null;
  readonly text: string;
}

export interface Call {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Is sent as it is. */
  readonly raw?: string;
}

export async function call<T = unknown>(
  server: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  { token, headers = {}, body, raw }: Call = {},
): Promise<Answer<T>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined || token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const envelope = isJson ? (JSON.parse(text) as { body: T; errorDetail: Answer['error'] }) : null;
  return {
    status: response.status,
    headers: response.headers,
    body: envelope?.body as T,
    error: envelope?.errorDetail ?? null,
    text,
  };
}

/** Starts a server whose `admin` has a password already. */
export function startDirectory(options: TestServerOptions = {}): Promise<TestServer> {
  return startTestServer({ ...options, env: { KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD, ...options.env } });
}

export function login(
  server: Pick<TestServer, 'url'>,
  username: string,
  password: string,
  extra: { readonly body?: object; readonly token?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<SvcAuthAuthenticationResponseModel>> {
  const { body = {}, ...rest } = extra;
  return call(server, 'POST', '/auth/login', { body: { username, password, ...body }, ...rest });
}

/** Answers the token of a new session; throws what the server said otherwise. */
export async function signIn(server: Pick<TestServer, 'url'>, username: string, password: string): Promise<string> {
  const answer = await login(server, username, password);
  if (answer.status !== 200 || answer.body.token === null) throw new Error(`sign-in failed: ${answer.text}`);
  return answer.body.token;
}

export function signInAdmin(server: Pick<TestServer, 'url'>): Promise<string> {
  return signIn(server, 'admin', ADMIN_PASSWORD);
}

/** Finds the token behind `#` of an activation link. */
export function tokenOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}

/** Makes a user with `USER_PASSWORD`, who can sign in. */
export async function createActiveUser(
  server: Pick<TestServer, 'url'>,
  adminToken: string,
  model: { readonly username: string; readonly roleList?: readonly string[]; readonly tenantIdentifier?: string },
): Promise<SvcUserModel> {
  const created = await call<SvcUserModel>(server, 'POST', '/users', { token: adminToken, body: model });
  if (created.status !== 200) throw new Error(`user was not created: ${created.text}`);
  const activationToken = tokenOf(created.body.activationLink ?? '');
  const body = { activationToken, newPassword: USER_PASSWORD };
  const activated = await call(server, 'POST', '/auth/activate', { body });
  if (activated.status !== 200) throw new Error(`user was not activated: ${activated.text}`);
  return created.body;
}

/** Answers the rows of a statement of the test's own, for what no operation shows or makes. */
export function query<R extends object>(
  server: Pick<TestServer, 'database'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  return server.database.database.rows<R>(sql(`test_${hash('sha256', text, 'hex').slice(0, 16)}`, text), values);
}

/** Makes a tenant beside `default`, without an administrator's session. */
export async function createTenant(server: Pick<TestServer, 'database'>, identifier: string): Promise<void> {
  const values = [identifier];
  await query(
    server,
    `INSERT INTO auth_tenant (uuid, identifier, name, created_by, updated_by, date_created, date_updated)
     VALUES (gen_random_uuid(), $1, $1, 'test', 'test', now(), now())`,
    values,
  );
}

/** Makes it as if ninety days had passed since the last rename; what has not been handled everywhere stays reserved. */
export async function endNameReservations(server: Pick<TestServer, 'database'>): Promise<void> {
  await query(server, "UPDATE auth_released_name SET reserved_until_date = 'epoch'");
}

/** Less than a test may take; a busy machine takes some of it. */
const PATIENCE_MS = 30_000;

/** Answers the first value that a condition accepts, asking again and again for at most 12 s. */
export async function eventually<T>(ask: () => Promise<T>, accept: (value: T) => boolean): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (accept(value) || performance.now() > giveUpAt) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Does the work while no module hears what happened to users and tenants, as in the moment before a slow delivery: whoever was
 * renamed signs in meanwhile, and is somebody new to all modules.
 */
export async function beforeModulesHear<T>(
  servers: readonly Pick<TestServer, 'jobs'>[],
  work: () => Promise<T>,
): Promise<T> {
  const deliveries = servers.flatMap(({ jobs }) => jobs.filter(({ name }) => name === 'directory-events'));
  for (const delivery of deliveries) await delivery.stop();
  try {
    return await work();
  } finally {
    for (const delivery of deliveries) {
      delivery.start();
      delivery.wake();
    }
  }
}

/** Gives a user another name; throws when it is refused. */
export async function renameUser(
  server: Pick<TestServer, 'url'>,
  adminToken: string,
  username: string,
  newName: string,
): Promise<SvcUserModel> {
  const { body } = await call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, { token: adminToken });
  const { uuid, version } = body;
  const model = { uuid, version, username: newName };
  const renamed = await call<SvcUserModel>(server, 'PUT', '/users', { token: adminToken, body: model });
  if (renamed.status !== 200) throw new Error(`user was not renamed: ${renamed.text}`);
  return renamed.body;
}

/** Waits until every module has heard what happened so far; answers what has not been heard by then. */
export function untilModulesHeard(server: Pick<TestServer, 'database'>): Promise<object[]> {
  return eventually(
    () =>
      query(
        server,
        'SELECT id, kind, previous_username, username FROM auth_directory_event WHERE handled_date IS NULL',
      ),
    (open) => open.length === 0,
  );
}
