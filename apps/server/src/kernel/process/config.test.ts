// Proves that the configuration has its defaults, takes what is right, and stops at everything else by name.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

const parse = (environment: Record<string, string>) => parseConfig(environment, (given) => given ?? '/standard');
const sentences = (environment: Record<string, string>): string => {
  try {
    parse(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
};

it('has the defaults of the suite', () => {
  expect(parse({})).toMatchObject({
    databaseUrl: null,
    dataDirectory: '/standard',
    listen: { host: '127.0.0.1', port: 8080 },
    publicUrl: null,
    allowedOrigins: [],
    console: 'on',
    databaseNotify: 'listen',
    errorStatus: 'truthful',
    unknownFields: 'refuse',
    sessionCacheMax: 50_000,
    testMode: false,
    limits: { bodyBytes: 1_048_576, jsonDepth: 64, arrayItems: 10_000, headerBytes: 16_384, requestTimeoutMs: 30_000 },
  });
  expect(parse({}).modules).toHaveLength(10);
});

it('no key makes a password cheap to hash, in test mode neither', () => {
  expect([parse({}).passwordCost, parse({ KEELSON_TEST_MODE: 'true' }).passwordCost]).toEqual(['full', 'full']);
  expect(() => parse({ KEELSON_PASSWORD_COST: 'least' })).toThrow('KEELSON_PASSWORD_COST');
});

it('reads every form that is right', () => {
  const config = parse({
    KEELSON_LISTEN: '[::1]:0',
    KEELSON_PUBLIC_URL: 'https://app.example.org/suite/',
    KEELSON_ALLOWED_ORIGINS: 'https://A.example.org:443, http://b.example:81',
    KEELSON_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    KEELSON_MODULES: 'bpmn-engine,session',
    KEELSON_PREFIX_BPMN_ENGINE: '/gw/engine,/e',
    KEELSON_DATA: '/data',
    KEELSON_PASSWORD_PEPPER: 'on',
    KEELSON_ERROR_STATUS: '',
    PATH: '/bin',
  });
  expect(config).toMatchObject({
    listen: { host: '::1', port: 0 },
    publicUrl: 'https://app.example.org/suite',
    allowedOrigins: ['https://a.example.org', 'http://b.example:81'],
    modules: ['session', 'bpmn-engine'],
    prefixes: { 'bpmn-engine': ['/gw/engine', '/e'] },
    dataDirectory: '/data',
    passwordPepper: true,
    errorStatus: 'truthful',
  });
});

describe('stops the start with a sentence that names the key', () => {
  it.each([
    ['KEELSON_LISTN', '127.0.0.1:80'],
    ['KEELSON_PREFIX_NOTHING', '/x'],
    ['KEELSON_MAIL_SMTP_URL', 'http://x'],
    ['KEELSON_LISTEN', '8080'],
    ['KEELSON_LISTEN', '127.0.0.1:70000'],
    ['KEELSON_PUBLIC_URL', 'app.example.org'],
    ['KEELSON_PUBLIC_URL', 'https://user:pw@app.example.org'],
    ['KEELSON_ALLOWED_ORIGINS', '*'],
    ['KEELSON_ALLOWED_ORIGINS', 'https://a.example/path'],
    ['KEELSON_ALLOWED_ORIGINS', 'https://a.example,,https://b.example'],
    ['KEELSON_CONSOLE', 'maybe'],
    ['KEELSON_DATABASE_NOTIFY', 'push'],
    ['KEELSON_DATABASE_READ_URL', 'mysql://standby/keelson'],
    ['KEELSON_DATABASE_READ_LAG_MAX_MS', '1000'],
    ['KEELSON_TRUSTED_PROXIES', 'proxy.local'],
    ['KEELSON_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['KEELSON_MODULES', 'session,nothing'],
    ['KEELSON_PREFIX_SESSION', 'no-slash'],
    ['KEELSON_PREFIX_SESSION', '/a/../b'],
    ['KEELSON_PREFIX_SESSION', '/a/'],
    ['KEELSON_ERROR_STATUS', '200'],
    ['KEELSON_UNKNOWN_FIELDS', 'yes'],
    ['KEELSON_TEST_MODE', '1'],
    ['KEELSON_SESSION_CACHE_MAX', '-5'],
    ['KEELSON_SESSION_CACHE_MAX', '1e6'],
    ['KEELSON_HASH_CONCURRENCY', '0'],
    ['DATABASE_URL', 'mysql://x'],
  ])('refuses %s=%s', (key, value) => {
    expect(sentences({ [key]: value })).toContain(key);
  });

  it.each([
    ['KEELSON_LISTN', ' (did you mean KEELSON_LISTEN?)'],
    ['KEELSON_PUBLIC-URL', ' (did you mean KEELSON_PUBLIC_URL?)'],
    ['KEELSON_PREFIX_SESION', ' (did you mean KEELSON_PREFIX_SESSION?)'],
    ['KEELSON_DB', ''],
    ['KEELSON_SOMETHING_ELSE', ''],
  ])('asks by %s%s', (key, question) => {
    expect(sentences({ [key]: 'x' })).toBe(
      `${key} is not a configuration key${question}; the known ones are listed in docs/operating.md.`,
    );
  });

  it('asks whether another module was meant', () => {
    expect(sentences({ KEELSON_MODULES: 'sesion' })).toContain('no module (did you mean session?); take');
    expect(sentences({ KEELSON_MODULES: 'nothing' })).toContain('no module; take');
  });

  it('tells all problems at once, a line each', () => {
    expect(sentences({ KEELSON_X: '1', KEELSON_LISTEN: 'x', KEELSON_TEST_MODE: 'x' }).split('\n')).toHaveLength(3);
  });

  it('test mode is for loopback only', () => {
    expect(sentences({ KEELSON_TEST_MODE: 'true', KEELSON_LISTEN: '0.0.0.0:8080' })).toContain('KEELSON_TEST_MODE');
    expect(sentences({ KEELSON_TEST_MODE: 'true', KEELSON_LISTEN: 'localhost:8080' })).toBe('');
  });

  it('takes the address of a unix socket, whose host part is empty', () => {
    expect(sentences({ DATABASE_URL: 'postgresql://user:word@/keelson?host=/run/postgresql' })).toBe('');
  });

  it('never shows a secret', () => {
    const secret = 'sesame';
    expect(
      sentences({
        DATABASE_URL: `mysql://u:${secret}@h`,
        KEELSON_PUBLIC_URL: `https://u:${secret}@h`,
        KEELSON_MAIL_SMTP_URL: `smtp:/u:${secret}@h`,
      }),
    ).not.toContain(secret);
  });
});

it('the env file lies underneath the environment, and an unknown key in it stops the start too', () => {
  const directory = mkdtempSync(join(tmpdir(), 'keelson-config-'));
  const path = join(directory, '.env');
  writeFileSync(path, 'KEELSON_LISTEN=127.0.0.1:1\nKEELSON_ERROR_STATUS="always-200"\n# comment\n');
  const config = parseConfig(readEnvironment({ KEELSON_LISTEN: '127.0.0.1:2' }, path), () => '/');
  expect([config.listen.port, config.errorStatus]).toEqual([2, 'always-200']);
  writeFileSync(path, 'KEELSON_TYPO=1\n');
  expect(() => parseConfig(readEnvironment({}, path), () => '/')).toThrow('KEELSON_TYPO');
  rmSync(directory, { recursive: true });
  expect(readEnvironment({ A: '1' }, path)).toEqual({ A: '1' });
});
