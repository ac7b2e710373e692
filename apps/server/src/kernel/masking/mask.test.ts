// Tests what is a secret in a value or a text, what is none, and that no text makes the search slow.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../text/json/exact-json.ts';
import { createMask } from './mask.ts';
import { readAddedNames } from './secret-names.ts';

const { mask, maskName } = createMask();
const letters = (count: number): string => 'aB3dE'.repeat(count).slice(0, count);
/** Written in two parts: whoever searches a repository for keys finds none here. */
const key = (head: string, length: number): string => `${head}${letters(length)}`;

const listed = (text: string): string[] => text.trim().split(/,\s+/);

describe('a name says that its value is a secret', () => {
  it.each(
    listed(`
      password, newPassword, passwd, pwd, client_secret, Token, access-token, X-API-Key, api key, Authorization,
      Proxy-Authorization, Set-Cookie, credentials, tokens, cookies, privateKey, otp, pass, dbPass, DB_PASS,
      smtp-pass, pin, cardPin, user_pin, AccountKey, APİKEY, Sıg, PİN, parola, PAROLA, Parolanız, şifre, ŞİFRE,
      SIFRE, ŞIFRE, sıfre, yeniŞifre, kullanıcı_şifresi, gizli, GİZLİ, GIZLI, gizliAnahtar, API anahtarı,
      anahtar, jeton, çerez, kimlik bilgileri, doğrulama_kodu, ONAY KODU, güvenlikKodu, ｐａｓｓｗｏｒｄ
    `),
  )('%s', (name) => {
    expect(mask({ deep: [{ [name]: 'sesame' }] })).toEqual({ value: { deep: [{ [name]: '***' }] }, count: 1 });
    expect(mask({ [name]: { inner: ['sesame'] } }).value).toEqual({ [name]: '***' });
    for (const text of [`x ${name}=sesame`, `{"${name}":"sesame"}`, `a, ${name}: sesame1 b`])
      expect(mask(text).value).not.toContain('sesame');
  });

  it.each(
    listed(`
      tokenCount, passwordless, bypass, compass, spin, shopping, design, passenger, secretary, key, keyId,
      publicKey, cookieName, anahtarlık, şifreleme, author, hotpot, monkey
    `),
  )('%s does not', (name) => {
    expect(mask({ [name]: 'open' }).count).toBe(0);
    expect(mask(`x ${name}=open`).count).toBe(0);
  });

  it('but what is true, absent or hidden is none, and a number behind a plural is a count', () => {
    const nothing = { password: null, hasPassword: true, token: undefined, secret: '***', maxTokens: 7 };
    expect(mask(nothing)).toEqual({ value: nothing, count: 0 });
    for (const text of [
      'password=null',
      'token: true',
      '"secret":"***"',
      'tokens=7',
      'maxTokens: 4000',
      'std::token::of',
    ])
      expect(mask(text)).toEqual({ value: text, count: 0 });
    expect(mask({ otp: 123456, pins: 7 }).value).toEqual({ otp: '***', pins: 7 });
  });

  it('an operator adds further ones', () => {
    const names = readAddedNames(' national-id, Blood_Type\nkan grubu,');
    expect(names).toEqual(['nationalid', 'bloodtype', 'kan', 'grubu']);
    expect(createMask(names).mask({ NationalId: 7, x: 'bloodtype=A+' }).value).toEqual({
      NationalId: '***',
      x: 'bloodtype=***',
    });
  });
});

describe('a text that assigns to such a name loses the value alone', () => {
  it.each([
    ['/reset?password=sesame&next=1#x', '/reset?password=***&next=1#x'],
    ['Server=db;User=sa;Password=sesame;Encrypt=yes', 'Server=db;User=sa;Password=***;Encrypt=yes'],
    ['password="open sesame" user=ali', 'password="***" user=ali'],
    ["{'password': 'it\\'s sesame', 'a': 1}", "{'password': '***', 'a': 1}"],
    ['{"otp":123456,"a":1}', '{"otp":"***","a":1}'],
    ['{"secret":{"a":["}"],"b":{}},"c":1}', '{"secret":"***","c":1}'],
    ['{"body":"{\\"token\\":\\"se\\\\\\"same\\",\\"n\\":1}"}', '{"body":"{\\"token\\":\\"***\\",\\"n\\":1}"}'],
    ['{"body":"{\\"tokens\\":[\\"a\\",{}],\\"n\\":1}"}', '{"body":"{\\"tokens\\":\\"***\\",\\"n\\":1}"}'],
    ['cut {"password":"sesa', 'cut {"password":"***'],
    ['cut {"secret":{"a":["sesame"', 'cut {"secret":"***"'],
    ['{:password=>"sesame", :n=>1}', '{:password=>"***", :n=>1}'],
    ['token := sesame;', 'token := ***;'],
    ['Cookie: a=sesame; b=sesame\r\nHost: x', 'Cookie: ***\r\nHost: x'],
    ['authorization: Digest username="ali", response="sesame"', 'authorization: ***'],
    ['login failed: password: sesame user: ali', 'login failed: password: *** user: ali'],
  ])('%s', (text, left) => {
    expect(mask(text)).toEqual({ value: left, count: 1 });
    expect(mask(left)).toEqual({ value: left, count: 0 });
  });

  it('and sentences about it stay', () => {
    for (const text of ['newPassword: Must have at least 12 characters.', 'şifre: yanlış girildi', 'no token here'])
      expect(mask(text).count).toBe(0);
  });
});

