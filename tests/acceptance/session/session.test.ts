// Uses sessions over HTTP: what counts as one, how a closed one is refused, and what a browser's cookie may do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, identifierOf, PERSON_PASSWORD, type Person, personOf, signIn } from '../../support/people.ts';
import { expectFailure } from '../failure.ts';
import { startTarget, type Target } from '../target.ts';

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target?.stop());

const newPerson = (): Promise<Person> => createPerson(target.admin, target.url, target.name('person'));

function send(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(target.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
}

describe('an identifier', () => {
  it('is the hash of the token, and no credential', async () => {
    const person = await newPerson();
    const { body } = await person.sure.session.get();
    expect(body.session.identifier).toBe(identifierOf(person.token));
    await expectFailure(await send('/session', body.session.identifier), 'AUTHENTICATION_REQUIRED');
    await expectFailure(await send('/session', `svc_${body.session.identifier}`), 'AUTHENTICATION_REQUIRED');
  });

  it('is never a token: what begins like one is refused wherever an identifier is read, and not repeated', async () => {
    const person = await newPerson();
    const calls = [
      ['/close', 'text/plain', person.token],
      ['/exist', 'text/plain', person.token],
      ['/page/user', 'application/json', JSON.stringify({ identifier: person.token })],
      ['/page/user', 'application/json', JSON.stringify({ identifierList: ['x'.repeat(43), person.token] })],
    ] as const;
    for (const [path, type, body] of calls) {
      const response = await send(path, person.token, { method: 'POST', body, headers: { 'content-type': type } });
      const copy = response.clone();
      const { errorArguments } = await expectFailure(response, 'VALIDATION_FAILED');
      expect(errorArguments.map(({ code }) => code)).toContain('IDENTIFIER_IS_TOKEN');
      expect(await copy.text()).not.toContain(person.token.slice(4));
    }
    expect((await person.client.session.get()).ok).toBe(true);
  });

  it.each([
    ['raw text as JSON', 'application/json', (id: string) => id],
    ['a JSON string', 'application/json', (id: string) => JSON.stringify(id)],
    ['plain text', 'text/plain', (id: string) => id],
    ['plain text with a charset', 'text/plain; charset=utf-8', (id: string) => id],
  ])('travels as %s', async (_name, type, write) => {
    const person = await newPerson();
    const other = await signIn(target.url, person.username);
    const body = write(identifierOf(other.token));
    const init = { method: 'POST', body, headers: { 'content-type': type } };
    expect(await (await send('/exist', person.token, init)).json()).toEqual({ body: true, errorDetail: null });
    expect((await send('/close', person.token, init)).status).toBe(200);
    expect(await (await send('/exist', person.token, init)).json()).toEqual({ body: false, errorDetail: null });
  });

  it('is asked for: an empty body is 400', async () => {
    const person = await newPerson();
    for (const path of ['/close', '/exist']) {
      const response = await send(path, person.token, { method: 'POST' });
      expect([path, response.status]).toEqual([path, 400]);
    }
  });
});

describe('closing the current session', () => {
  it('is a sign-out: 200, the cookie cleared, the next call 401 with the reason', async () => {
    const person = await newPerson();
    const init = { method: 'POST', body: identifierOf(person.token) };
    const response = await send('/close', person.token, { ...init, headers: { 'content-type': 'text/plain' } });
    expect(await response.json()).toEqual({ body: {}, errorDetail: null });
    const cleared = response.headers.getSetCookie().filter((cookie) => /svc-session=;/.test(cookie));
    expect(cleared.every((cookie) => /Max-Age=0/i.test(cookie)) && cleared.length > 0).toBe(true);
    const { errorArguments } = await expectFailure(await send('/session', person.token), 'SESSION_EXPIRED');
    expect(errorArguments).toEqual([{ reason: 'LOGOUT' }]);
  });

  it('never tells of a session of somebody else: one answer for foreign, other and unknown', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const told: unknown[] = [];
    for (const identifier of [identifierOf(other.token), identifierOf('svc_nothing'), 'a'.repeat(43)]) {
      const { status, errorDetail } = await person.client.session.close({ body: identifier });
      expect(errorDetail).toMatchObject({ errorCode: 'SESSION_NOT_FOUND' });
      const { time: _time, uuid: _uuid, ...rest } = errorDetail ?? {};
      // A 404 names what was asked for, and nothing beside it.
      told.push(JSON.stringify({ status, ...rest }).replaceAll(identifier, 'asked'));
      expect((await person.sure.session.exist({ body: identifier })).body).toBe(false);
    }
    expect(told.slice(1)).toEqual([told[0], told[0]]);
    expect((await other.client.session.get()).ok).toBe(true);
  });
});

describe('a cookie', () => {
  const cookieOf = async (username: string): Promise<string> => {
    const response = await fetch(`${target.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ username, password: PERSON_PASSWORD, tokenDelivery: 'COOKIE' }),
    });
    expect(response.status).toBe(200);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  it('closes nothing without a proof of its origin, and all with it', async () => {
    const person = await newPerson();
    const cookie = await cookieOf(person.username);
    const call = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${target.url}/close-all/user`, { method, headers: { cookie, ...headers } });
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    ]) {
      await expectFailure(await call(headers), 'CSRF_CHECK_FAILED');
    }
    expect((await call({ 'sec-fetch-site': 'same-origin' }, 'HEAD')).status).toBe(405);
    expect((await person.client.session.get()).ok).toBe(true);
    expect((await call({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).status).toBe(200);
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
  });

  it('reads without a proof, and a bearer token needs none', async () => {
    const person = await newPerson();
    const cookie = await cookieOf(person.username);
    expect((await fetch(`${target.url}/session`, { headers: { cookie } })).status).toBe(200);
    const bearer = await send('/close-all/user', person.token, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(bearer.status).toBe(200);
  });
});

const localeFields = [
  'language',
  'script',
  'country',
  'variant',
  'displayName',
  'displayLanguage',
  'displayScript',
  'displayCountry',
  'displayVariant',
  'iso3Language',
  'iso3Country',
  'unicodeLocaleKeys',
  'unicodeLocaleAttributes',
  'extensionKeys',
];

describe('the current session', () => {
  it.each([
    ['tr-TR', { language: 'tr', script: '', country: 'TR', iso3Language: 'tur', iso3Country: 'TUR' }],
    ['en', { language: 'en', script: '', country: '', iso3Language: 'eng', iso3Country: '' }],
    ['zh-Hant-TW', { language: 'zh', script: 'Hant', country: 'TW', iso3Language: 'zho', iso3Country: 'TWN' }],
  ])('has exactly the fields of the interface, and all fourteen of its locale for %s', async (locale, expected) => {
    const { username } = await newPerson();
    const { body: login } = await target.admin.sure
      .withToken(null)
      .authentication.login({ body: { username, password: PERSON_PASSWORD, locale } });
    const { body } = await personOf(target.url, username, login.token ?? '').sure.session.get();
    expect(Object.keys(body).sort()).toEqual(['authorities', 'session']);
    expect(Object.keys(body.session).sort()).toEqual(
      ['identifier', 'username', 'tenantIdentifier', 'system', 'createdDate', 'attributeMap', 'locale'].sort(),
    );
    expect(Object.keys(body.session.locale).sort()).toEqual([...localeFields].sort());
    expect(body.session.locale).toMatchObject(expected);
    const pairs = body.authorities.map(({ role, authority }) => `${role} ${authority}`);
    expect(pairs).toEqual([...pairs].sort());
    expect(pairs.length).toBeGreaterThan(0);
  });
});
