// Knobs of the session module: what each means, its default and the limits a value must keep.

interface SessionSetting {
  readonly code: string;
  readonly unit: 'MINUTE' | 'COUNT';
  readonly default: number;
  readonly limits: { readonly min: number; readonly max: number };
}

const MINUTE_MS = 60_000;
// Longest idle or absolute timeout of people: a session that outlives a day is a credential nobody looks after.
const DAY_MINUTES = 1_440;

export const sessionSettings = {
  idleTimeout: { code: 'session.idle-timeout', unit: 'MINUTE', default: 30, limits: { min: 1, max: DAY_MINUTES } },
  absoluteTimeout: {
    code: 'session.absolute-timeout',
    unit: 'MINUTE',
    default: 720,
    limits: { min: 5, max: DAY_MINUTES },
  },
  freshPeriod: { code: 'session.fresh-period', unit: 'MINUTE', default: 30, limits: { min: 1, max: DAY_MINUTES } },
} as const satisfies Readonly<Record<string, SessionSetting>>;

/** Effective values at one moment, in milliseconds. */
export interface SessionTimeouts {
  readonly idleTimeoutMs: number;
  readonly absoluteTimeoutMs: number;
  readonly freshPeriodMs: number;
}

export function sessionTimeouts(): SessionTimeouts {
  return {
    idleTimeoutMs: sessionSettings.idleTimeout.default * MINUTE_MS,
    absoluteTimeoutMs: sessionSettings.absoluteTimeout.default * MINUTE_MS,
    freshPeriodMs: sessionSettings.freshPeriod.default * MINUTE_MS,
  };
}
