// Makes two tenants that know nothing of each other: an owner who may do everything in the one, and what there is in the other.
import { modules } from '@keelson/contract';
import { createService, identifierOf, type Person } from '../support/people.ts';
import { createForeignSetting, type ForeignSetting } from './system-setting/settings.ts';
import type { OwnTenant, World } from './world.ts';

/** These reach beyond one tenant by what they are. */
const reaching = ['TENANT_ALL', 'AUTH_TENANT_MANAGE'];

/** These are registered, and end at the border of a tenant. */
const withinTenant = modules
  .flatMap(({ authorities }) => authorities.map(({ authority }) => authority))
  .filter((authority) => !reaching.includes(authority));

/** A stranger might want to find, change or close these. */
export interface Foreign extends ForeignSetting {
  readonly tenant: OwnTenant;
  readonly person: Person;
  /** Makes, at the first call, somebody who holds there every authority but those that reach beyond a tenant. */
  owner(): Promise<Person>;
  /** Identifies the session of that person. */
  readonly identifier: string;
  readonly userUuid: string;
  readonly userVersion: number;
  readonly roleUuid: string;
  readonly roleVersion: number;
  readonly roleCode: string;
  readonly keyUuid: string;
  readonly keyVersion: number;
  readonly keyUsername: string;
}

/** Makes somebody who holds every authority but those that reach beyond a tenant. */
export async function createOwner({ admin, name }: World, tenant: OwnTenant): Promise<Person> {
  const { body } = await admin.sure.authentication.createRole({
    body: { code: roleCodeOf(name('owner')), tenantIdentifier: tenant.identifier, authorityList: withinTenant },
  });
  return tenant.somebody([body.code]);
}

export async function createForeign(world: World, tenant: OwnTenant): Promise<Foreign> {
  const { admin, url, name } = world;
  const person = await tenant.somebody();
  const { body: user } = await tenant.deputy.sure.authentication.getUserByUsername({
    params: { username: person.username },
  });
  const { body: role } = await admin.sure.authentication.createRole({
    body: { code: roleCodeOf(name('role')), tenantIdentifier: tenant.identifier, authorityList: [] },
  });
  const { uuid } = await createService(tenant.deputy, url, name('key'), ['SESSION_VIEW']);
  const { body: key } = await tenant.deputy.sure.authentication.getApiKey({ params: { uuid } });
  let owner: Promise<Person> | null = null;
  return {
    ...(await createForeignSetting(world, tenant)),
    tenant,
    person,
    owner() {
      owner ??= createOwner(world, tenant);
      return owner;
    },
    identifier: identifierOf(person.token),
    userUuid: user.uuid,
    userVersion: user.version,
    roleUuid: role.uuid,
    roleVersion: role.version,
    roleCode: role.code,
    keyUuid: key.uuid,
    keyVersion: key.version,
    keyUsername: key.username,
  };
}

function roleCodeOf(name: string): string {
  return `ROLE_${name.toUpperCase().replaceAll('-', '_')}`;
}