/** One of each issuer that gives all of its keys the same beginning. */
const KEYS = [
  `${key('AKIA', 0)}IOSFODNN7EXAMPLE`,
  `${key('ASIA', 0)}IOSFODNN7EXAMPLE`,
  key('ghp_', 36),
  key('ghs_', 36),
  key('github_pat_', 60),
  key('glpat-', 20),
  key('sk_live_', 24),
  key('rk_test_', 24),
  key('whsec_', 32),
  key('xoxb-1234-', 20),
  key('xoxp-1234-', 20),
  key('xapp-1-', 20),
  key('AIza', 35),
  key('ya29.', 40),
  key('GOCSPX-', 28),
  `SG.${letters(22)}.${letters(43)}`,
  key('npm_', 36),
  key('pypi-', 40),
  key('hvs.', 24),
  key('shpat_', 32),
  key('dckr_pat_', 27),
  key('sk-proj-', 40),
  key('svc_', 43),
  key('svc_key_', 43),
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
];

describe('a credential is found by what it looks like', () => {
  const pem = (name: string) => `-----BEGIN ${name}-----\nMIIEvQ\n-----END ${name}-----`;
  it.each<[string, string]>([
    ['postgres://keelson:sesame@db:5432/x', 'postgres://keelson:***@db:5432/x'],
    ['redis://:sesame@db', 'redis://:***@db'],
    ['(amqps://a:se%40same@b/v)', '(amqps://a:***@b/v)'],
    ['https://u:se@same@host/x', 'https://u:***@host/x'],
    ['postgres://u:se/sa#me@host', 'postgres://u:***@host'],
    ['{"url":"https:\\/\\/u:sesame@host\\/x"}', '{"url":"https:\\/\\/u:***@host\\/x"}'],
    ['a //u:p@h http://v:q@i b', 'a //u:***@h http://v:***@i b'],
    ['sent Basic dXNlcjpwYXNzd29yZA== there', 'sent *** there'],
    ['basic\tw7ZmZm5lOmRpY2g', '***'],
    ['Bearer dG9rZW4=; Basic OnNlc2FtZQ==', '***; ***'],
    [`a ${pem('RSA PRIVATE KEY')} b`, 'a *** b'],
    [`${pem('PRIVATE KEY')}\n${pem('OPENSSH PRIVATE KEY')}`, '***\n***'],
    [pem('PGP PRIVATE KEY BLOCK'), '***'],
    ['---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nx\n---- END SSH2 ENCRYPTED PRIVATE KEY ----.', '***.'],
    ['"-----BEGIN EC PRIVATE KEY-----\\nMHcC', '"***'],
    ['4111 1111 1111 1111 and 5500-0000-0000-0004', '*** and ***'],
  ])('%s', (text, left) => {
    expect(mask(text).value).toBe(left);
    expect(mask({ a: [text] }).value).toEqual({ a: [left] });
    expect(mask(left)).toEqual({ value: left, count: 0 });
  });

  it.each(KEYS)('%s', (one) => {
    expect(mask(one).value).toBe('***');
    expect(mask(`key (${one}), "${one}" or ${one}!`).value).toBe('key (***), "***" or ***!');
  });

  it.each([
    'http://host:80/path@x',
    'ssh://git@github.com/x',
    'http://[::1]:80/a@b',
    'mailto:ali@example.com',
    '//a/b:c@d',
    'Basic plan',
    'basic authentication',
    'BASIC AUTH',
    'Basic Options',
    'Basic Operations only',
    'basic Osman',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    'BEGIN PRIVATE KEY',
    'AKIAN',
    'ASIA_PACIFIC_REGION_01',
    'task-processing-worker-number-1',
    'sk-SK',
    'ghp_',
    'SG.',
    'xoxb-',
    'npm_config',
    '4111 1111 1111 1112',
    '4111111111111111a',
    'b24111111111111111',
    '0190d3a4-0000-7000-4111-111111111111',
    'eyJ',
    'eyJ.a.b',
    'eyJa.',
    'eyJa..c',
    'aeyJa.b.c',
    'eyJa.b',
    'bearer ',
    'forbearer x',
    'bearer\n',
    'svc_short',
  ])('%s is none', (text) => {
    expect(mask(text)).toEqual({ value: text, count: 0 });
  });

  it('also in a name, where two that are masked stay two', () => {
    const [one, other] = [key('svc_', 43), `svc_key_${'b'.repeat(43)}`];
    expect(Object.values(mask({ [one]: 1, [other]: 2, '***': 3 }).value)).toEqual([1, 2, 3]);
    expect(JSON.stringify(mask({ [one]: 1, [other]: 2 }).value)).not.toContain('svc_');
    expect(maskName(one).value).toBe('***');
    expect(maskName('4111111111111111')).toEqual({ value: '4111111111111111', count: 0 });
  });
});

