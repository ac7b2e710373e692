// Holds every setting of the suite to what its page and whoever reads it at night may expect.
import { RULES } from '@keelson/bpmn-rules';
import { modules as contracts, errorCatalogue } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyDefinition, findSettingProblem } from './kernel/settings/settings.ts';
import { type SettingServer, startSettingServer } from './testing/setting-server.ts';

/** Every prefix belongs to one module. */
const prefixes = [
  'auth',
  'session',
  'setting',
  'menu',
  'mail',
  'logger',
  'report',
  'polling',
  'bpmn-admin',
  'bpmn-engine',
];

/** The modules' pages name these settings, as far as the modules are built. */
const required = [
  'auth.security-profile',
  'auth.captcha.mode',
  'auth.captcha.name-threshold',
  'auth.captcha.address-threshold',
  'auth.captcha.lifetime',
  'auth.lock.threshold',
  'auth.lock.first',
  'auth.lock.max',
  'auth.lock.forget',
  'auth.lock.disable-threshold',
  'auth.address.daily-limit',
  'auth.login.min-duration',
  'auth.mfa.policy',
  'auth.mfa.admin-policy',
  'auth.email-code.enabled',
  'auth.email-code.fallback',
  'auth.email-code.lifetime',
  'auth.email-code.attempts',
  'auth.email-code.resend-wait',
  'auth.totp.past-steps',
  'auth.device.remember-period',
  'auth.password.min-length',
  'auth.password.min-length-with-factor',
  'auth.password.blocklist',
  'auth.password.breach-check',
  'auth.logout.clear-site-data',
  'auth.logout.refused-target',
  'session.idle-timeout',
  'session.absolute-timeout',
  'session.remember-me.enabled',
  'session.remember-me.idle-timeout',
  'session.remember-me.absolute-timeout',
  'session.max-per-user',
  'session.limit-action',
  'session.max-per-tenant',
  'session.fresh-period',
  'session.system.idle-timeout',
  'session.system.absolute-timeout',
  'session.binding',
  'session.same-site-origin',
  'session.begin.unknown-user',
  'session.history-retention',
  'setting.history-retention',
  'setting.reason-required',
  'setting.public.rate-limit',
  'setting.ofrep.enabled',
  'setting.ofrep.allowed-origins',
  'setting.ofrep.public-path',
  'setting.stream.max-per-user',
  'mail.give-up-hours',
];

/** A tenant must not raise these limits for itself, or they are asked before the tenant is known. */
const operatorOnly = [
  'auth.security-profile',
  'auth.captcha.lifetime',
  'auth.lock.threshold',
  'auth.lock.first',
  'auth.lock.max',
  'auth.lock.forget',
  'auth.lock.disable-threshold',
  'auth.address.daily-limit',
  'auth.login.min-duration',
  'session.max-per-tenant',
];

/** The pages give these: code, default, unit, least and greatest or allowed values. */
const exact: readonly (readonly [string, unknown, string, ...(number | string)[]])[] = [
  ['session.idle-timeout', 30, 'MINUTE', 1, 1_440],
  ['session.absolute-timeout', 720, 'MINUTE', 5, 1_440],
  ['session.remember-me.enabled', false, 'NONE'],
  ['session.remember-me.idle-timeout', 7, 'DAY', 1, 90],
  ['session.remember-me.absolute-timeout', 30, 'DAY', 1, 90],
  ['session.max-per-user', 10, 'COUNT', 0, 1_000],
  ['session.limit-action', 'CLOSE_OLDEST', 'NONE', 'CLOSE_OLDEST', 'DENY'],
  ['session.max-per-tenant', 0, 'COUNT', 0, 10_000_000],
  ['session.fresh-period', 30, 'MINUTE', 1, 1_440],
  ['session.system.idle-timeout', 15, 'MINUTE', 1, 1_440],
  ['session.system.absolute-timeout', 60, 'MINUTE', 1, 1_440],
  ['session.binding', 'NONE', 'NONE', 'NONE', 'USER_AGENT', 'NETWORK'],
  ['session.begin.unknown-user', true, 'NONE'],
  ['session.history-retention', 90, 'DAY', 1, 3_650],
  ['auth.captcha.lifetime', 5, 'MINUTE', 1, 10],
  ['auth.lock.threshold', 10, 'COUNT', 1, 100],
  ['auth.lock.first', 60, 'SECOND', 1, 3_600],
  ['auth.lock.max', 15, 'MINUTE', 1, 1_440],
  ['auth.lock.forget', 12, 'HOUR', 1, 168],
  ['auth.email-code.lifetime', 5, 'MINUTE', 1, 10],
  ['auth.email-code.resend-wait', 60, 'SECOND', 10, 600],
  ['auth.device.remember-period', 0, 'DAY', 0, 90],
  ['setting.history-retention', 730, 'DAY', 1, 36_500],
  ['setting.reason-required', false, 'NONE'],
  ['setting.public.rate-limit', 600, 'COUNT', 1, 1_000_000],
  ['setting.ofrep.enabled', true, 'NONE'],
  ['setting.stream.max-per-user', 10, 'COUNT', 1, 1_000],
  ['mail.give-up-hours', 96, 'HOUR', 1, 168],
  ['bpmn-engine.strictness', 'LENIENT', 'NONE', 'LENIENT', 'SPEC', 'STRICT'],
  ['bpmn-engine.burst.steps', 100_000, 'COUNT', 100, 1_000_000],
  ['bpmn-engine.limit.tokens', 10_000, 'COUNT', 10, 100_000],
  ['bpmn-engine.limit.variable', 4_096, 'KIBIBYTE', 1, 4_096],
  ['bpmn-engine.limit.instance', 16_384, 'KIBIBYTE', 16, 65_536],
  ['bpmn-engine.limit.queue', 256, 'COUNT', 1, 10_000],
];

