// Plays the scenarios of users: making, changing, finding and removing them, the own account, acting as another one.
import { expect } from 'vitest';
import { activationTokenOf, PERSON_PASSWORD, personOf, signIn } from '../../support/people.ts';
import type { Scenario, World } from '../world.ts';

/** Creates a user of the tenant default who has no password. */
async function createUser({ admin, name }: World) {
  return (await admin.sure.authentication.createUser({ body: { username: name('made'), displayName: 'Somebody' } }))
    .body;
}

async function userOf({ admin }: World, username: string) {
  return (await admin.sure.authentication.getUserByUsername({ params: { username } })).body;
}

const administration: Readonly<Record<string, Scenario>> = {
  'authentication createUser': async (as, { admin, name }) => {
    const username = name('made');
    const { body } = await as(admin).authentication.createUser({ body: { username, displayName: 'Somebody' } });
    const expected = { username, displayName: 'Somebody', enabled: true, passwordSet: false, source: 'LOCAL' };
    expect(body).toMatchObject(expected);
    expect(body.activationLink).toContain('#');
  },
  'authentication setRoles': async (as, world) => {
    const user = await createUser(world);
    const { body } = await as(world.admin).authentication.setRoles({
      params: { uuid: user.uuid },
      body: { roleList: ['ROLE_TENANT_ADMIN'], version: user.version },
    });
    expect(body.roleList).toContain('ROLE_TENANT_ADMIN');
    expect(body.version).toBeGreaterThan(user.version);
  },
  'authentication updateUser': async (as, world) => {
    const person = await world.somebody();
    const { uuid, version } = await userOf(world, person.username);
    const username = world.name('renamed');
    const { body } = await as(world.admin).authentication.updateUser({
      body: { uuid, version, username, phone: '+90 312 000 00 00' },
    });
    expect(body).toMatchObject({ uuid, username, phone: '+90 312 000 00 00' });
    expect((await person.client.session.get()).errorDetail).toMatchObject({
      errorArguments: [{ reason: 'USER_RENAMED' }],
    });
    expect((await signIn(world.url, username)).username).toBe(username);
  },
  'authentication activateUser': async (as, world) => {
    const { uuid } = await createUser(world);
    await world.admin.sure.authentication.deactivateUser({ params: { uuid } });
    const { body } = await as(world.admin).authentication.activateUser({ params: { uuid } });
    expect(body).toMatchObject({ uuid, enabled: true });
  },
  'authentication deactivateUser': async (as, world) => {
    const person = await world.somebody();
    const { uuid } = await userOf(world, person.username);
    const { body } = await as(world.admin).authentication.deactivateUser({ params: { uuid } });
    expect(body).toMatchObject({ uuid, enabled: false });
    expect((await person.client.session.get()).errorDetail).toMatchObject({
      errorArguments: [{ reason: 'USER_DISABLED' }],
    });
  },
  'authentication unlockUser': async (as, world) => {
    const { uuid } = await createUser(world);
    const { body } = await as(world.admin).authentication.unlockUser({ params: { uuid } });
    expect(body).toMatchObject({ uuid, locked: false, lockedUntilDate: null });
  },
  'authentication deleteUser': async (as, world) => {
    const { uuid, username } = await createUser(world);
    await as(world.admin).authentication.deleteUser({ params: { uuid } });
    const found = await world.admin.client.authentication.getUser({ params: { uuid } });
    expect(found.errorDetail).toMatchObject({ errorCode: 'USER_NOT_FOUND' });
    const again = await world.admin.client.authentication.createUser({ body: { username } });
    expect(again.errorDetail).toMatchObject({ errorCode: 'USERNAME_RESERVED' });
  },
  'authentication restoreUser': async (as, world) => {
    const { uuid, username } = await createUser(world);
    await world.admin.sure.authentication.deleteUser({ params: { uuid } });
    const { body } = await as(world.admin).authentication.restoreUser({ params: { uuid } });
    expect(body).toMatchObject({ uuid, username, enabled: false, passwordSet: false, roleList: ['ROLE_USER'] });
  },
  'authentication resendActivation': async (as, world) => {
    const { uuid, username, activationLink: old } = await createUser(world);
    const { body } = await as(world.admin).authentication.resendActivation({ params: { uuid } });
    const activate = (link: string | null) =>
      world.admin.client.authentication.activate({
        body: { activationToken: activationTokenOf(link), newPassword: PERSON_PASSWORD },
      });
    expect((await activate(old)).errorDetail).toMatchObject({ errorCode: 'AUTH_TOKEN_EXPIRED' });
    expect((await activate(body.activationLink)).ok).toBe(true);
    expect((await signIn(world.url, username)).username).toBe(username);
  },
  'authentication importUsers': async (as, { admin, name }) => {
    const users = [{ username: name('imported') }, { username: name('imported') }];
    const import_ = as(admin).authentication.importUsers;
    const dry = await import_({ query: { dryRun: true }, body: users });
    expect(dry.body).toEqual({ dryRun: true, userCount: 2 });
    expect((await import_({ body: users })).body).toEqual({ dryRun: false, userCount: 2 });
    await expect(import_({ body: users })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  },
};

const queries: Readonly<Record<string, Scenario>> = {
  'authentication getUser': async (as, world) => {
    const { uuid, username } = await createUser(world);
    const { body } = await as(world.admin).authentication.getUser({ params: { uuid } });
    expect(body).toMatchObject({ uuid, username, activationLink: null });
  },
  'authentication getUserByUsername': async (as, world) => {
    const { uuid, username } = await createUser(world);
    const { body } = await as(world.admin).authentication.getUserByUsername({
      params: { username: username.toUpperCase() },
    });
    expect(body.uuid).toBe(uuid);
  },
  'authentication queryUserPage': async (as, world) => {
    const { uuid, username } = await createUser(world);
    const { body } = await as(world.admin).authentication.queryUserPage({ body: { username } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid }] });
  },
  'authentication queryUserList': async (as, world) => {
    const { uuid, username } = await createUser(world);
    const { body } = await as(world.admin).authentication.queryUserList({ body: { usernameLike: username } });
    expect(body.map((user) => user.uuid)).toEqual([uuid]);
  },
  'authentication lookUpUsers': async (as, world) => {
    const { uuid, username } = await createUser(world);
    const { body } = await as(await world.somebody()).authentication.lookUpUsers({ body: { searchText: username } });
    expect(body).toEqual([{ uuid, username, displayName: 'Somebody' }]);
  },
};