it('what has no secret is left as it is: dates, exact numbers, names of prototypes', () => {
  const body = {
    at: new Date(0),
    exact: parseExactJson('9007199254740993'),
    ...JSON.parse('{"__proto__": {"a": 1}}'),
    none: undefined,
  };
  expect(mask(body).value).toBe(body);
  expect(JSON.stringify(mask({ ...body, password: 'x' }).value)).toBe(
    '{"at":"1970-01-01T00:00:00.000Z","exact":9007199254740993,"__proto__":{"a":1},"password":"***"}',
  );
});

/** V8 stops to optimize patterns in a process that has compiled many: each character of a long match costs memory then. */
function maskUnoptimized(texts: readonly (readonly (readonly [part: string, times: number])[])[]): string[] {
  const fixture = fileURLToPath(import.meta.resolve('./mask-texts.fixture.ts'));
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--no-regexp-optimization', fixture, JSON.stringify(texts)], options),
  );
}

it('hostile texts are walked through once: a square of their length would take hours', { timeout: 120_000 }, () => {
  const length = 512 * 1024;
  const parts = [
    'eyJ-',
    'eyJa.',
    'bearer ',
    'svc_',
    '1 ',
    '1-1',
    '4',
    'Bearer\t',
    'eyJ',
    '9 9-',
    'basic ',
    'basic YTpi',
    '//',
    '//a:',
    '//a:b/',
    '//a:b/@',
    '\\/',
    '//@',
    '-----BEGIN PRIVATE KEY',
    '-----',
    'BEGIN A B C D E ',
    '-',
    'password=',
    'password:',
    '"password":"',
    '"password":[',
    '"secret":{"',
    'secret',
    ':',
    '=',
    '":',
    '\\":',
    '\\',
    'password: a b',
    'cookie: ',
    'AKIA',
    'AKIAA',
    'ghp_',
    'ghp_aaaaaaaaaaaaaaaa ',
    'SG.',
    'xoxe.xox',
    'sk-',
    'a.',
    'şifre=',
    'İ',
    'parola: ',
    'a',
    ' ',
    '{',
    "'",
    '`:',
    'pass\\',
    '\\"token\\":\\"',
  ];
  expect(maskUnoptimized(parts.map((part) => [[part, Math.ceil(length / part.length)]]))).toHaveLength(parts.length);
});

it('a credential of any length is taken out whole, and what only begins like one stays', { timeout: 120_000 }, () => {
  const long = ['a', 16 * 1024 * 1024] as const;
  const once = (text: string) => [text, 1] as const;
  const masked = maskUnoptimized([
    [once('x bearer '), long, once('== y')],
    [once('x eyJ'), long, once('.'), long, once('. y')],
    [once('eyJa.eyJb.c.d eyJe.f. Bearer x')],
    [once('x password='), long, once(' y')],
    [once('x {"password":"'), long, once('"} y')],
    [once('x ghp_'), long, once(' y')],
    [once('x //a:'), long, once('@b y')],
    [once('x -----BEGIN PRIVATE KEY-----'), long, once('-----END PRIVATE KEY----- y')],
  ]);
  expect(masked).toEqual([
    'x *** y',
    'x *** y',
    '***.d *** ***',
    'x password=*** y',
    'x {"password":"***"} y',
    'x *** y',
    'x //a:***@b y',
    'x *** y',
  ]);
});
