// Plays the scenarios of mail servers: added, changed, removed and tried.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

const login = { username: 'suite@mail.example', password: 'seven lanterns in a quiet harbour' } as const;

/** It is disabled: mails of the other scenarios are captured. */
async function added({ admin, name }: World) {
  const code = name('relay').toLowerCase();
  const body = { code, name: 'Relay', host: 'smtp.mail.example', ...login, enabled: false } as const;
  const { body: provider } = await admin.sure.mailNotification.saveProvider({ body });
  return { code, uuid: provider.uuid, params: { uuid: provider.uuid } };
}

export const providerScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification saveProvider': async (as, { admin, name }) => {
    const code = name('relay').toLowerCase();
    const given = {
      code,
      name: 'Relay',
      host: 'SMTP.Mail.Example.',
      security: 'TLS',
      ...login,
      enabled: false,
    } as const;
    const { body, headers } = await as(admin).mailNotification.saveProvider({ body: given });
    expect(headers.get('location')).toBe(`/notification/provider/by-uuid/${body.uuid}`);
    expect(body).toMatchObject({ code, host: 'smtp.mail.example', port: 465, lanes: 5, shared: false, version: 0 });
    expect(JSON.stringify(body)).not.toContain(login.password);
  },
  'mail-notification updateProvider': async (as, world) => {
    const { uuid } = await added(world);
    const { body } = await as(world.admin).mailNotification.updateProvider({ body: { uuid, version: 0, lanes: 9 } });
    expect(body).toMatchObject({ lanes: 9, version: 1, username: login.username, enabled: false });
  },
  'mail-notification getProvider': async (as, world) => {
    const { params, code } = await added(world);
    const { body } = await as(world.admin).mailNotification.getProvider({ params });
    expect(body).toMatchObject({ code, port: 587, security: 'STARTTLS', state: { breaker: 'CLOSED', pinned: false } });
  },
  'mail-notification deleteProvider': async (as, world) => {
    const { params, code } = await added(world);
    await as(world.admin).mailNotification.deleteProvider({ params });
    const { body } = await world.admin.sure.mailNotification.queryProviderPage({ body: { code } });
    expect(body.totalElements).toBe(0);
  },
  'mail-notification queryProviderPage': async (as, world) => {
    const { uuid, code } = await added(world);
    const { body } = await as(world.admin).mailNotification.queryProviderPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid, enabled: false }] });
  },
  'mail-notification verifyProvider': async (as, world) => {
    const { params } = await added(world);
    const { body } = await as(world.admin).mailNotification.verifyProvider({ params });
    expect(body).toMatchObject({ success: false, phase: 'CONNECT', code: null, tls: false });
  },
};
