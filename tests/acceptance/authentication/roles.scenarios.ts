// Plays the scenarios of roles and authorities.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

function codeOf({ name }: Pick<World, 'name'>): string {
  return `ROLE_${name('made').toUpperCase().replaceAll('-', '_')}`;
}

async function createRole(world: World) {
  const { body } = await world.admin.sure.authentication.createRole({
    body: { code: codeOf(world), authorityList: ['SESSION_VIEW'] },
  });
  return body;
}

export const roleScenarios: Readonly<Record<string, Scenario>> = {
  'authentication createRole': async (as, world) => {
    const code = codeOf(world);
    const { body } = await as(world.admin).authentication.createRole({
      body: { code, authorityList: ['SESSION_VIEW'] },
    });
    expect(body).toMatchObject({ code, authorityList: ['SESSION_VIEW'], system: false, userCount: 0 });
  },
  'authentication updateRole': async (as, world) => {
    const { uuid, version, code } = await createRole(world);
    const person = await world.somebody();
    const { body: user } = await world.admin.sure.authentication.getUserByUsername({
      params: { username: person.username },
    });
    await world.admin.sure.authentication.setRoles({
      params: { uuid: user.uuid },
      body: { roleList: [code], version: user.version },
    });
    const { body } = await as(world.admin).authentication.updateRole({
      body: { uuid, version, authorityList: ['SESSION_VIEW', 'SESSION_CLOSE'] },
    });
    expect(body).toMatchObject({ code, authorityList: expect.arrayContaining(['SESSION_CLOSE']), userCount: 1 });
    const { body: session } = await person.sure.session.get();
    expect(session.authorities).toContainEqual({ role: code, authority: 'SESSION_CLOSE' });
  },
  'authentication getRole': async (as, world) => {
    const { uuid, code } = await createRole(world);
    expect((await as(world.admin).authentication.getRole({ params: { uuid } })).body).toMatchObject({ uuid, code });
  },
  'authentication deleteRole': async (as, world) => {
    const { uuid } = await createRole(world);
    await as(world.admin).authentication.deleteRole({ params: { uuid } });
    const found = await world.admin.client.authentication.getRole({ params: { uuid } });
    expect(found.errorDetail).toMatchObject({ errorCode: 'ROLE_NOT_FOUND' });
  },
  'authentication queryRolePage': async (as, world) => {
    const { uuid, code } = await createRole(world);
    const { body } = await as(world.admin).authentication.queryRolePage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid }] });
  },
  'authentication queryRoleList': async (as, { admin }) => {
    const { body } = await as(admin).authentication.queryRoleList({ body: { system: true } });
    const shipped = ['ROLE_SERVICE', 'ROLE_SYSTEM_ADMIN', 'ROLE_TENANT_ADMIN', 'ROLE_USER'];
    expect(body.map(({ code }) => code)).toEqual(shipped);
  },
  'authentication lookUpRoles': async (as, { admin }) => {
    const { body } = await as(admin).authentication.lookUpRoles({ body: { searchText: 'ROLE_SYSTEM' } });
    expect(body).toEqual([{ code: 'ROLE_SYSTEM_ADMIN', name: expect.any(String) }]);
  },
  'authentication listAuthorities': async (as, { admin }) => {
    const { body } = await as(admin).authentication.listAuthorities();
    expect(body).toContainEqual(expect.objectContaining({ authority: 'SESSION_CLOSE', module: 'session' }));
  },
};