let server: SettingServer;
let definitions: readonly AnyDefinition[];

beforeAll(async () => {
  server = await startSettingServer();
  definitions = server.kernel.settings.definitions();
});
afterAll(() => server.stop());

const find = (code: string): AnyDefinition | undefined => definitions.find((definition) => definition.code === code);
const codesWhere = (test: (definition: AnyDefinition) => boolean): readonly string[] =>
  definitions.filter(test).map(({ code }) => code);

/** Says what is wrong with the texts of one definition. */
function textProblems({ name, nameMap, description, descriptionMap }: AnyDefinition): readonly string[] {
  const names = [name, nameMap.tr ?? ''];
  const descriptions = [description, descriptionMap.tr ?? ''];
  return [
    ...names.filter((text) => text.trim().length < 5).map(() => 'a name is missing'),
    ...names.filter((text) => text.length > 128 || /\.$/.test(text)).map((text) => `is no name: ${text}`),
    ...descriptions.filter((text) => !/^\S.{20,}\.$/u.test(text)).map((text) => `is no sentence: ${text}`),
    ...descriptions.filter((text) => text.length > 2_000).map(() => 'a description is too long'),
    ...(names[0] === names[1] || descriptions[0] === descriptions[1] ? ['English stands for Turkish'] : []),
    ...(/[çğıöşüÇĞİÖŞÜ]/.test(names[1] + descriptions[1]!) ? [] : ['Turkish without its letters']),
  ];
}

