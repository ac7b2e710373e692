// Plays the scenarios of sessions that a request begins, renews or describes, and of the sessions of services.
import { expect } from 'vitest';
import { identifierOf, makeToken, type Person, personOf } from '../../support/people.ts';
import type { Scenario } from '../world.ts';

const begun: Readonly<Record<string, Scenario>> = {
  'session begin': async (as, { url, admin, somebody }) => {
    const { username } = await somebody();
    const { token, identifier } = makeToken();
    const body = { session: { identifier, username, attributeMap: { till: 7 } } };
    expect((await as(admin).session.begin({ body })).body).toEqual({});
    const { body: own } = await personOf(url, username, token).sure.session.get();
    expect(own.session).toMatchObject({ identifier, username, system: false, attributeMap: { till: 7 } });
    await expect(as(admin).session.begin({ body })).rejects.toMatchObject({ code: 'SESSION_ALREADY_EXISTS' });
  },
  'session beginWithToken': async (as, { url, admin, somebody }) => {
    const { username } = await somebody();
    const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
    const { body } = await as(admin).session.beginWithToken({ body: { session: { username }, authorities } });
    expect(body).toMatchObject({ tokenType: 'Bearer', session: { session: { username }, authorities } });
    expect(body.session.session.identifier).toBe(identifierOf(body.token ?? ''));
    const { body: own } = await personOf(url, username, body.token ?? '').sure.session.get();
    expect(own.authorities).toEqual(authorities);
  },
  'session refresh': async (as, { url, somebody }) => {
    const person = await somebody();
    const { body: before } = await person.sure.session.expiry();
    const { body } = await as(person).session.refresh();
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorArguments: [{ reason: 'ROTATED' }] });
    const after = await personOf(url, person.username, body.token ?? '').sure.session.expiry();
    expect(after.body.expiryDate).toBe(before.expiryDate);
  },
  'session updateAttributes': async (as, { somebody }) => {
    const person = await somebody();
    const attributes = async (attributeMap: Readonly<Record<string, unknown>>) => {
      await as(person).session.updateAttributes({ body: { attributeMap } });
      return (await person.sure.session.get()).body.session.attributeMap;
    };
    expect(await attributes({ till: 7, floor: 'second' })).toMatchObject({ till: 7, floor: 'second' });
    const rest = await attributes({ till: null });
    expect([rest.till, rest.floor]).toEqual([undefined, 'second']);
    await expect(attributes({ actorUsername: 'admin' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  },
};

/** Begins, as this administrator, a session of a service that nothing else knows. */
async function beginService(admin: Person, url: string, username: string): Promise<Person> {
  const { token, identifier } = makeToken();
  const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
  await admin.sure.session.systemBegin({ body: { session: { identifier, username }, authorities } });
  return personOf(url, username, token);
}

const ofServices: Readonly<Record<string, Scenario>> = {
  'session systemBegin': async (as, { url, admin, name }) => {
    const { token, identifier } = makeToken();
    const username = `service:${name('till')}`;
    const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
    await as(admin).session.systemBegin({ body: { session: { identifier, username }, authorities } });
    const { body } = await personOf(url, username, token).sure.session.get();
    expect(body).toMatchObject({ session: { username, system: true }, authorities });
    // Its end is nearer than that of a person's session.
    const ends = await Promise.all([personOf(url, username, token), admin].map(({ sure }) => sure.session.expiry()));
    const [service = '', person = ''] = ends.map(({ body: { expiryDate } }) => expiryDate);
    expect(service < person).toBe(true);
  },
  'session systemClose': async (as, { url, admin, name, somebody }) => {
    const [service, person] = [await beginService(admin, url, `service:${name('till')}`), await somebody()];
    await as(admin).session.systemClose({ body: identifierOf(service.token) });
    expect((await service.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    const other = as(admin).session.systemClose({ body: identifierOf(person.token) });
    await expect(other).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  },
  'session systemExist': async (as, { url, admin, name, somebody }) => {
    const [service, person] = [await beginService(admin, url, `service:${name('till')}`), await somebody()];
    expect((await as(admin).session.systemExist({ body: identifierOf(service.token) })).body).toBe(true);
    expect((await as(admin).session.systemExist({ body: identifierOf(person.token) })).body).toBe(false);
  },
  'session systemQueryPage': async (as, { url, admin, name }) => {
    const { username } = await beginService(admin, url, `service:${name('till')}`);
    const { body } = await as(admin).session.systemQueryPage({ body: { username } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ username, system: true }] });
    expect((await as(admin).session.systemQueryPage({ body: { username: 'admin' } })).body.totalElements).toBe(0);
  },
  'session systemCloseAll': async (as, { url, admin, name, ownTenant }) => {
    const { deputy, somebody } = await ownTenant();
    const owner = await somebody(['ROLE_SYSTEM_ADMIN']);
    const inside = await beginService(owner, url, `service:${name('till')}`);
    const outside = await beginService(admin, url, `service:${name('till')}`);
    await as(owner).session.systemCloseAll();
    expect((await inside.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    for (const { client } of [outside, deputy, owner]) expect((await client.session.get()).ok).toBe(true);
  },
};

export const sessionBeginScenarios: Readonly<Record<string, Scenario>> = { ...begun, ...ofServices };
