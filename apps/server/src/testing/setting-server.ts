// Starts a server for tests of settings: people with their authorities, settings of the test's own, and short calls.
import type { SvcSettingEffectiveModel, SvcSettingModel, SvcSettingValueModel } from '@keelson/contract';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from './sign-in.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';

export interface SettingServer extends TestServer {
  /** Holds everything. */
  readonly admin: string;
  as<T = unknown>(
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  define(model: Record<string, unknown>): Promise<SvcSettingModel>;
  /** Writes the global level unless a tenant is named. */
  put(
    code: string,
    value: unknown,
    more?: Record<string, unknown>,
    token?: string,
  ): Promise<Answer<SvcSettingValueModel>>;
  /** Writes as an operator does, with the version of the level that it reads; throws when it is refused. Answers the revision. */
  change(code: string, value: unknown, tenantIdentifier?: string): Promise<number>;
}

export async function startSettingServer(options: TestServerOptions = {}): Promise<SettingServer> {
  const server = await startDirectory(options);
  return withAdmin(server, await signInAdmin(server));
}

/** Starts a second server beside one whose database it shares, so that it knows its people. */
export async function joinSettingServer(first: SettingServer, env: Record<string, string>): Promise<SettingServer> {
  const server = await startDirectory({ sharedDatabase: first.database, clock: first.clock, env });
  return withAdmin(server, first.admin);
}

function withAdmin(server: TestServer, admin: string): SettingServer {
  const as: SettingServer['as'] = (token, method, path, body, headers) =>
    call(server, method, path, {
      token,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
  const put: SettingServer['put'] = (code, value, more = {}, token = admin) =>
    as<SvcSettingValueModel>(token, 'PUT', '/settings/value', { code, value, ...more });
  return Object.assign(server, {
    admin,
    as,
    put,
    async change(code: string, value: unknown, tenantIdentifier?: string) {
      const tenant = tenantIdentifier === undefined ? '' : `?tenant=${tenantIdentifier}`;
      const path = `/settings/effective/by-code/${code}${tenant}`;
      const { body } = await as<SvcSettingEffectiveModel>(admin, 'GET', path);
      const own = body.chain.find(({ level }) => level === (tenantIdentifier === undefined ? 'GLOBAL' : 'TENANT'));
      const more = { version: own?.version ?? 0, ...(tenantIdentifier === undefined ? {} : { tenantIdentifier }) };
      const answer = await put(code, value, more);
      if (answer.status !== 200) throw new Error(`change of ${code} was refused: ${answer.text}`);
      return Number(answer.headers.get('x-svc-setting-revision'));
    },
    async define(model: Record<string, unknown>) {
      const answer = await as<SvcSettingModel>(admin, 'POST', '/settings', { name: String(model.code), ...model });
      if (answer.status !== 200) throw new Error(`definition was refused: ${answer.text}`);
      return answer.body;
    },
  });
}

/** Makes a user with these authorities and no others, or with the shipped roles that are named; answers the token. */
export async function signInWith(
  server: SettingServer,
  username: string,
  authorityList: readonly string[] = [],
  tenantIdentifier = 'default',
): Promise<string> {
  const roleList = ['ROLE_USER', ...authorityList.filter((name) => name.startsWith('ROLE_'))];
  if (authorityList.length > 0 && roleList.length === 1) {
    const code = `ROLE_${username.toUpperCase()}`;
    const role = await server.as(server.admin, 'POST', '/roles', { code, name: code, authorityList });
    if (role.status !== 200) throw new Error(`role was refused: ${role.text}`);
    roleList.push(code);
  }
  await createActiveUser(server, server.admin, { username, roleList, tenantIdentifier });
  const login = await call<{ token: string }>(server, 'POST', '/auth/login', {
    body: { username, password: USER_PASSWORD, tenantIdentifier },
  });
  if (login.status !== 200) throw new Error(`sign-in failed: ${login.text}`);
  return login.body.token;
}

export { createTenant, query };
