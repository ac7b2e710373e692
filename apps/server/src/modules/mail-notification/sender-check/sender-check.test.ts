// Proves that a tenant is told what is published of its domains, and of no others, whatever the name service answers.
import type { SvcNotificationDkimKeyModel, SvcNotificationSenderCheckModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedDns } from '../../../testing/scripted-dns.ts';
import { createTenant } from '../../../testing/setting-server.ts';
import type { Answer } from '../../../testing/sign-in.ts';
import { signInWith, startTemplateServer, type TemplateServer } from '../template-server.fixture.ts';

const dns = createScriptedDns();
let server: TemplateServer;
/** Manages senders in another tenant. */
let other: string;
beforeAll(async () => {
  server = await startTemplateServer({
    dns,
    env: { KEELSON_PUBLIC_URL: 'https://suite.example' },
    settings: { 'mail.default-sender': 'Suite <suite@standard.example>' },
  });
  await createTenant(server, 'other');
  const role = { code: 'ROLE_SENDERS', name: 'Senders', tenantIdentifier: 'other' };
  const authorityList = ['NOTIFICATION_PROVIDER_MANAGE'];
  expect((await server.as(server.admin, 'POST', '/roles', { ...role, authorityList })).status).toBe(200);
  other = await signInWith(server, 'grace', [role.code], 'other');
});
afterAll(() => server?.stop());

type Check = SvcNotificationSenderCheckModel;
/** Tests come after one another, so that none is held to the rate but the one that asks for it. */
const PAUSE_MS = 6_000;

function ask(domain: string, token: string): Promise<Answer<Check>> {
  return server.as<Check>(token, 'GET', `/notification/sender/check/by-domain/${encodeURIComponent(domain)}`);
}
function check(domain: string, token = server.admin): Promise<Answer<Check>> {
  server.clock.advance(PAUSE_MS);
  return ask(domain, token);
}
async function allow(sender: object, token = server.admin): Promise<void> {
  expect((await server.as(token, 'POST', '/notification/sender', sender)).status).toBe(200);
}
let domains = 0;
async function ownDomain(): Promise<string> {
  domains += 1;
  const domain = `d${domains}.mail.example`;
  await allow({ domain });
  return domain;
}
async function makeKey(domain: string, selector: string): Promise<SvcNotificationDkimKeyModel> {
  const body = { domain, selector };
  return (await server.as<SvcNotificationDkimKeyModel>(server.admin, 'POST', '/notification/dkim', body)).body;
}
/** Publishes records of a new domain and answers what is told of them. */
async function spfOf(...records: readonly string[]): Promise<{ readonly domain: string; readonly spf: Check['spf'] }> {
  const domain = await ownDomain();
  dns.set(domain, records);
  return { domain, spf: (await check(domain)).body.spf };
}
async function dmarcOf(record: string, domain: string): Promise<Check['dmarc']> {
  dns.set(`_dmarc.${domain}`, [record]);
  return (await check(domain)).body.dmarc;
}
const unanswered = ['TIMEOUT', 'SERVER_FAILED', 'ANSWER_TOO_LARGE'] as const;

