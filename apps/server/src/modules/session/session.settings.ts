// Knobs of the session module: what each means, its default, the limits a value must keep and its bound under STRICT.
import { type Bound, booleanSetting, choiceSetting, defineSettings, numberSetting } from '../../kernel/settings.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
// Longest idle or absolute timeout of people: a session that outlives a day is a credential nobody looks after.
const DAY_MINUTES = 1_440;
/** Who writes one of these decides how long a stolen token is worth something. */
const guarded = { reauthenticationRequired: true } as const;

export const sessionSettings = defineSettings('session', {
  idleTimeout: numberSetting('session.idle-timeout', {
    ...{ name: 'Time without a request after which a session ends', unit: 'MINUTE', default: 30, min: 1 },
    ...{ max: DAY_MINUTES, strict: { max: 15 }, ...guarded },
  }),
  absoluteTimeout: numberSetting('session.absolute-timeout', {
    ...{ name: 'Longest life of a session, however busy', unit: 'MINUTE', default: 720, min: 5 },
    ...{ max: DAY_MINUTES, strict: { max: 720 }, ...guarded },
  }),
  rememberMe: booleanSetting('session.remember-me.enabled', {
    ...{ name: 'Whether people may ask for a longer session', default: false, strict: false, ...guarded },
  }),
  rememberMeIdleTimeout: numberSetting('session.remember-me.idle-timeout', {
    ...{ name: 'Idle time of longer sessions', unit: 'DAY', default: 7, min: 1, max: 90, ...guarded },
  }),
  rememberMeAbsoluteTimeout: numberSetting('session.remember-me.absolute-timeout', {
    ...{ name: 'Longest life of longer sessions', unit: 'DAY', default: 30, min: 1, max: 90, ...guarded },
  }),
  maxPerUser: numberSetting('session.max-per-user', {
    ...{ name: 'Live sessions of one user, 0 for any number', unit: 'COUNT', default: 10, min: 0, max: 1_000 },
    ...guarded,
    // 0 is no limit: under STRICT the highest that is allowed.
    strict: { min: 1, max: 3 },
  }),
  limitAction: choiceSetting('session.limit-action', {
    ...{ name: 'What one session too many leads to', choices: ['CLOSE_OLDEST', 'DENY'], default: 'CLOSE_OLDEST' },
    ...guarded,
  }),
  maxPerTenant: numberSetting('session.max-per-tenant', {
    ...{ name: 'Live sessions of a tenant, 0 for any number', unit: 'COUNT', default: 0, min: 0, max: 10_000_000 },
    ...{ tenantEditable: false, ...guarded },
  }),
  freshPeriod: numberSetting('session.fresh-period', {
    ...{ name: 'Time for which a checked secret counts as fresh', unit: 'MINUTE', default: 30, min: 1 },
    ...{ max: DAY_MINUTES, strict: { max: 10 }, ...guarded },
  }),
  systemIdleTimeout: numberSetting('session.system.idle-timeout', {
    ...{ name: 'Idle time of system sessions', unit: 'MINUTE', default: 15, min: 1, max: DAY_MINUTES, ...guarded },
  }),
  systemAbsoluteTimeout: numberSetting('session.system.absolute-timeout', {
    ...{ name: 'Longest life of system sessions', unit: 'MINUTE', default: 60, min: 1, max: DAY_MINUTES, ...guarded },
  }),
  binding: choiceSetting('session.binding', {
    ...{ name: 'What a session is bound to', choices: ['NONE', 'USER_AGENT', 'NETWORK'], default: 'NONE', ...guarded },
    strict: { NONE: 'USER_AGENT' },
  }),
  sameSiteOrigin: booleanSetting('session.same-site-origin', {
    ...{ name: 'Whether pages of sibling subdomains may use the cookie', default: true, strict: false, ...guarded },
  }),
  beginUnknownUser: booleanSetting('session.begin.unknown-user', {
    ...{ name: 'Whether sessions may begin for users nobody knows', default: true, strict: false, ...guarded },
  }),
  historyRetention: numberSetting('session.history-retention', {
    ...{ name: 'Time for which ended sessions are listed', unit: 'DAY', default: 90, min: 1, max: 3_650 },
    ...{ strict: { min: 365 }, ...guarded },
  }),
});

export type SessionSettings = Bound<typeof sessionSettings>;

/** Effective values at one moment, in milliseconds. */
export interface SessionTimeouts {
  readonly idleTimeoutMs: number;
  readonly absoluteTimeoutMs: number;
}

/** Sessions of people, those that people asked to last longer, and those of services. */
export const timeoutKinds = ['PLAIN', 'REMEMBERED', 'SYSTEM'] as const;
export type TimeoutKind = (typeof timeoutKinds)[number];

/** Those of a session of a tenant; idle is never longer than absolute. Nobody is remembered where that was switched off. */
export function sessionTimeouts(
  settings: SessionSettings,
  tenantIdentifier: string,
  kind: TimeoutKind,
): SessionTimeouts {
  const timeouts = {
    PLAIN: { idle: settings.idleTimeout, absolute: settings.absoluteTimeout, unitMs: MINUTE_MS },
    REMEMBERED: {
      ...{ idle: settings.rememberMeIdleTimeout, absolute: settings.rememberMeAbsoluteTimeout },
      unitMs: DAY_MS,
    },
    SYSTEM: { idle: settings.systemIdleTimeout, absolute: settings.systemAbsoluteTimeout, unitMs: MINUTE_MS },
  };
  const remembers = settings.rememberMe.get(tenantIdentifier);
  const { idle, absolute, unitMs } = timeouts[kind === 'REMEMBERED' && !remembers ? 'PLAIN' : kind];
  const absoluteTimeoutMs = absolute.get(tenantIdentifier) * unitMs;
  return { idleTimeoutMs: Math.min(idle.get(tenantIdentifier) * unitMs, absoluteTimeoutMs), absoluteTimeoutMs };
}

export function freshPeriodMs(settings: SessionSettings, tenantIdentifier: string): number {
  return settings.freshPeriod.get(tenantIdentifier) * MINUTE_MS;
}

/** How long an ended session of a tenant stays in lists; null asks for the suite's own value. */
export function historyRetentionMs(settings: SessionSettings, tenantIdentifier: string | null): number {
  return settings.historyRetention.get(tenantIdentifier) * DAY_MS;
}
