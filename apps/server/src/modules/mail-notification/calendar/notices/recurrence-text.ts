// Says in words how an event is repeated, in the languages in which invitations are shipped.

import { DAY_MS } from '@keelson/time-zone/units';
import type { MailLanguage } from '../../api.ts';
import type { CalendarEvent } from '../calendar.types.ts';
import { type RecurrenceRule, type RuleDay, readRule } from '../series/recurrence-rule.ts';

/** Dates that are listed; of more only the number is written. */
const DATES_MAX = 10;

interface Reading {
  readonly locale: string;
  readonly timeZone: string;
}

interface Words {
  readonly every: Readonly<Record<RecurrenceRule['frequency'], readonly [one: string, several: string]>>;
  /** From the first one on, and from the last one on. */
  readonly nth: readonly [fromStart: readonly string[], fromEnd: readonly string[]];
  readonly onDays: (days: string, count: number) => string;
  readonly onMonthDays: (days: string) => string;
  readonly monthDay: (day: number) => string;
  readonly lastDay: (fromEnd: number) => string;
  readonly inMonths: (months: string, count: number) => string;
  readonly times: (count: number) => string;
  readonly until: (date: string) => string;
  readonly notOn: (dates: string) => string;
  readonly exceptions: (count: number) => string;
  readonly byRule: (rule: string) => string;
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    every: {
      DAILY: ['every day', 'every {} days'],
      WEEKLY: ['every week', 'every {} weeks'],
      MONTHLY: ['every month', 'every {} months'],
      YEARLY: ['every year', 'every {} years'],
    },
    nth: [
      ['the first', 'the second', 'the third', 'the fourth', 'the fifth'],
      ['the last', 'the second to last', 'the third to last', 'the fourth to last', 'the fifth to last'],
    ],
    onDays: (days) => `on ${days}`,
    onMonthDays: (days) => `on ${days}`,
    monthDay: (day) => `day ${day}`,
    lastDay: (fromEnd) => (fromEnd === 1 ? 'the last day' : `day ${fromEnd} from the end`),
    inMonths: (months) => `in ${months}`,
    times: (count) => (count === 1 ? 'once' : `${count} times`),
    until: (date) => `until ${date}`,
    notOn: (dates) => `not on ${dates}`,
    exceptions: (count) => `with ${count} exceptions`,
    byRule: (rule) => `by the rule ${rule}`,
  },
  tr: {
    every: {
      DAILY: ['her gün', '{} günde bir'],
      WEEKLY: ['her hafta', '{} haftada bir'],
      MONTHLY: ['her ay', '{} ayda bir'],
      YEARLY: ['her yıl', '{} yılda bir'],
    },
    nth: [
      ['ilk', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci'],
      ['son', 'sondan ikinci', 'sondan üçüncü', 'sondan dördüncü', 'sondan beşinci'],
    ],
    onDays: (days, count) => `${days} ${count === 1 ? 'günü' : 'günleri'}`,
    onMonthDays: (days) => `ayın ${days} günü`,
    monthDay: (day) => `${day}.`,
    lastDay: (fromEnd) => (fromEnd === 1 ? 'son' : `sondan ${fromEnd}.`),
    inMonths: (months, count) => `${months} ${count === 1 ? 'ayında' : 'aylarında'}`,
    times: (count) => `${count} kez`,
    until: (date) => `${date} tarihine kadar`,
    notOn: (dates) => `${dates} hariç`,
    exceptions: (count) => `${count} istisna dışında`,
    byRule: (rule) => `${rule} kuralıyla`,
  },
};

/** A Sunday that is the first day of a year. */
const SUNDAY = Date.UTC(2023, 0, 1);

function listOf(locale: string, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
}

function weekdayName(locale: string, weekday: number): string {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY + weekday * DAY_MS);
  return locale.startsWith('tr') ? name.toLocaleLowerCase('tr') : name;
}

function monthName(locale: string, month: number): string {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, month - 1, 1));
  return locale.startsWith('tr') ? name.toLocaleLowerCase('tr') : name;
}