const ownAccount: Readonly<Record<string, Scenario>> = {
  'authentication getCurrentUser': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await as(person).authentication.getCurrentUser();
    expect(body).toMatchObject({ username: person.username, passwordSet: true });
  },
  'authentication updateCurrentUser': async (as, { somebody }) => {
    const person = await somebody();
    const { body: user } = await person.sure.authentication.getCurrentUser();
    // What was read can be sent back as it is.
    const { body } = await as(person).authentication.updateCurrentUser({
      body: {
        version: user.version,
        username: user.username,
        displayName: 'Of Own Choice',
        timeZone: 'Europe/Istanbul',
      },
    });
    expect(body).toMatchObject({ displayName: 'Of Own Choice', timeZone: 'Europe/Istanbul' });
    expect(body.version).toBeGreaterThan(user.version);
  },
  'authentication impersonate': async (as, { url, admin, somebody }) => {
    const { username, sure } = await somebody();
    const { body } = await as(admin).authentication.impersonate({ body: { username, reason: 'A call for help.' } });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', username });
    const { body: acting } = await personOf(url, username, body.token ?? '').sure.session.get();
    expect(acting.session.attributeMap).toMatchObject({ actorUsername: 'admin' });
    const { body: page } = await sure.session.queryPageByUser();
    expect(page.data.map(({ attributeMap }) => attributeMap.actorUsername ?? null).sort()).toEqual(['admin', null]);
  },
};

export const userScenarios: Readonly<Record<string, Scenario>> = { ...administration, ...queries, ...ownAccount };
