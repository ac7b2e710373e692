// Finds when the clocks of a time zone change, and the rule by which they go on doing so, if there is one.
import type { TimeZone } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';

const WEEK = 7;
/** Step of the search: no zone changes its clocks forth and back within so short a time. */
const STEP_MS = 3 * DAY_MS;
/** Years after which every date has been on every weekday. */
const CYCLE_YEARS = 28;

export interface Transition {
  /** The first instant of the new offset. */
  readonly at: number;
  /** Milliseconds ahead of UTC. */
  readonly before: number;
  readonly after: number;
}

function changeBetween(clock: TimeZone, from: number, to: number): Transition {
  const at = clock.transitionBetween(from, to);
  return { at, before: clock.offsetAt(from), after: clock.offsetAt(at) };
}

export function transitionsOf(clock: TimeZone, from: number, until: number): readonly Transition[] {
  const found: Transition[] = [];
  const begin = Math.floor(from / DAY_MS) * DAY_MS;
  for (let at = begin; at < until; at += STEP_MS) {
    if (clock.offsetAt(at) !== clock.offsetAt(at + STEP_MS)) found.push(changeBetween(clock, at, at + STEP_MS));
  }
  return found;
}

/** Change that comes each year on the same day by the same clock. */
export interface YearlyChange {
  readonly before: number;
  readonly after: number;
  /** 1 is January. */
  readonly month: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** First day of the month on which it may fall; -1 for the last week. */
  readonly firstDay: number;
  /** Milliseconds of the day, by the clock before. */
  readonly time: number;
}

interface LocalPlace {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly time: number;
  readonly isLastWeek: boolean;
}

function placeOf({ at, before }: Transition): LocalPlace {
  const date = new Date(at + before);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = date.getTime() - Date.UTC(year, month, day);
  return { year, month: month + 1, day, weekday: date.getUTCDay(), time, isLastWeek: day > length - WEEK };
}

function yearlyChange(changes: readonly Transition[]): YearlyChange | null {
  const [first] = changes;
  if (first === undefined || changes.length < CYCLE_YEARS) return null;
  const places = changes.map(placeOf);
  const { month, weekday, time } = places[0]!;
  const years = new Set(places.map(({ year }) => year));
  const isSame =
    years.size === changes.length &&
    places.every((place) => place.month === month && place.weekday === weekday && place.time === time) &&
    changes.every(({ before, after }) => before === first.before && after === first.after);
  if (!isSame) return null;
  const days = places.map(({ day }) => day);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  const { before, after } = first;
  if (places.every(({ isLastWeek }) => isLastWeek)) return { before, after, month, weekday, firstDay: -1, time };
  return most - least < WEEK ? { before, after, month, weekday, firstDay: least, time } : null;
}

export function isOf(rule: YearlyChange, transition: Transition): boolean {
  const { month, day, weekday, time, isLastWeek } = placeOf(transition);
  const isDay = rule.firstDay === -1 ? isLastWeek : day >= rule.firstDay && day < rule.firstDay + WEEK;
  const isOffset = rule.before === transition.before && rule.after === transition.after;
  return isOffset && isDay && month === rule.month && weekday === rule.weekday && time === rule.time;
}

/** Answers both changes of a year, or null where the last changes follow no rule. */
export function yearlyChangesOf(transitions: readonly Transition[]): readonly [YearlyChange, YearlyChange] | null {
  const last = transitions.slice(-2 * CYCLE_YEARS);
  const forward = yearlyChange(last.filter(({ before, after }) => after > before));
  const back = yearlyChange(last.filter(({ before, after }) => after < before));
  return forward === null || back === null ? null : [forward, back];
}
