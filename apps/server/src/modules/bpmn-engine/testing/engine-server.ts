// Starts a server, or two on one database, for the engine's tests, and drives processes over HTTP.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { type Answer, createPerson, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';

const ADMIN = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD };

export interface Engine {
  readonly server: TestServer;
  readonly admin: Person;
}

export async function startEngine(options: Pick<TestServerOptions, 'outbound' | 'settings'> = {}): Promise<Engine> {
  const server = await startTestServer({ env: ADMIN, ...options });
  return { server, admin: await signInAdmin(server) };
}

/** Holds two processes on one database, and the administrator as each of them knows him. */
export interface EnginePair {
  readonly one: TestServer;
  readonly two: TestServer;
  readonly onOne: Person;
  readonly onTwo: Person;
  stop(): Promise<void>;
}

/** `ofSecond` are variables of the second process alone. */
export async function startEnginePair(ofSecond: Readonly<Record<string, string>> = {}): Promise<EnginePair> {
  const env = { ...ADMIN, KEELSON_SECRET_KEYS: `shared:${randomBytes(32).toString('base64url')}` };
  const one = await startTestServer({ env });
  const two = await startTestServer({ env: { ...env, ...ofSecond }, clock: one.clock, sharedDatabase: one.database });
  const onOne = await signInAdmin(one);
  return {
    one,
    two,
    onOne,
    onTwo: createPerson(two.url, 'admin', onOne.token),
    async stop() {
      await two.stop();
      await one.stop();
    },
  };
}

/** Makes a tenant, and signs in its administrator, who has the tenant's name. */
export async function createStranger({ server, admin }: Engine, tenantIdentifier: string): Promise<Person> {
  await createTenant(server, tenantIdentifier);
  const person = { username: tenantIdentifier, tenantIdentifier, roleList: ['ROLE_TENANT_ADMIN'] };
  await createActiveUser(server, admin.token, person);
  const signedIn = await login(server, tenantIdentifier, USER_PASSWORD, { body: { tenantIdentifier } });
  return createPerson(server.url, tenantIdentifier, signedIn.body.token ?? '');
}

/** Answers the status and error code of an answer. */
export function outcome({ status, errorDetail }: Answer) {
  return [status, errorDetail?.errorCode ?? null];
}

export const startPath = '/runtime/start/by-process-definition-key';

/** Answers the instance as the start answered it. */
export async function start(
  person: Person,
  key: string,
  body: object = {},
): Promise<Record<string, unknown> & { id: string }> {
  const answer = await person.post(`${startPath}/${key}`, body);
  expect(answer.errorDetail).toBeNull();
  return answer.body;
}

export async function startedId(person: Person, key: string, body: object = {}): Promise<string> {
  return (await start(person, key, body)).id;
}

export async function tasksOf(
  person: Person,
  processInstanceId: string,
  filter: object = {},
): Promise<(Record<string, unknown> & { id: string })[]> {
  const answer = await person.post('/task/list', { processInstanceId, ...filter });
  expect(answer.errorDetail).toBeNull();
  return answer.body;
}