describe('the check of a domain', () => {
  it('mail-notification 16: tells what is published, what it comes to, and that one click works', async () => {
    const domain = await ownDomain();
    const { uuid, selector, recordName, recordValue } = await makeKey(domain, 'spring');
    dns.set(domain, ['v=spf1 a include:_spf.relay.example ~all', 'unrelated']);
    dns.set('_spf.relay.example', ['v=spf1 ip4:203.0.113.0/24 -all']);
    dns.set(recordName, [recordValue]);
    dns.set(`_dmarc.${domain}`, ['v=DMARC1; p=reject; adkim=s']);
    const { status, body } = await check(domain.toUpperCase());
    expect(status).toBe(200);
    const own = 'v=spf1 a include:_spf.relay.example ~all';
    expect(body).toEqual({
      domain,
      dateChecked: new Date(server.clock.now()).toISOString(),
      spf: {
        result: 'FOUND',
        problem: null,
        record: own,
        all: 'SOFTFAIL',
        lookupCount: 2,
        recordList: [
          { recordName: domain, record: own },
          { recordName: '_spf.relay.example', record: 'v=spf1 ip4:203.0.113.0/24 -all' },
        ],
      },
      dkim: {
        result: 'FOUND',
        keyList: [{ uuid, selector, recordName, result: 'FOUND', problem: null, record: recordValue }],
      },
      dmarc: {
        result: 'FOUND',
        problem: null,
        recordName: `_dmarc.${domain}`,
        record: 'v=DMARC1; p=reject; adkim=s',
        inherited: false,
        policy: 'REJECT',
        dkimAlignment: 'STRICT',
        spfAlignment: 'RELAXED',
      },
      oneClick: true,
    });
  });

  it('mail-notification 16: tells that nothing is published', async () => {
    const domain = await ownDomain();
    const { recordName } = await makeKey(domain, 'unpublished');
    const { body } = await check(domain);
    expect(body).toMatchObject({
      spf: { result: 'NONE', problem: null, record: null, all: null, recordList: [] },
      dkim: { result: 'NONE', keyList: [{ recordName, result: 'NONE', problem: null, record: null }] },
      dmarc: { result: 'NONE', problem: null, recordName: null, record: null, policy: null },
    });
  });

  it('mail-notification 16: is of a domain of an address, of a key and of the default sender, too', async () => {
    await allow({ address: 'desk@of-an-address.example' });
    await makeKey('of-a-key.example', 'spring');
    for (const domain of ['of-an-address.example', 'of-a-key.example', 'standard.example'])
      expect((await check(domain)).body).toMatchObject({ domain });
  });

  it('mail-notification 16, 18: is refused for every domain of nobody or of others, and nobody is asked about it', async () => {
    const domain = await ownDomain();
    await allow({ domain: 'theirs.example' }, other);
    const before = dns.asked.length;
    for (const [asked, token] of [
      ['theirs.example', server.admin],
      [domain, other],
      ['nobodys.example', server.admin],
      [`below.${domain}`, server.admin],
      ['mail.example', server.admin],
    ] as const) {
      const { status, error } = await check(asked, token);
      expect([status, error?.errorCode, error?.errorArguments]).toEqual([404, 'SENDER_NOT_FOUND', [{ domain: asked }]]);
    }
    for (const asked of [
      'localhost',
      '127.0.0.1',
      'a b.example',
      'a..example',
      'a.example.',
      `${'a'.repeat(64)}.example`,
    ]) {
      const { status, error } = await check(asked);
      expect([asked, status, error?.errorArguments]).toMatchObject([
        asked,
        400,
        [{ field: 'domain', code: 'PATTERN' }],
      ]);
    }
    expect(dns.asked).toHaveLength(before);
    expect((await check('theirs.example', other)).status).toBe(200);
  });

  it('mail-notification 16: finds a domain in any letters, and tells a dotless i from one with a dot', async () => {
    await allow({ domain: 'ısı.example' });
    expect((await check('ısı.example')).body.domain).toBe('xn--s-ekab.example');
    expect((await check('XN--S-EKAB.example')).body.domain).toBe('xn--s-ekab.example');
    for (const different of ['isi.example', 'ISI.example', 'İSİ.example'])
      expect((await check(different)).error?.errorCode).toBe('SENDER_NOT_FOUND');
  });

  it('mail-notification 16: can be asked for ten times a minute by each caller', async () => {
    const domain = await ownDomain();
    server.clock.advance(60_000);
    for (let count = 0; count < 10; count += 1) expect((await ask(domain, server.admin)).status).toBe(200);
    const before = dns.asked.length;
    const refused = await ask(domain, server.admin);
    expect([refused.status, refused.error?.errorCode]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(dns.asked).toHaveLength(before);
    await allow({ domain: 'other.example' }, other);
    expect((await ask('other.example', other)).status).toBe(200);
    server.clock.advance(60_000);
    expect((await ask(domain, server.admin)).status).toBe(200);
  });
});

describe('what the name service answers', () => {
  it('mail-notification 16: is shown only where it is such a record, and never as anything but text', async () => {
    const domain = await ownDomain();
    const { recordName } = await makeKey(domain, 'shown');
    const secrets = [
      'token=secret-1',
      'v=spf10 secret-2',
      '"v=spf1" secret-3',
      'v=DMARC10; secret-4',
      'v=DKIM10; secret-5',
    ];
    for (const name of [domain, recordName, `_dmarc.${domain}`]) dns.set(name, secrets);
    const hidden = await check(domain);
    expect(hidden.text).not.toContain('secret');
    expect([hidden.body.spf, hidden.body.dkim, hidden.body.dmarc].map(({ result }) => result)).toEqual(
      Array(3).fill('NONE'),
    );
    dns.set(domain, ['v=spf1 exp=<script>alert(1)</script> \u0000\r\n\x1b[2J\xff']);
    dns.set(recordName, ['p=<img src=x>\u0007']);
    dns.set(`_dmarc.${domain}`, ['v=DMARC1; p=none; rua=<b>\u2028']);
    const { headers, body } = await check(domain);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body.spf).toMatchObject({
      result: 'PERMERROR',
      record: String.raw`v=spf1 exp=<script>alert(1)</script> \000\013\010\027[2J\255`,
      problem: { code: 'RECORD_INVALID', term: 'exp=<script>alert(1)</script>' },
    });
    expect(body.dkim.keyList[0]).toMatchObject({
      record: String.raw`p=<img src=x>\007`,
      problem: { code: 'KEY_DIFFERENT' },
    });
    expect(body.dmarc).toMatchObject({ record: String.raw`v=DMARC1; p=none; rua=<b>\8232`, policy: 'NONE' });
  });

  it('mail-notification 16: is not read where it is larger than what domains publish', async () => {
    const domain = await ownDomain();
    const { recordName } = await makeKey(domain, 'large');
    const large = 'x'.repeat(100_000);
    for (const [name, version] of [
      [domain, 'v=spf1 '],
      [recordName, 'v=DKIM1; p='],
      [`_dmarc.${domain}`, 'v=DMARC1; p='],
    ] as const)
      dns.set(name, [version + large]);
    const { body, text } = await check(domain);
    for (const { result, problem } of [body.spf, body.dkim.keyList[0]!, body.dmarc])
      expect([result, problem?.code]).toEqual(['TEMPERROR', 'ANSWER_TOO_LARGE']);
    expect(text.length).toBeLessThan(2_000);
  });

  it.each(unanswered)('mail-notification 16: says nothing of the domain where it is %s', async (reason) => {
    const domain = await ownDomain();
    const { recordName } = await makeKey(domain, 'unanswered');
    for (const name of [domain, recordName, `_dmarc.${domain}`]) dns.set(name, reason);
    const { status, body } = await check(domain);
    expect(status).toBe(200);
    const problemAt = (name: string) => ({ code: reason, recordName: name, term: null });
    expect(body).toMatchObject({
      spf: { result: 'TEMPERROR', problem: problemAt(domain), record: null },
      dkim: { result: 'TEMPERROR', keyList: [{ result: 'TEMPERROR', problem: problemAt(recordName) }] },
      dmarc: { result: 'TEMPERROR', problem: problemAt(`_dmarc.${domain}`), record: null },
    });
  });

  it('mail-notification 16: is waited for 3 s each time and 10 s in all', async () => {
    const domain = await ownDomain();
    const waits: (number | undefined)[] = [];
    dns.script = (name, withinMs) => {
      if (name.startsWith('_dmarc.')) return undefined;
      waits.push(withinMs);
      server.clock.advance(withinMs ?? 60_000);
      return { outcome: 'found', texts: [`v=spf1 include:x.${name} -all`] };
    };
    const { spf } = (await check(domain)).body;
    dns.script = () => undefined;
    expect(waits).toEqual([3_000, 3_000, 3_000, 1_000]);
    expect(spf).toMatchObject({ result: 'TEMPERROR', lookupCount: 4, all: null });
    expect(spf.problem).toEqual({ code: 'TIMEOUT', recordName: `x.x.x.x.${domain}`, term: null });
  });
});

