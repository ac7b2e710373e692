// The host hands in what the core cannot compute from model, state and command.
import type { Value } from '../values/values.ts';
import type { TimerFiring } from './instance-state.ts';
import { STEP_LIMITS, type StepLimits } from './limits.ts';

export interface TimerRequest {
  readonly timer: 'date' | 'duration' | 'cycle';
  /** What the timer's expression gave: ISO 8601 text, cron text, or a date. */
  readonly value: Value;
  readonly endDate: Value;
  /** Time from which the timer counts, in epoch milliseconds. */
  readonly at: number;
  /** An IANA name; null where the host's own default holds. */
  readonly timeZone: string | null;
}

/** A calendar computes dates, durations and cycles in time zones. */
export interface Calendar {
  /** Answers the first firing, or why there is none. */
  first(request: TimerRequest): TimerFiring | { readonly problem: string };
  /** Answers the firing after this one; null when it was the last. `at` is now: an endless cycle leaves out what was missed. */
  next(firing: TimerFiring, at: number, timeZone: string | null): TimerFiring | null;
}

/** A host is pure: the same questions get the same answers. */
export interface Host {
  readonly limits: StepLimits;
  readonly calendar: Calendar;
  /** Answers the value of a setting for expressions; undefined when there is none. */
  readonly setting: (code: string) => Value | undefined;
  /** Whether the whole text fits a pattern, in time linear in the text; throws for what is no pattern. Absent: patterns are not known. */
  readonly matches?: (text: string, pattern: string) => boolean;
  /** Answers what is the same for two names of one person. Absent: names are compared as they are written. */
  readonly foldName?: (name: string) => string;
  /** Whether incidents can be kept; where not, tokens that nothing can wake take the command back. */
  readonly keepsIncidents: boolean;
}

const NO_CALENDAR: Calendar = {
  first: () => ({ problem: 'there is no calendar here' }),
  next: () => null,
};

/** A host for models without timers and settings. */
export const BARE_HOST: Host = {
  limits: STEP_LIMITS,
  calendar: NO_CALENDAR,
  setting: () => undefined,
  keepsIncidents: true,
};
