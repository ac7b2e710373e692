// Scenarios of the operations of authentication.
import { expect } from 'vitest';
import { activationTokenOf, PERSON_PASSWORD, signIn } from '../support/people.ts';
import type { Scenario } from './world.ts';

export const authenticationScenarios: Readonly<Record<string, Scenario>> = {
  'authentication login': async (as, { workerName }) => {
    const { body } = await as(null).authentication.login({ body: { username: workerName, password: PERSON_PASSWORD } });
    expect(body).toMatchObject({ status: 'AUTHENTICATED', tokenType: 'Bearer', username: workerName });
    expect(body.token).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
  },
  'authentication logout': async (as, { worker }) => {
    const person = await worker();
    expect((await as(person).authentication.logout()).status).toBe(200);
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
  },
  'authentication activate': async (as, { url, admin, name }) => {
    const { body } = await admin.sure.authentication.createUser({ body: { username: name('new') } });
    const activationToken = activationTokenOf(body.activationLink);
    await as(null).authentication.activate({ body: { activationToken, newPassword: PERSON_PASSWORD } });
    expect((await signIn(url, body.username)).username).toBe(body.username);
  },
  'authentication activationPage': async (as) => {
    const { bytes, headers } = await as(null).authentication.activationPage();
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toMatch(/^<!doctype html>/i);
  },
  'authentication createUser': async (as, { admin, name }) => {
    const username = name('made');
    const { body } = await as(admin).authentication.createUser({ body: { username, displayName: 'Somebody' } });
    expect(body).toMatchObject({
      username,
      displayName: 'Somebody',
      enabled: true,
      passwordSet: false,
      source: 'LOCAL',
    });
    expect(body.activationLink).toContain('#');
  },
  'authentication setRoles': async (as, { admin, name }) => {
    const { body: user } = await admin.sure.authentication.createUser({ body: { username: name('raised') } });
    const { body } = await as(admin).authentication.setRoles({
      params: { uuid: user.uuid },
      body: { roleList: ['ROLE_TENANT_ADMIN'], version: user.version },
    });
    expect(body.roleList).toContain('ROLE_TENANT_ADMIN');
    expect(body.version).toBeGreaterThan(user.version);
  },
  'authentication createRole': async (as, { admin, name }) => {
    const code = `ROLE_${name('made').toUpperCase().replaceAll('-', '_')}`;
    const { body } = await as(admin).authentication.createRole({ body: { code, authorityList: ['SESSION_VIEW'] } });
    expect(body).toMatchObject({ code, authorityList: ['SESSION_VIEW'], system: false, userCount: 0 });
  },
  'authentication createApiKey': async (as, { admin, name }) => {
    const keyName = name('key');
    const { body } = await as(admin).authentication.createApiKey({
      body: { name: keyName, authorityList: ['SESSION_VIEW'] },
    });
    expect(body).toMatchObject({ name: keyName, username: `service:${keyName}`, enabled: true });
    expect(body.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
  },
  'authentication deleteApiKey': async (as, { admin, name }) => {
    const { body } = await admin.sure.authentication.createApiKey({
      body: { name: name('key'), authorityList: ['SESSION_VIEW'] },
    });
    await as(admin).authentication.deleteApiKey({ params: { uuid: body.uuid } });
    const answer = await admin.client.withToken(body.key).session.get();
    expect(answer.errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
  },
};
