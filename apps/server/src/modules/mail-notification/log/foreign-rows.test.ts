// Proves that lists, counts and changes of many mails are of the caller's tenant alone, whoever asks.
import { mailNotificationModule, type SvcNotificationMailCountModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createActiveUser, login, query, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, startMailing } from '../delivery/mail-server.fixture.ts';

/** So many mails of each are DEAD; what is theirs carries their names. */
const DEAD = { anatolia: 1, thrace: 2 } as const;
type Tenant = keyof typeof DEAD;
const TENANTS = ['anatolia', 'thrace'] as const;

let server: TestServer;
/** Holds every authority of mails in one tenant; that of `default` holds TENANT_ALL. */
const tokens: Record<Tenant | 'default', string> = { anatolia: '', thrace: '', default: '' };

const send = async <T>(token: string, method: string, path: string, body?: object) => {
  const answer = await call<T>(server, method, path, { token, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};
const ask = <T>(who: keyof typeof tokens, path: string, body?: object, method = 'POST') =>
  send<T>(tokens[who], method, `/notification${path}`, body);

async function settle(tenant: Tenant): Promise<void> {
  const admin = tokens.default;
  await send(admin, 'POST', '/tenants', { identifier: tenant, name: tenant });
  const code = `ROLE_${tenant.toUpperCase()}`;
  const authorityList = mailNotificationModule.authorities.map(({ authority }) => authority);
  await send(admin, 'POST', '/roles', { code, tenantIdentifier: tenant, authorityList });
  const username = `owner-of-${tenant}`;
  await createActiveUser(server, admin, { username, roleList: [code], tenantIdentifier: tenant });
  const { body } = await login(server, username, USER_PASSWORD, { body: { tenantIdentifier: tenant } });
  tokens[tenant] = body.token ?? '';
  const domain = `${tenant}.mail.example`;
  await ask(tenant, '/provider', { code: `relay-${tenant}`, name: 'Relay', host: 'smtp.mail.example', enabled: false });
  await ask(tenant, '/sender', { domain });
  await ask(tenant, '/dkim', { domain });
  await ask(tenant, '/suppression', { address: `kept@${domain}` });
  const contentMap = { en: { subject: 'Hello', content: 'Text.' } };
  await ask(tenant, '/template', { code: `of.${tenant}`, name: 'A template', type: 'MAIL', contentMap });
  const calendar = {
    summary: `Meeting in ${tenant}`,
    startDate: '2026-03-02T10:00:00Z',
    organizer: { address: `olga@${domain}` },
    attendees: [{ address: `ada@${domain}` }],
  };
  await ask(tenant, '/mail/calendar-notify', { calendar });
  for (let count = 0; count < DEAD[tenant]; count += 1) {
    const { uuid } = await enqueue(server, { tenantIdentifier: tenant, createdBy: username });
    await query(
      server,
      `WITH ended AS (UPDATE mail SET status = 'DEAD', ended_date = date_updated WHERE uuid = $1 RETURNING id)
       UPDATE mail_recipient SET status = 'DEAD' WHERE mail_id IN (SELECT id FROM ended)`,
      [uuid],
    );
  }
}

beforeAll(async () => {
  server = await startMailing(null, { settings: { 'mail.sending-enabled': false } });
  tokens.default = await signInAdmin(server);
  for (const tenant of TENANTS) await settle(tenant);
});
afterAll(() => server?.stop());

describe('a caller of one tenant', () => {
  it.each([
    ['mails', 'POST', () => '/mail/page', {}],
    ['mail servers', 'POST', () => '/provider/page', {}],
    ['senders', 'POST', () => '/sender/page', {}],
    ['keys of a domain', 'GET', (of: Tenant) => `/dkim/by-domain/${of}.mail.example`, undefined],
    ['events of calendars', 'POST', () => '/calendar/page', {}],
    ['a page of templates', 'POST', () => '/template/data/page', { includeDeleted: true }],
    ['a list of templates', 'POST', () => '/template/data/list', {}],
    ['suppressed addresses', 'POST', () => '/suppression/page', {}],
  ] as const)('mail-notification 18: is shown %s of this one alone', async (_what, method, path, body) => {
    for (const who of [...TENANTS, 'default'] as const) {
      for (const of of TENANTS) {
        const shown = JSON.stringify(await ask(who, path(of), body, method));
        expect(shown.includes(of), `${who} is shown ${shown}`).toBe(who === of);
      }
    }
  });

  it('mail-notification 18: counts mails of this one alone, also where others are named', async () => {
    const counts = (who: keyof typeof tokens, body: object) =>
      ask<SvcNotificationMailCountModel[]>(who, '/mail/count/by-status', body);
    for (const tenant of TENANTS) {
      expect(await counts(tenant, {})).toEqual([
        { status: 'QUEUED', count: 1 },
        { status: 'DEAD', count: DEAD[tenant] },
      ]);
      const uuids = await uuidsOf(tenant);
      for (const who of [...TENANTS, 'default'] as const) {
        const found = await counts(who, { uuidList: uuids, username: `owner-of-${tenant}`, statusList: ['DEAD'] });
        expect(found).toEqual(who === tenant ? [{ status: 'DEAD', count: DEAD[tenant] }] : []);
      }
    }
    expect(await counts('default', {})).toEqual([]);
  });

  it('mail-notification 18: sends many mails of this one alone again, also where others are named', async () => {
    const foreign = await uuidsOf('thrace');
    for (const who of ['anatolia', 'default'] as const) {
      expect(await ask(who, '/mail/retry', { uuidList: foreign })).toBe(0);
      expect(await ask(who, '/mail/retry', { username: 'owner-of-thrace' })).toBe(0);
    }
    expect(await ask('default', '/mail/retry', {})).toBe(0);
    expect(await ask('anatolia', '/mail/retry', {})).toBe(DEAD.anatolia);
    const left = `SELECT tenant_identifier AS tenant, count(*)::int AS count FROM mail WHERE status = 'DEAD' GROUP BY 1`;
    expect(await query(server, left)).toEqual([{ tenant: 'thrace', count: DEAD.thrace }]);
    expect(await ask('thrace', '/mail/retry', { uuidList: foreign })).toBe(DEAD.thrace);
  });
});

const uuidsOf = async (tenant: Tenant) =>
  (
    await query<{ uuid: string }>(server, `SELECT uuid FROM mail WHERE tenant_identifier = $1 AND status = 'DEAD'`, [
      tenant,
    ])
  ).map(({ uuid }) => uuid);
