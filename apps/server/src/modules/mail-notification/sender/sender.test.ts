// Proves in whose name a tenant may send, and that a domain belongs to one of them.

import type { SvcNotificationTemplateModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { isAllowedSender } from './sender.store.ts';

let server: TestServer;
let admin: string;
/** Manages senders in another tenant. */
let other: string;
beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  await createTenant(server, 'other');
  const role = { code: 'ROLE_SENDERS', name: 'Senders', tenantIdentifier: 'other' };
  const body = { ...role, authorityList: ['NOTIFICATION_PROVIDER_MANAGE'] };
  expect((await call(server, 'POST', '/roles', { token: admin, body })).status).toBe(200);
  await createActiveUser(server, admin, { username: 'grace', roleList: [role.code], tenantIdentifier: 'other' });
  const signedIn = await call<{ token: string }>(server, 'POST', '/auth/login', {
    body: { username: 'grace', password: USER_PASSWORD, tenantIdentifier: 'other' },
  });
  other = signedIn.body.token;
});
afterAll(() => server?.stop());

interface Model {
  readonly uuid: string;
  readonly address: string | null;
  readonly domain: string;
}
const save = (token: string, body: object): Promise<Answer<Model>> =>
  call(server, 'POST', '/notification/sender', { token, body });
const allowed = (tenant: string, address: string) => isAllowedSender(server.kernel.database, tenant, address);

describe('a sender', () => {
  it('is one address, or every address of a domain and of none below it', async () => {
    expect((await save(admin, { domain: 'Çiçek.example' })).body).toMatchObject({
      domain: 'xn--iek-1lab.example',
      address: null,
    });
    expect((await save(admin, { address: 'Desk@One.example' })).body).toMatchObject({ address: 'Desk@one.example' });
    const asked = [
      'a@xn--iek-1lab.example',
      'a@b.xn--iek-1lab.example',
      'Desk@one.example',
      'desk@one.example',
      'a@one.example',
    ];
    expect(await Promise.all(asked.map((address) => allowed('default', address)))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(await allowed('other', 'Desk@one.example')).toBe(false);
  });

  it('of a domain that another tenant has, or has an address of, is refused', async () => {
    expect((await save(admin, { domain: 'whole.example' })).status).toBe(200);
    for (const body of [{ domain: 'whole.example' }, { address: 'a@WHOLE.example' }])
      expect((await save(other, body)).error?.errorCode).toBe('SENDER_ALREADY_EXISTS');
    expect((await save(other, { address: 'a@part.example' })).status).toBe(200);
    expect((await save(admin, { domain: 'part.example' })).error?.errorCode).toBe('SENDER_ALREADY_EXISTS');
    expect((await save(admin, { address: 'b@part.example' })).status).toBe(200);
    const race = await Promise.all(
      [admin, other, admin, other].map((token) => save(token, { domain: 'race.example' })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is allowed no more once it is removed, and is found by its tenant alone', async () => {
    const { uuid } = (await save(admin, { address: 'gone@gone.example' })).body;
    const foreign = await call(server, 'DELETE', `/notification/sender/by-uuid/${uuid}`, { token: other });
    expect(foreign.error?.errorCode).toBe('SENDER_NOT_FOUND');
    const page = (token: string) =>
      call<{ data: Model[] }>(server, 'POST', '/notification/sender/data/page', {
        token,
        body: { searchText: 'gone' },
      });
    expect([(await page(admin)).body.data.length, (await page(other)).body.data.length]).toEqual([1, 0]);
    expect((await call(server, 'DELETE', `/notification/sender/by-uuid/${uuid}`, { token: admin })).status).toBe(200);
    expect(await allowed('default', 'gone@gone.example')).toBe(false);
    expect((await call(server, 'DELETE', `/notification/sender/by-uuid/${uuid}`, { token: admin })).status).toBe(404);
  });

  it.each([
    [{}, '', 'NOT_ALLOWED'],
    [{ address: 'a@x.org', domain: 'x.org' }, '', 'NOT_ALLOWED'],
    [{ address: 'a@x.org, b@x.org' }, 'address', 'INVALID_EMAIL_ADDRESS'],
    [{ domain: 'localhost' }, 'domain', 'PATTERN'],
    [{ domain: 'a@x.org' }, 'domain', 'PATTERN'],
  ])('is not %j', async (body, field, code) => {
    expect((await save(admin, body)).error?.errorArguments).toMatchObject([{ field, code }]);
  });
});

it('mail-notification 1: a mail of the suite leaves in the name that its template says, where the tenant may use it, and never fails for that', async () => {
  const { mailNotification } = server.apis;
  const content = { subject: 'Hello', content: 'Text.' };
  mailNotification.shipTemplate({
    code: 'test.named',
    name: 'Named',
    sensitive: false,
    contentMap: { en: content, tr: content },
  });
  const senderOf = async (): Promise<unknown> => {
    const { uuid } = await server.kernel.database.transaction((tx) =>
      mailNotification.enqueue(tx, {
        tenantIdentifier: 'default',
        templateCode: 'test.named',
        locale: 'en',
        to: { address: 'ada@mail.example', name: null },
        parameters: {},
        expireDate: null,
        createdBy: 'admin',
      }),
    );
    const [row] = await query(server, 'SELECT sender, sender_name AS name FROM mail WHERE uuid = $1', [uuid]);
    return row;
  };
  const standard = await senderOf();
  const byCode = '/notification/template/by-code/test.named';
  const { body } = await call<SvcNotificationTemplateModel>(server, 'GET', byCode, { token: admin });
  const contentMap = { en: { ...content, sender: 'Desk <desk@named.example>' } };
  const edited = { uuid: body.uuid, version: body.version, contentMap };
  expect((await call(server, 'PUT', '/notification/template', { token: admin, body: edited })).status).toBe(200);
  expect(await senderOf()).toEqual(standard);
  expect((await save(admin, { address: 'desk@named.example' })).status).toBe(200);
  expect(await senderOf()).toEqual({ sender: 'desk@named.example', name: 'Desk' });
});
