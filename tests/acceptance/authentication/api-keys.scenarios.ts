// Plays the scenarios of API keys.
import { expect } from 'vitest';
import { createService, personOf } from '../../support/people.ts';
import type { Scenario, World } from '../world.ts';

function createKey({ admin, url, name }: World) {
  return createService(admin, url, name('key'), ['SESSION_VIEW']);
}

export const apiKeyScenarios: Readonly<Record<string, Scenario>> = {
  'authentication createApiKey': async (as, { admin, name }) => {
    const keyName = name('key');
    const { body } = await as(admin).authentication.createApiKey({
      body: { name: keyName, authorityList: ['SESSION_VIEW'] },
    });
    expect(body).toMatchObject({ name: keyName, username: `service:${keyName}`, enabled: true });
    expect(body.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
  },
  'authentication updateApiKey': async (as, world) => {
    const { uuid, client } = await createKey(world);
    const { body: key } = await world.admin.sure.authentication.getApiKey({ params: { uuid } });
    const { body } = await as(world.admin).authentication.updateApiKey({
      body: { uuid, version: key.version, enabled: false },
    });
    expect(body).toMatchObject({ uuid, enabled: false, key: null });
    expect((await client.session.get()).errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
  },
  'authentication getApiKey': async (as, world) => {
    const { uuid, username, token } = await createKey(world);
    const { body } = await as(world.admin).authentication.getApiKey({ params: { uuid } });
    expect(body).toMatchObject({ uuid, username, key: null, keyPrefix: token.slice(0, 12) });
  },
  'authentication queryApiKeyPage': async (as, world) => {
    const { uuid, username, token } = await createKey(world);
    const { body } = await as(world.admin).authentication.queryApiKeyPage({ body: { username } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid }] });
    expect(JSON.stringify(body)).not.toContain(token);
  },
  'authentication rotateApiKey': async (as, world) => {
    const { uuid, client } = await createKey(world);
    const { body } = await as(world.admin).authentication.rotateApiKey({ params: { uuid }, body: {} });
    expect((await client.session.get()).errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
    expect((await client.withToken(body.key).session.get()).ok).toBe(true);
  },
  'authentication deleteApiKey': async (as, world) => {
    const { uuid, client } = await createKey(world);
    await as(world.admin).authentication.deleteApiKey({ params: { uuid } });
    expect((await client.session.get()).errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
  },
  'authentication systemLogin': async (as, world) => {
    const { uuid, username, ...key } = await createKey(world);
    const { body } = await as({ username, ...key }).authentication.systemLogin();
    expect(body).toMatchObject({ status: 'AUTHENTICATED', username, tokenType: 'Bearer' });
    const service = personOf(world.url, username, body.token ?? '');
    const { body: own } = await service.sure.session.get();
    expect(own.session).toMatchObject({ system: true, username });
    expect(own.authorities.map(({ authority }) => authority)).toEqual(['SESSION_VIEW']);
    // It ends with its key.
    await world.admin.sure.authentication.deleteApiKey({ params: { uuid } });
    expect((await service.client.session.get()).ok).toBe(false);
  },
};
