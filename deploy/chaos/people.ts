// Makes a tenant of its own for a run, with the service in whose name its load calls.
import { createClient } from '@keelson/client';
import { modules } from '@keelson/contract';
import type { Person } from '../../tests/support/people.ts';
import type { Layout } from '../cluster/layout.ts';

/** These reach beyond one tenant. */
const reaching = new Set(['TENANT_ALL', 'AUTH_TENANT_MANAGE']);

function personOf(baseUrl: string, username: string, token: string): Person {
  return {
    username,
    token,
    client: createClient({ baseUrl, token }),
    sure: createClient({ baseUrl, token, throwOnError: true }),
  };
}

async function signIn(url: string, username: string, password: string, tenantIdentifier: string | null) {
  const { authentication } = createClient({ baseUrl: url, throwOnError: true });
  const { body } = await authentication.login({ body: { username, password, tenantIdentifier } });
  if (body.token === null) throw new Error(`The sign-in of ${username} ended at ${body.status}.`);
  return personOf(url, username, body.token);
}

/** Answers a service named `clerk`, of a new tenant in which nothing has happened, that holds these authorities. */
export async function createClerk(
  { url, adminPassword }: Layout,
  tenantIdentifier: string,
  authorityList: readonly string[],
): Promise<Person> {
  const { authentication } = (await signIn(url, 'admin', adminPassword, null)).sure;
  await authentication.createTenant({ body: { identifier: tenantIdentifier, name: 'Chaos' } });
  const all = modules.flatMap((module) => module.authorities.map(({ authority }) => authority));
  const role = await authentication.createRole({
    body: { code: 'ROLE_CHAOS', tenantIdentifier, authorityList: all.filter((one) => !reaching.has(one)) },
  });
  const username = 'owner';
  const made = await authentication.createUser({ body: { username, roleList: [role.body.code], tenantIdentifier } });
  const activationToken = new URLSearchParams(new URL(made.body.activationLink ?? '').hash.slice(1)).get('token');
  await authentication.activate({ body: { activationToken: activationToken ?? '', newPassword: adminPassword } });
  const owner = await signIn(url, username, adminPassword, tenantIdentifier);
  const { body } = await owner.sure.authentication.createApiKey({ body: { name: 'clerk', authorityList } });
  if (body.key === null) throw new Error('The answer carries no key.');
  return personOf(url, body.username, body.key);
}
