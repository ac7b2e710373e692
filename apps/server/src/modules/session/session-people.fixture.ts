// Does what tests of sessions do over HTTP: make users, sign them in, look at their sessions and close them.
import type { SvcSecuritySession, SvcSession } from '@keelson/contract';
import { call, createActiveUser, signIn, signInAdmin, USER_PASSWORD } from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

export interface SessionPage {
  readonly data: readonly SvcSession[];
  readonly totalElements: number;
  readonly totalPages: number;
}

/** The server is asked for when it is needed: it starts after this. */
export function createSessionPeople(server: () => TestServer) {
  let names = 0;
  const get = (token: string) => call<SvcSecuritySession>(server(), 'GET', '/session', { token });
  const people = {
    /** Is the token of an administrator, fresh since the last `signInAdmin` or `newUser`. */
    adminToken: '',
    async signInAdmin(): Promise<void> {
      people.adminToken = await signInAdmin(server());
    },
    /** Makes a user of one test alone, by an administrator who has just signed in. */
    async newUser(tenantIdentifier = 'default'): Promise<string> {
      await people.signInAdmin();
      names += 1;
      const username = `person-${names}`;
      await createActiveUser(server(), people.adminToken, { username, tenantIdentifier });
      return username;
    },
    enter: (username: string) => signIn(server(), username, USER_PASSWORD),
    get,
    identifierOf: async (token: string) => (await get(token)).body.session.identifier,
    reasonOf: async (token: string) => (await get(token)).error?.errorArguments[0]?.reason,
    statuses: (...tokens: string[]) => Promise.all(tokens.map(async (token) => (await get(token)).status)),
    post: <T = unknown>(path: string, token: string, body: unknown) => call<T>(server(), 'POST', path, { token, body }),
  };
  return people;
}
