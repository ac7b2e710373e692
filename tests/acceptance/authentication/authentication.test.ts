// Signs in over HTTP: what is told to whom, what a browser gets, and that nobody hands on what they do not hold.
import { createClient } from '@keelson/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenIn } from '../../support/mailbox.ts';
import { createPerson, createService, PERSON_PASSWORD, type Person, signIn } from '../../support/people.ts';
import { expectFailure } from '../failure.ts';
import { ownServer, startTarget, type Target } from '../target.ts';
import { createPersonWithAddress } from '../world.ts';

let target: Target;
let admin: Person;
beforeAll(async () => {
  target = await startTarget();
  admin = target.admin;
});
afterAll(() => target?.stop());

function login(body: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${target.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Keeps everything of an answer that may tell one refusal from another. */
async function traitsOf(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  const { body, errorDetail } = (await response.json()) as { body: unknown; errorDetail: Record<string, unknown> };
  const { time: _time, uuid: _uuid, ...told } = errorDetail;
  return { status: response.status, headers, body, told };
}

describe('a refused sign-in', () => {
  it('is one answer for unknown, disabled, not activated, other tenant and wrong password', async () => {
    const { username } = await createPerson(admin, target.url, target.name('known'));
    const disabled = target.name('disabled');
    await admin.sure.authentication.createUser({ body: { username: disabled, enabled: false } });
    const fresh = target.name('fresh');
    await admin.sure.authentication.createUser({ body: { username: fresh } });
    const attempts = [
      { username, password: 'not the password at all' },
      { username: target.name('unknown'), password: PERSON_PASSWORD },
      { username: disabled, password: PERSON_PASSWORD },
      { username: fresh, password: PERSON_PASSWORD },
      { username, password: PERSON_PASSWORD, tenantIdentifier: 'elsewhere' },
    ];
    const traits = await Promise.all(attempts.map(async (body) => traitsOf(await login(body))));
    expect(traits[0]).toMatchObject({
      status: 401,
      told: { errorCode: 'AUTH_INVALID_CREDENTIALS', errorArguments: [] },
    });
    for (const other of traits) expect(other).toEqual(traits[0]);
  });
});

describe('cookie delivery', () => {
  it('puts the token into one cookie for scripts to miss, and into nothing else', async () => {
    const { username } = await createPerson(admin, target.url, target.name('browser'));
    const body = { username, password: PERSON_PASSWORD, tokenDelivery: 'COOKIE' };
    const response = await login(body, { 'sec-fetch-site': 'same-origin' });
    const cookies = response.headers.getSetCookie();
    const session = cookies.filter((cookie) => cookie.startsWith('svc-session=svc_'));
    expect(session).toHaveLength(1);
    expect(session[0]).toMatch(/; Path=\//i);
    expect(session[0]).toMatch(/; HttpOnly/i);
    expect(session[0]).toMatch(/; SameSite=Lax/i);
    const token = /svc-session=(svc_[A-Za-z0-9_-]{43})/.exec(session[0] ?? '')?.[1] ?? '';
    const others = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ body: { status: 'AUTHENTICATED', token: null } });
    expect(text + JSON.stringify(others)).not.toContain(token);
  });

  it('is refused to a foreign origin', async () => {
    const { username } = await createPerson(admin, target.url, target.name('browser'));
    const body = { username, password: PERSON_PASSWORD, tokenDelivery: 'COOKIE' };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      await expectFailure(await login(body, headers), 'CSRF_CHECK_FAILED');
    }
  });
});

describe('signing out', () => {
  it('can be repeated, needs no session, and kills the token', async () => {
    const person = await createPerson(admin, target.url, target.name('leaver'));
    for (let round = 0; round < 3; round += 1) expect((await person.client.authentication.logout()).status).toBe(200);
    expect((await person.client.withToken(null).authentication.logout()).status).toBe(200);
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    expect((await fetch(`${target.url}/auth/logout`, { method: 'HEAD' })).status).toBe(405);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://a@b@evil.example',
    'javascript:alert(1)',
    'https://127.0.0.1.evil.example',
    '%2f%2fevil.example',
    '/a%0d%0aset-cookie:x=1',
    'https://evil.example./',
  ])('never leads to %s', async (redirectUrl) => {
    const { status, headers } = await createClient({ baseUrl: target.url }).authentication.logout({
      query: { redirectUrl },
    });
    const location = new URL(headers.get('location') ?? '/', target.url);
    expect(location.origin).toBe(new URL(target.url).origin);
    expect(headers.get('set-cookie') ?? '').not.toContain('x=1');
    expect([200, 302]).toContain(status);
  });

  it('leads to a page of its own', async () => {
    const { status, headers } = await createClient({ baseUrl: target.url }).authentication.logout({
      query: { redirectUrl: '/docs?from=here' },
    });
    expect(status).toBe(302);
    const location = new URL(headers.get('location') ?? '', target.url);
    expect(location.pathname + location.search).toBe('/docs?from=here');
  });
});

