// Functions of FEEL that make and compare dates, times and durations (DMN 1.5, 10.3.4.1 and 10.3.4.8).
import { evaluate as evaluateFeelin, type FeelDateTime, FeelDuration, FeelTime, parseDate, toFeel } from 'feelin';
import type { FeelEvaluation } from '../values/scope.ts';
import { dateTimeFrom, durationFromText, timeFrom, withinFeel } from '../values/temporal.ts';
import { type FeelValue, single } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';
import { deep, flat, libraryFunction } from './library.ts';

type Call = FeelBuiltin['call'];

const LIBRARY_DATE = libraryFunction('date', flat);
const LIBRARY_TIME = libraryFunction('time', flat);
const LIBRARY_DURATION = libraryFunction('duration', flat);
const LIBRARY_IS = libraryFunction('is', deep);

function now({ now: instant }: FeelEvaluation): FeelValue {
  return toFeel(new Date(instant)) as FeelDateTime;
}

/** Answers the day of the evaluation in UTC. */
function today({ now: instant }: FeelEvaluation): FeelValue {
  return parseDate(new Date(instant).toISOString().slice(0, 10));
}

function hasFraction(value: FeelValue | undefined): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}

/** Makes a date of year, month and day, or of one value. */
const date: Call = (evaluation, given) => {
  const args = given.map(single) as FeelValue[];
  return args.some(hasFraction) ? null : LIBRARY_DATE.call(evaluation, args);
};

/** Makes a time of hour, minute, second and offset, or of one value; only the second may have a fraction. */
const time: Call = (evaluation, given) => {
  const args = given.map(single) as FeelValue[];
  const [hour, minute, second, , from] = args;
  const text = typeof hour === 'string' ? hour : from;
  if (typeof text === 'string') return timeFrom(text);
  if (hasFraction(hour) || hasFraction(minute)) return null;
  const made = withinFeel(LIBRARY_TIME.call(evaluation, args));
  return made instanceof FeelTime && hasFraction(second) ? withFraction(made, second as number) : made;
};

/** Answers a time with the fraction of its second, which the library cuts. */
function withFraction({ iso }: FeelTime, second: number): FeelValue {
  const fraction = (second % 1).toFixed(9).slice(1).replace(/0+$/, '');
  return timeFrom(iso.replace(/^(\d\d:\d\d:\d\d)/, `$1${fraction}`));
}

/** Makes a date and time of one text, or of a date and a time. */
const dateAndTime: Call = (_, given) => {
  const [first = null, second = null, from = null] = given.map(single);
  const text = typeof first === 'string' ? first : from;
  return typeof text === 'string' ? dateTimeFrom(text) : throughLibrary('date and time(a, b)', first, second);
};

const duration: Call = (evaluation, given) => {
  const [from = null] = given.map(single);
  if (typeof from === 'string') return durationFromText(from);
  return LIBRARY_DURATION.call(evaluation, [from]);
};

/** Answers the months between two dates; days that make no whole month are cut. */
const yearsAndMonths: Call = (_, given) => {
  const [from = null, to = null] = given.map(single);
  const between = throughLibrary('years and months duration(a, b)', from, to);
  if (!(between instanceof FeelDuration)) return between;
  const months = between.years * 12 + between.months;
  return durationFromText(`${months < 0 ? '-' : ''}P${Math.abs(months)}M`);
};

/** Calls a function that the library has under a name that stands for something else where it is not called. */
function throughLibrary(text: string, a: FeelValue, b: FeelValue): FeelValue {
  return (evaluateFeelin(text, { a, b }).value as FeelValue | undefined) ?? null;
}

/** Compares as `is` does: no months and no days are the same length, but not the same value. */
const is: Call = (evaluation, given) => {
  const [one, other] = given.map(single);
  const areDurations = one instanceof FeelDuration && other instanceof FeelDuration;
  return areDurations && one.yearsMonths !== other.yearsMonths ? false : LIBRARY_IS.call(evaluation, given);
};

export const TEMPORAL_FUNCTIONS: Readonly<Record<string, FeelBuiltin>> = {
  now: { parameters: [], call: now },
  today: { parameters: [], call: today },
  date: { parameters: LIBRARY_DATE.parameters, call: date },
  time: { parameters: LIBRARY_TIME.parameters, call: time },
  'date and time': { parameters: ['date', 'time', 'from'], call: dateAndTime },
  duration: { parameters: LIBRARY_DURATION.parameters, call: duration },
  'years and months duration': { parameters: ['from', 'to'], call: yearsAndMonths },
  is: { parameters: LIBRARY_IS.parameters, call: is },
};
