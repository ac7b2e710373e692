// Arranges what the examples of authentication need: users, roles, tenants and keys.
import type { authenticationModule } from '@keelson/contract';
import { createService, PERSON_PASSWORD } from '../support/people.ts';
import { type Arrange, asAdmin, asNobody, asSomebody, type ExampleWorld, type GivenOf } from './given.ts';
import { ownFactorGivens, signInGivens } from './sign-in.given.ts';

/** A user who was made and has not signed in yet. */
export async function makeUser({ admin, name }: ExampleWorld) {
  const { body } = await admin.sure.authentication.createUser({
    body: { username: name('ada'), displayName: 'Ada Lovelace' },
  });
  return { as: admin, values: { user: body.uuid, username: body.username } };
}

const toBeUser: Arrange = ({ admin, name }) => ({ as: admin, values: { username: name('ada') } });

async function makeRole({ admin, name }: ExampleWorld) {
  const code = `ROLE_${name('desk').toUpperCase().replaceAll('-', '_')}`;
  const { body } = await admin.sure.authentication.createRole({
    body: { code, name: 'Front desk', authorityList: ['SESSION_VIEW'] },
  });
  return { as: admin, values: { role: body.uuid, roleCode: code } };
}

async function makeTenant({ admin, name }: ExampleWorld) {
  const identifier = name('acme');
  const { body } = await admin.sure.authentication.createTenant({ body: { identifier, name: 'Acme' } });
  return { as: admin, values: { tenant: body.uuid, tenantIdentifier: identifier } };
}

async function makeIdleTenant(world: ExampleWorld) {
  const given = await makeTenant(world);
  await world.admin.sure.authentication.deactivateTenant({ params: { uuid: given.values.tenant } });
  return given;
}

async function makeKey({ admin, url, name }: ExampleWorld) {
  const serviceName = name('till');
  const key = await createService(admin, url, serviceName, ['SESSION_VIEW']);
  return { key, given: { as: admin, values: { apiKey: key.uuid, serviceName } } };
}
const withKey: Arrange = async (world) => (await makeKey(world)).given;

/** Uses the mail that invites somebody, which proves the address too. */
const withAddress: Arrange = async (world) => {
  const { username, address } = await world.somebodyWithAddress();
  const { body } = await world.admin.sure.authentication.getUserByUsername({ params: { username } });
  return { as: world.admin, values: { username, email: address, user: body.uuid } };
};

const users = {
  createUser: toBeUser,
  setRoles: makeUser,
  updateUser: makeUser,
  getUser: makeUser,
  getUserByUsername: makeUser,
  queryUserPage: makeUser,
  queryUserList: makeUser,
  lookUpUsers: makeUser,
  activateUser: async (world: ExampleWorld) => {
    const given = await makeUser(world);
    await world.admin.sure.authentication.deactivateUser({ params: { uuid: given.values.user } });
    return given;
  },
  deactivateUser: makeUser,
  unlockUser: makeUser,
  deleteUser: makeUser,
  restoreUser: async (world: ExampleWorld) => {
    const given = await makeUser(world);
    await world.admin.sure.authentication.deleteUser({ params: { uuid: given.values.user } });
    return given;
  },
  resendActivation: makeUser,
  importUsers: ({ admin, name }: ExampleWorld) => ({
    as: admin,
    values: { username: name('ada'), otherUsername: name('grace') },
  }),
  getCurrentUser: asSomebody,
  updateCurrentUser: asSomebody,
  impersonate: async ({ admin, somebody }: ExampleWorld) => ({
    as: admin,
    values: { username: (await somebody()).username },
  }),
  sendReset: withAddress,
};

const ofTheSystem = {
  createRole: ({ admin, name }: ExampleWorld) => ({
    as: admin,
    values: { roleCode: `ROLE_${name('desk').toUpperCase().replaceAll('-', '_')}` },
  }),
  updateRole: makeRole,
  getRole: makeRole,
  deleteRole: makeRole,
  queryRolePage: makeRole,
  queryRoleList: makeRole,
  lookUpRoles: makeRole,
  listAuthorities: asAdmin,
  createTenant: ({ admin, name }: ExampleWorld) => ({ as: admin, values: { tenantIdentifier: name('acme') } }),
  updateTenant: makeTenant,
  getTenant: makeTenant,
  queryTenantPage: makeTenant,
  activateTenant: makeIdleTenant,
  deactivateTenant: makeTenant,
  deleteTenant: makeIdleTenant,
  createApiKey: ({ admin, name }: ExampleWorld) => ({ as: admin, values: { serviceName: name('till') } }),
  updateApiKey: withKey,
  getApiKey: withKey,
  queryApiKeyPage: withKey,
  rotateApiKey: withKey,
  deleteApiKey: withKey,
  systemLogin: async (world: ExampleWorld) => {
    const { key, given } = await makeKey(world);
    return { as: key, values: given.values };
  },
};

const looks = {
  getPasswordPolicy: asNobody,
  getCaptchaImageString: asNobody,
  createCaptcha: asNobody,
  resetPage: asNobody,
  emailPage: asNobody,
  activationPage: asNobody,
  queryLoginEventPageByUser: asSomebody,
  queryLoginEventPage: async ({ admin, somebody }: ExampleWorld) => ({
    as: admin,
    values: { username: (await somebody()).username },
  }),
  changePassword: async ({ somebody }: ExampleWorld) => {
    const person = await somebody();
    return { as: person, values: { username: person.username, password: PERSON_PASSWORD } };
  },
};

export const authenticationGivens: GivenOf<typeof authenticationModule> = {
  ...users,
  ...ofTheSystem,
  ...looks,
  ...signInGivens,
  ...ownFactorGivens,
};