describe('an administrator', () => {
  it('neither sets nor sees a password, and a created user cannot sign in before activation', async () => {
    const username = target.name('new');
    const set = await fetch(`${target.url}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PERSON_PASSWORD }),
    });
    const { errorArguments } = await expectFailure(set, 'VALIDATION_FAILED');
    expect(errorArguments).toMatchObject([{ field: 'password', code: 'UNKNOWN_FIELD' }]);
    const { body } = await admin.sure.authentication.createUser({ body: { username } });
    expect(
      Object.keys(body)
        .filter((field) => /password|secret|hash/i.test(field))
        .sort(),
    ).toEqual(['passwordChangeRequired', 'passwordSet']);
    await expectFailure(await login({ username, password: PERSON_PASSWORD }), 'AUTH_INVALID_CREDENTIALS');
  });

  it('grants nothing that reaches beyond the tenant that he administers: not by role, user, key or change of roles', async () => {
    const deputy = await createPerson(admin, target.url, target.name('deputy'), ['ROLE_TENANT_ADMIN']);
    const { authentication } = deputy.client;
    const code = `ROLE_${target.name('all').toUpperCase().replaceAll('-', '_')}`;
    const role = await authentication.createRole({ body: { code, authorityList: ['TENANT_ALL'] } });
    const key = await authentication.createApiKey({
      body: { name: target.name('all'), authorityList: ['TENANT_ALL'] },
    });
    const user = await authentication.createUser({
      body: { username: target.name('all'), roleList: ['ROLE_SYSTEM_ADMIN'] },
    });
    const { body: other } = await deputy.sure.authentication.createUser({ body: { username: target.name('plain') } });
    const raised = await authentication.setRoles({
      params: { uuid: other.uuid },
      body: { roleList: ['ROLE_SYSTEM_ADMIN'], version: other.version },
    });
    for (const answer of [role, key, user, raised]) {
      expect([answer.ok, answer.status === 403 || answer.status === 422]).toEqual([false, true]);
    }
    const service = await authentication.setRoles({
      params: { uuid: other.uuid },
      body: { roleList: ['ROLE_SERVICE'], version: other.version },
    });
    expect(service.errorDetail).toMatchObject({ errorCode: 'ROLE_NOT_ASSIGNABLE' });
  });
});

describe('an API key', () => {
  it('does what its list says and nothing else, until it is deleted', async () => {
    const key = await createService(admin, target.url, target.name('reader'), ['BPMN_DEFINITION_VIEW']);
    const { body } = await key.sure.session.get();
    expect(body.session).toMatchObject({ username: key.username, system: true });
    expect(body.session.attributeMap).toMatchObject({ authenticationMethods: ['API_KEY'] });
    expect(body.authorities.map(({ authority }) => authority)).toEqual(['BPMN_DEFINITION_VIEW']);
    const seen = await key.client.bpmnEngine.getBpmnModelArrayByProcessDefinitionId({
      params: { id: 'none:1:aaaaaaaa' },
    });
    expect(seen.errorDetail).toMatchObject({ errorCode: 'DEFINITION_NOT_FOUND' });
    expect((await key.client.bpmnEngine.task_queryList()).errorDetail).toMatchObject({ errorCode: 'ACCESS_DENIED' });
    const byHeader = await fetch(`${target.url}/session`, { headers: { 'x-api-key': key.token } });
    expect(byHeader.status).toBe(200);
    await admin.sure.authentication.deleteApiKey({ params: { uuid: key.uuid } });
    expect((await key.client.session.get()).errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
  });

  it('works only from the addresses that it names', async () => {
    const elsewhere = {
      name: target.name('elsewhere'),
      authorityList: ['SESSION_VIEW'],
      allowedAddressList: ['192.0.2.0/24'],
    };
    const { body } = await admin.sure.authentication.createApiKey({ body: elsewhere });
    const answer = await admin.client.withToken(body.key).session.get();
    expect(answer.errorDetail).toMatchObject({ errorCode: 'AUTHENTICATION_REQUIRED' });
  });
});

describe('a client that keeps no cookie', () => {
  it('is a new device at each sign-in, of which fifty are kept', async () => {
    const { username, sure } = await createPerson(admin, target.url, target.name('forgetful'));
    const [first] = (await sure.authentication.listDevices()).body;
    for (let round = 1; round < 50; round += 1) await login({ username, password: PERSON_PASSWORD, deviceName: 'x' });
    // The session limit has closed the first session meanwhile.
    const last = await signIn(target.url, username);
    const { body: kept } = await last.sure.authentication.listDevices();
    expect(kept).toHaveLength(50);
    expect(kept.map(({ uuid }) => uuid)).not.toContain(first?.uuid);
  });
});

describe.runIf(ownServer)('a reset by somebody whose only second factor is the mailbox', () => {
  it('asks for no code: the link has proven the mailbox', async () => {
    const { username, address, sure } = await createPersonWithAddress(target);
    await sure.authentication.setEmailFactor({ body: { enabled: true } });
    await sure.authentication.forgotPassword({ body: { username } });
    const mail = await target.mailbox?.newest(address, 'auth.password-reset');
    const resetToken = mail === undefined ? '' : tokenIn(mail);
    const newPassword = 'nine herons over a frozen weir';
    await sure.authentication.resetPassword({ body: { resetToken, newPassword } });
    // The next sign-in asks for the code again.
    const { body } = await sure.authentication.login({ body: { username, password: newPassword } });
    expect(body).toMatchObject({ status: 'VERIFICATION_REQUIRED', verificationType: 'EMAIL' });
  });
});
