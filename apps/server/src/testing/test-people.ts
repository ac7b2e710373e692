// Signs people in for tests, the way people do it: link, password, roles, login.
import type { TestServer } from './test-server.ts';

/** It is long enough for the policy, and a test's only secret. */
export const TEST_PASSWORD = 'a lake beneath seven hills';

/** An answer has the status, the envelope's two halves and the headers. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what came back, whatever its shape
  readonly body: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly errorDetail: any;
  readonly headers: Headers;
}

export interface Person {
  readonly username: string;
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** Deploys files under the field name; each file is [name, text]. */
  deploy(files: readonly (readonly [string, string])[], fields?: Record<string, string>): Promise<Answer>;
}

export function createPerson(url: string, username: string, token: string): Person {
  const authorization = { authorization: `Bearer ${token}` };
  async function send(path: string, init: RequestInit): Promise<Answer> {
    return readAnswer(await fetch(url + path, { ...init, headers: { ...authorization, ...init.headers } }));
  }
  return {
    username,
    token,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    put: (path, body) =>
      send(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    remove: (path) => send(path, { method: 'DELETE' }),
    deploy(files, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const single = files.length === 1;
      for (const [name, text] of files) form.append(single ? 'xmlFile' : 'xmlFileList', new Blob([text]), name);
      return send(single ? '/repository/deployXml' : '/repository/deployXmls', { method: 'POST', body: form });
    },
  };
}

/** Reads the envelope of any answer; bytes and pages are the body as text. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const envelope = text.startsWith('{') ? JSON.parse(text) : { body: text, errorDetail: null };
  return { status: response.status, body: envelope.body, errorDetail: envelope.errorDetail, headers: response.headers };
}

export async function signIn(url: string, username: string, password = TEST_PASSWORD): Promise<Person> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { status, body, errorDetail } = await readAnswer(response);
  if (status !== 200) throw new Error(`sign-in of ${username} answered ${status} ${JSON.stringify(errorDetail)}`);
  return createPerson(url, username, body.token);
}

/** Signs in the administrator of a server that was started with `TEST_PASSWORD` as `KEELSON_ADMIN_PASSWORD`. */
export function signInAdmin(server: Pick<TestServer, 'url'>): Promise<Person> {
  return signIn(server.url, 'admin');
}

/** Makes a user with these roles beside ROLE_USER, activates and signs in. */
export async function createPersonWithRoles(
  admin: Person,
  url: string,
  username: string,
  roles: readonly string[] = [],
) {
  const created = await admin.post('/users', { username, roleList: ['ROLE_USER', ...roles] });
  if (created.status !== 200) throw new Error(`making ${username} answered ${JSON.stringify(created.errorDetail)}`);
  const activationToken = new URLSearchParams(new URL(created.body.activationLink).hash.slice(1)).get('token');
  const activated = await admin.post('/auth/activate', { activationToken, newPassword: TEST_PASSWORD });
  if (activated.status !== 200)
    throw new Error(`activating ${username} answered ${JSON.stringify(activated.errorDetail)}`);
  return signIn(url, username);
}

/** Makes a role with these authorities. */
export async function createRole(admin: Person, code: string, authorityList: readonly string[] = []): Promise<void> {
  const { status, errorDetail } = await admin.post('/roles', { code, name: code, authorityList });
  if (status !== 200) throw new Error(`making ${code} answered ${JSON.stringify(errorDetail)}`);
}