function dayText(words: Words, locale: string, { nth, weekday }: RuleDay): string {
  const name = weekdayName(locale, weekday);
  return nth === 0 ? name : `${words.nth[nth > 0 ? 0 : 1][Math.abs(nth) - 1]} ${name}`;
}

/**
 * Says whether a rule has parts for which there is no sentence: weeks and days of a year, places in a set, days beyond
 * the fifth.
 */
function isBeyondWords({ weekNumbers, yearDays, positions, days }: RecurrenceRule): boolean {
  const lists = [weekNumbers, yearDays, positions].some((list) => list.length > 0);
  return lists || days.some(({ nth }) => Math.abs(nth) > 5);
}

/** Answers weekday and day of the start by the event's own clock, which a rule without days means. */
function startParts({ times }: CalendarEvent): { readonly weekday: number; readonly day: number } {
  const timeZone = times.allDay ? 'UTC' : times.timeZone;
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const date = new Date(`${parts.format(times.start)}T00:00:00Z`);
  return { weekday: date.getUTCDay(), day: date.getUTCDate() };
}

function placesOf(words: Words, locale: string, event: CalendarEvent, rule: RecurrenceRule): readonly string[] {
  const { frequency, days, monthDays, months } = rule;
  const start = startParts(event);
  const isBare = days.length + monthDays.length + months.length === 0;
  const ownDays = isBare && frequency === 'WEEKLY' ? [{ nth: 0, weekday: start.weekday }] : days;
  const ownMonthDays = isBare && frequency === 'MONTHLY' ? [start.day] : monthDays;
  const dayTexts = ownDays.map((day) => dayText(words, locale, day));
  const monthDayTexts = ownMonthDays.map((day) => (day > 0 ? words.monthDay(day) : words.lastDay(-day)));
  const monthTexts = months.map((month) => monthName(locale, month));
  return [
    ...(dayTexts.length === 0 ? [] : [words.onDays(listOf(locale, dayTexts), dayTexts.length)]),
    ...(monthDayTexts.length === 0 ? [] : [words.onMonthDays(listOf(locale, monthDayTexts))]),
    ...(monthTexts.length === 0 ? [] : [words.inMonths(listOf(locale, monthTexts), monthTexts.length)]),
  ];
}

function frequencyText(words: Words, locale: string, event: CalendarEvent, rule: RecurrenceRule): string {
  const [one, several] = words.every[rule.frequency];
  const every = rule.interval === 1 ? one : several.replace('{}', String(rule.interval));
  return [every, ...placesOf(words, locale, event, rule)].join(' ');
}

function textIn(
  language: MailLanguage,
  event: CalendarEvent,
  text: string,
  { locale: asked, timeZone }: Reading,
): string {
  const words = WORDS[language];
  const locale = asked.split('-')[0] === language ? asked : language;
  const read = readRule(text);
  if ('problem' in read) return words.byRule(text);
  const { rule } = read;
  const { allDay, timeZone: eventZone } = event.times;
  const day = (at: number, isDay: boolean) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: isDay ? 'UTC' : timeZone }).format(at);
  const how = isBeyondWords(rule) ? words.byRule(text) : frequencyText(words, locale, event, rule);
  const exceptions = event.recurrence?.exceptions ?? [];
  const left = exceptions.map((at) => day(at, allDay));
  const parts = [
    // The days of the rule follow the event's own clock.
    allDay || eventZone === timeZone ? how : `${how} (${eventZone})`,
    ...(rule.count === null ? [] : [words.times(rule.count)]),
    ...(rule.until === null ? [] : [words.until(day(rule.until.at, rule.until.kind === 'day'))]),
    ...(left.length === 0
      ? []
      : [left.length > DATES_MAX ? words.exceptions(left.length) : words.notOn(listOf(locale, left))]),
  ].join(', ');
  return parts.charAt(0).toLocaleUpperCase(locale) + parts.slice(1);
}

/** Describes the repetition; null where there is none. */
export function recurrenceTexts(
  event: CalendarEvent,
  reading: Reading,
): (Readonly<Record<MailLanguage, string>> & { readonly rule: string }) | null {
  if (event.recurrence === null) return null;
  const { rule } = event.recurrence;
  return { rule, en: textIn('en', event, rule, reading), tr: textIn('tr', event, rule, reading) };
}
