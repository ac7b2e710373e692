// Makes callers the way people do: link, password, sign-in; all through the client.
import { createHash, randomBytes } from 'node:crypto';
import { type Client, createClient } from '@keelson/client';
import { ADMIN_PASSWORD } from './server-process.ts';

/** It is long enough for the policy. */
export const PERSON_PASSWORD = 'a lake beneath seven hills';

export interface Person {
  readonly username: string;
  readonly token: string;
  readonly client: Client<false>;
  /** Throws on failure, for the steps of a test that are not its claim. */
  readonly sure: Client<true>;
}

export function personOf(url: string, username: string, token: string): Person {
  return {
    username,
    token,
    client: createClient({ baseUrl: url, token }),
    sure: createClient({ baseUrl: url, token, throwOnError: true }),
  };
}

export async function signIn(
  url: string,
  username: string,
  password = PERSON_PASSWORD,
  tenantIdentifier: string | null = null,
): Promise<Person> {
  const { body } = await createClient({ baseUrl: url, throwOnError: true }).authentication.login({
    body: { username, password, tenantIdentifier },
  });
  if (body.token === null) throw new Error(`the sign-in of ${username} ended at ${body.status}`);
  return personOf(url, username, body.token);
}

export function signInAdmin(url: string): Promise<Person> {
  return signIn(url, 'admin', process.env.KEELSON_ACCEPTANCE_PASSWORD ?? ADMIN_PASSWORD);
}

/** Finds the secret behind # of an activation link. */
export function activationTokenOf(link: string | null): string {
  const token = new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token');
  if (token === null) throw new Error('the link carries no token');
  return token;
}

/** Creates a user with these roles beside ROLE_USER and signs him in; in the tenant of the administrator unless told. */
export async function createPerson(
  admin: Person,
  url: string,
  username: string,
  roleList: readonly string[] = [],
  tenantIdentifier: string | null = null,
): Promise<Person> {
  const { body } = await admin.sure.authentication.createUser({ body: { username, roleList, tenantIdentifier } });
  await admin.sure.authentication.activate({
    body: { activationToken: activationTokenOf(body.activationLink), newPassword: PERSON_PASSWORD },
  });
  return signIn(url, username, PERSON_PASSWORD, body.tenantIdentifier);
}

/** Makes a caller who holds exactly these authorities. */
export async function createService(
  admin: Person,
  url: string,
  name: string,
  authorityList: readonly string[],
): Promise<Person & { readonly uuid: string }> {
  const { body } = await admin.sure.authentication.createApiKey({ body: { name, authorityList } });
  if (body.key === null) throw new Error('the answer carries no key');
  return { ...personOf(url, body.username, body.key), uuid: body.uuid };
}

/** Makes a token that nobody was given yet, with the identifier of the session to be begun for it. */
export function makeToken(): { readonly token: string; readonly identifier: string } {
  const token = `svc_${randomBytes(32).toString('base64url')}`;
  return { token, identifier: identifierOf(token) };
}

/** Computes the identifier of the session that a token belongs to. */
export function identifierOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