describe('SPF', () => {
  it('mail-notification 16: of several records is none that anybody can use', async () => {
    const { domain, spf } = await spfOf('v=spf1 -all', 'v=spf1 +all');
    expect(spf).toMatchObject({ result: 'PERMERROR', all: null, record: 'v=spf1 -all', lookupCount: 0 });
    expect(spf.problem).toEqual({ code: 'SEVERAL_RECORDS', recordName: domain, term: null });
    expect(spf.recordList).toHaveLength(2);
  });

  it('mail-notification 16: is that of another name where it redirects', async () => {
    dns.set('_redirected.example', ['v=spf1 mx ?all']);
    const { spf } = await spfOf('v=spf1 a redirect=_redirected.example');
    expect(spf).toMatchObject({ result: 'FOUND', all: 'NEUTRAL', lookupCount: 3, problem: null });
    expect((await spfOf('v=spf1 redirect=unknown.example')).spf.problem).toMatchObject({
      code: 'RECORD_MISSING',
      recordName: 'unknown.example',
    });
    expect((await spfOf('v=spf1 include:_redirected.example')).spf).toMatchObject({ all: null, lookupCount: 2 });
  });

  it('mail-notification 16: that comes back to where it was ends, and one name may be included twice', async () => {
    dns.set('a.loop.example', ['v=spf1 include:B.loop.example. -all']);
    dns.set('b.loop.example', ['v=spf1 redirect=a.loop.example']);
    const before = dns.asked.length;
    const { spf } = await spfOf('v=spf1 include:a.loop.example -all');
    expect(spf).toMatchObject({ result: 'PERMERROR', problem: { code: 'LOOP', recordName: 'a.loop.example' } });
    expect(dns.asked.slice(before).filter((name) => name.endsWith('loop.example'))).toHaveLength(2);
    dns.set('leaf.example', ['v=spf1 ip4:192.0.2.1 -all']);
    const twice = await spfOf('v=spf1 include:leaf.example include:leaf.example -all');
    expect(twice.spf).toMatchObject({ result: 'FOUND', lookupCount: 2, all: 'FAIL' });
  });

  it('mail-notification 16: may need ten look-ups and no more', async () => {
    const nine = Array.from({ length: 9 }, (_none, index) => `a:h${index}.example`).join(' ');
    const ten = await spfOf(`v=spf1 ${nine} exists:%{i}.example -all`);
    expect(ten.spf).toMatchObject({ result: 'FOUND', lookupCount: 10, all: 'FAIL' });
    dns.set('one-too-many.example', ['v=spf1 mx ptr -all']);
    const { spf } = await spfOf(`v=spf1 ${nine} include:one-too-many.example -all`);
    expect(spf).toMatchObject({ result: 'PERMERROR', all: null });
    expect(spf.problem).toEqual({ code: 'TOO_MANY_LOOKUPS', recordName: 'one-too-many.example', term: 'mx' });
    const before = dns.asked.length;
    dns.script = () => ({ outcome: 'found', texts: [`v=spf1 include:x${dns.asked.length}.example -all`] });
    const endless = await spfOf();
    dns.script = () => undefined;
    expect(endless.spf.problem?.code).toBe('TOO_MANY_LOOKUPS');
    expect(dns.asked.length - before).toBeLessThanOrEqual(20);
  });

  it('mail-notification 16: of what it includes has to be in order as well', async () => {
    dns.set('broken.example', ['v=spf1 ipv4:192.0.2.1 -all']);
    const { spf } = await spfOf('v=spf1 include:broken.example -all');
    expect(spf.result).toBe('PERMERROR');
    expect(spf.problem).toEqual({ code: 'RECORD_INVALID', recordName: 'broken.example', term: 'ipv4:192.0.2.1' });
    dns.set('away.example', 'SERVER_FAILED');
    expect((await spfOf('v=spf1 include:away.example -all')).spf.result).toBe('TEMPERROR');
  });
});