describe('system-setting 21: every definition of the suite', () => {
  it('has a name and a description in English and Turkish', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(required.length);
    const problems = definitions.map((definition) => [definition.code, textProblems(definition)] as const);
    expect(Object.fromEntries(problems.filter(([, found]) => found.length > 0))).toEqual({});
  });

  it('has a default inside its limits, also where STRICT bounds it, and a unit if it is a measure', () => {
    for (const definition of definitions) {
      const { code, type, defaultValue, strict } = definition;
      if (type === 'SECRET') continue;
      expect([code, findSettingProblem(definition, defaultValue)]).toEqual([code, null]);
      if (strict !== null) expect([code, findSettingProblem(definition, strict(defaultValue))]).toEqual([code, null]);
      // A share is no measure.
      const isMeasure = (type === 'NUMBER' || type === 'DECIMAL') && code !== 'logger.producer.sample-rate';
      if (isMeasure) expect([code, definition.unit]).not.toEqual([code, 'NONE']);
    }
  });

  it('has the prefix of its module and a code in the letters of codes', () => {
    for (const { code } of definitions) {
      expect(prefixes).toContain(code.split('.')[0]);
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
    }
  });

  it('is there where the pages name it, with the limits of its page', () => {
    expect(required.filter((code) => find(code) === undefined)).toEqual([]);
    const found = exact.map(([code]) => {
      const { defaultValue, unit, minValue, maxValue, allowedValueList } = find(code)!;
      const limits = allowedValueList ?? [minValue, maxValue].filter((limit) => limit !== null);
      return [code, defaultValue, unit, ...limits];
    });
    expect(found).toEqual(exact);
  });

  it('stands behind every setting that a text of a rule, an error or an operation names', () => {
    const texts = JSON.stringify([RULES, errorCatalogue, contracts]);
    const phrases = [...texts.matchAll(/\bsettings? `?([a-z][a-z-]*(?:\.[a-z][a-z-]*)+)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(phrases).toContain('session.begin.unknown-user');
    expect(phrases.filter((code) => find(code) === undefined)).toEqual([]);
  });

  it('asks for a fresh sign-in if it is about sessions, signing in or who is called inside, and limits of tenants are not theirs to set', () => {
    const isOutward = (code: string) => code === 'bpmn-engine.http.allow' || code === 'mail.smtp.allow';
    const guarded = codesWhere(({ code }) => /^(auth|session)\./.test(code) || isOutward(code));
    expect(codesWhere(({ reauthenticationRequired }) => reauthenticationRequired)).toEqual(guarded);
    expect(
      new Set(codesWhere(({ tenantEditable, code }) => !tenantEditable && /^(auth|session)\./.test(code))),
    ).toEqual(new Set(operatorOnly));
    expect(
      codesWhere(({ tenantOverridable, code }) => !tenantOverridable && /^(auth|session|mail)\./.test(code)),
    ).toEqual([
      // By which server mails leave, and how long they are kept, is one decision for the whole installation.
      'mail.sending-enabled',
      'mail.transport',
      'mail.retention.content',
      'mail.retention.log',
      'mail.capture.show-sensitive',
      'mail.smtp.allow',
      'auth.captcha.lifetime',
    ]);
    expect(codesWhere(({ restartRequired, userOverridable }) => restartRequired || userOverridable)).toEqual([]);
  });

  it('is shown in the language that is asked for', async () => {
    for (const [language, name] of [
      ['en', 'Failures in a row before the first lock'],
      ['tr', 'İlk kilitten önce art arda başarısız deneme'],
    ] as const) {
      const headers = { 'accept-language': language };
      const path = '/settings/by-code/auth.lock.threshold';
      const { body } = await server.as(server.admin, 'GET', path, undefined, headers);
      expect(body).toMatchObject({ name, owner: 'auth', system: true, unit: 'COUNT', effectiveValue: 10 });
    }
  });
});

describe('every rule of the suite', () => {
  it('binds settings that exist, and holds for the defaults and for the bounds of STRICT', () => {
    const rules = server.kernel.settings.rules();
    expect(rules.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['session.idle-not-above-absolute', 'auth.lock-threshold-not-above-disable-threshold']),
    );
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    for (const { name, codes, check } of rules) {
      const bound = codes.map((code) => find(code)!);
      expect(bound.map((definition) => definition?.code)).toEqual(codes);
      const valuesBy = (read: (definition: AnyDefinition) => unknown) =>
        check(Object.fromEntries(bound.map((one) => [one.code, read(one)])) as Parameters<typeof check>[0]);
      expect([name, valuesBy(({ defaultValue }) => defaultValue)]).toEqual([name, null]);
      const strictValue = ({ strict, defaultValue }: AnyDefinition) => strict?.(defaultValue as never) ?? defaultValue;
      expect([name, valuesBy(strictValue)]).toEqual([name, null]);
    }
  });

  it.each<[string, string, number, readonly [string, number][]]>([
    ['session.idle-not-above-absolute', 'session.idle-timeout', 721, []],
    ['session.remember-me-idle-not-above-absolute', 'session.remember-me.idle-timeout', 31, []],
    ['session.system-idle-not-above-absolute', 'session.system.absolute-timeout', 14, []],
    ['auth.lock-first-not-above-max', 'auth.lock.first', 901, []],
    [
      'auth.lock-threshold-not-above-disable-threshold',
      'auth.lock.threshold',
      51,
      [['auth.lock.disable-threshold', 50]],
    ],
    ['auth.resend-wait-not-above-lifetime', 'auth.email-code.resend-wait', 301, []],
    ['auth.min-length-with-factor-not-above-min-length', 'auth.password.min-length-with-factor', 16, []],
  ])('%s refuses %s of %i, for all and for one tenant', async (rule, code, value, before) => {
    for (const level of [{}, { tenantIdentifier: 'north' }]) {
      for (const [other, first] of before) expect((await server.put(other, first, level)).status).toBe(200);
      const { status, error } = await server.put(code, value, level);
      expect([status, error?.errorCode, error?.errorArguments[0]]).toEqual([
        422,
        'SETTING_RULE_VIOLATED',
        expect.objectContaining({ rule, message: expect.stringContaining(code) }),
      ]);
    }
  });
});
