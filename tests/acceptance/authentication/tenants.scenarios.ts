// Plays the scenarios of tenants.
import { expect } from 'vitest';
import { PERSON_PASSWORD, signIn } from '../../support/people.ts';
import type { Scenario } from '../world.ts';

export const tenantScenarios: Readonly<Record<string, Scenario>> = {
  'authentication createTenant': async (as, { admin, name }) => {
    const identifier = name('tenant');
    const { body } = await as(admin).authentication.createTenant({ body: { identifier, name: 'Made' } });
    expect(body).toMatchObject({ identifier, name: 'Made', enabled: true, hostList: [], timeZone: 'UTC' });
  },
  'authentication updateTenant': async (as, { admin, name, ownTenant }) => {
    const { uuid, version } = await ownTenant();
    const hostList = [`${name('host')}.example`];
    const { body } = await as(admin).authentication.updateTenant({
      body: { uuid, version, name: 'Changed', hostList },
    });
    expect(body).toMatchObject({ uuid, name: 'Changed', hostList });
  },
  'authentication getTenant': async (as, { admin, ownTenant }) => {
    const { uuid, identifier } = await ownTenant();
    expect((await as(admin).authentication.getTenant({ params: { uuid } })).body).toMatchObject({ uuid, identifier });
  },
  'authentication queryTenantPage': async (as, { admin, ownTenant }) => {
    const { uuid, identifier } = await ownTenant();
    const { body } = await as(admin).authentication.queryTenantPage({ body: { identifier } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid }] });
  },
  'authentication deactivateTenant': async (as, { admin, ownTenant }) => {
    const { uuid, deputy } = await ownTenant();
    const { body } = await as(admin).authentication.deactivateTenant({ params: { uuid } });
    expect(body).toMatchObject({ uuid, enabled: false });
    expect((await deputy.client.session.get()).errorDetail).toMatchObject({
      errorArguments: [{ reason: 'TENANT_DISABLED' }],
    });
  },
  'authentication activateTenant': async (as, { url, admin, ownTenant }) => {
    const { uuid, identifier, deputy } = await ownTenant();
    await admin.sure.authentication.deactivateTenant({ params: { uuid } });
    const { body } = await as(admin).authentication.activateTenant({ params: { uuid } });
    expect(body).toMatchObject({ uuid, enabled: true });
    expect((await signIn(url, deputy.username, PERSON_PASSWORD, identifier)).username).toBe(deputy.username);
  },
  'authentication deleteTenant': async (as, { admin, name }) => {
    const identifier = name('tenant');
    const { body } = await admin.sure.authentication.createTenant({ body: { identifier, name: 'Short-lived' } });
    const params = { uuid: body.uuid };
    await admin.sure.authentication.deactivateTenant({ params });
    await as(admin).authentication.deleteTenant({ params });
    const found = await admin.client.authentication.getTenant({ params });
    expect(found.errorDetail).toMatchObject({ errorCode: 'TENANT_NOT_FOUND' });
    const again = await admin.client.authentication.createTenant({ body: { identifier, name: 'Again' } });
    expect(again.errorDetail).toMatchObject({ errorCode: 'TENANT_ALREADY_EXISTS' });
  },
};