describe('DKIM', () => {
  it('mail-notification 16: is in order where the record holds the key, and lets it sign mails', async () => {
    const domain = await ownDomain();
    const { recordName, recordValue } = await makeKey(domain, 'judged');
    const key = recordValue.slice(recordValue.indexOf('p=') + 2);
    const judge = async (...records: readonly string[]) => {
      dns.set(recordName, records);
      const { result, problem } = (await check(domain)).body.dkim.keyList[0]!;
      return problem === null ? result : `${result} ${problem.code}`;
    };
    expect(await judge(`k=rsa; t=s; h=sha1:sha256; s=*; p=${key.slice(0, 99)} ${key.slice(99)};`)).toBe('FOUND');
    expect(await judge(`v=DKIM1; p=${key.slice(1)}`)).toBe('PERMERROR KEY_DIFFERENT');
    expect(await judge(`v=DKIM1; k=ed25519; p=${key}`)).toBe('PERMERROR KEY_DIFFERENT');
    expect(await judge('v=DKIM1; p=')).toBe('PERMERROR KEY_REVOKED');
    expect(await judge(`v=DKIM1; t=y:s; p=${key}`)).toBe('PERMERROR KEY_TESTING');
    for (const record of [
      `p=${key}; v=DKIM1`,
      `v=DKIM1; h=sha1; p=${key}`,
      `s=tlsrpt; p=${key}`,
      'v=DKIM1; k=rsa',
      `p=${key}; p=`,
    ])
      expect(await judge(record)).toBe('PERMERROR RECORD_INVALID');
    expect(await judge(recordValue, recordValue)).toBe('PERMERROR SEVERAL_RECORDS');
  });

  it('mail-notification 16: is that of the newest key, of which ten are looked at', async () => {
    const domain = await ownDomain();
    expect((await check(domain)).body.dkim).toEqual({ result: 'NONE', keyList: [] });
    const selectors = Array.from({ length: 11 }, (_none, index) => `k${index}`);
    for (const selector of selectors) {
      const { recordName, recordValue } = await makeKey(domain, selector);
      if (selector !== 'k10') dns.set(recordName, [recordValue]);
    }
    const { dkim } = (await check(domain)).body;
    expect(dkim.result).toBe('NONE');
    expect(dkim.keyList.map(({ selector }) => selector)).toEqual(selectors.toReversed().slice(0, 10));
    expect(dkim.keyList.slice(1).every(({ result }) => result === 'FOUND')).toBe(true);
  });
});

describe('DMARC', () => {
  it('mail-notification 16: is inherited from above, by its policy for what is below', async () => {
    await allow({ domain: 'news.inherits.example' });
    const above = 'v=DMARC1; p=reject; sp=quarantine; aspf=s';
    dns.set('_dmarc.inherits.example', [above]);
    expect((await check('news.inherits.example')).body.dmarc).toMatchObject({
      result: 'FOUND',
      record: above,
      recordName: '_dmarc.inherits.example',
      inherited: true,
      policy: 'QUARANTINE',
      spfAlignment: 'STRICT',
      dkimAlignment: 'RELAXED',
    });
    const own = await dmarcOf('v=DMARC1; p=none', 'news.inherits.example');
    expect(own).toMatchObject({ inherited: false, policy: 'NONE' });
  });

  it('mail-notification 16: of a registry counts for nobody who has one nearer, and names where organisations begin', async () => {
    await allow({ domain: 'a.b.shop.registry.example' });
    dns.set('_dmarc.registry.example', ['v=DMARC1; p=reject; psd=y']);
    dns.set('_dmarc.b.shop.registry.example', ['v=DMARC1; p=quarantine']);
    const found = async () => (await check('a.b.shop.registry.example')).body.dmarc;
    expect(await found()).toMatchObject({ recordName: '_dmarc.registry.example', policy: 'REJECT' });
    dns.set('_dmarc.shop.registry.example', ['v=DMARC1; p=none']);
    expect(await found()).toMatchObject({ recordName: '_dmarc.shop.registry.example', policy: 'NONE' });
    dns.set('_dmarc.b.shop.registry.example', ['v=DMARC1; p=quarantine; psd=n']);
    expect(await found()).toMatchObject({ recordName: '_dmarc.b.shop.registry.example', policy: 'QUARANTINE' });
  });

  it('mail-notification 16: is looked for at eight names at most', async () => {
    const domain = 'a.b.c.d.e.f.g.h.i.mail.example';
    await allow({ domain });
    const before = dns.asked.length;
    await check(domain);
    const asked = dns.asked.slice(before).filter((name) => name.startsWith('_dmarc.'));
    expect(asked).toHaveLength(8);
    expect(asked[1]).toBe('_dmarc.e.f.g.h.i.mail.example');
  });

  it('mail-notification 16: that nobody can read asks for nothing, unless it wants reports', async () => {
    const domain = await ownDomain();
    for (const record of [
      'v=DMARC1',
      'v=DMARC1; p=strict',
      'v=DMARC1; p=none; sp=no',
      'v=DMARC1; p',
      'v=DMARC1; p=none; p=none',
    ])
      expect(await dmarcOf(record, domain)).toMatchObject({ result: 'PERMERROR', problem: { code: 'RECORD_INVALID' } });
    expect(await dmarcOf('v=DMARC1; rua=mailto:a@mail.example', domain)).toMatchObject({
      result: 'FOUND',
      policy: 'NONE',
    });
    dns.set(`_dmarc.${domain}`, ['v=DMARC1; p=none', 'v=DMARC1; p=reject']);
    expect((await check(domain)).body.dmarc).toMatchObject({
      result: 'PERMERROR',
      problem: { code: 'SEVERAL_RECORDS' },
    });
  });
});
