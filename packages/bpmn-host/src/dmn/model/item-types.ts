// Types of DMN: what a value must be, and how text of the outside becomes a date, time or duration.
import { FeelDate, FeelDateTime, FeelDuration, FeelTime, parseDate } from 'feelin';
import { charge, FEEL_DEPTH_MAX, fail } from '../../feel/values/budget.ts';
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import { dateTimeFrom, durationFromText, timeFrom } from '../../feel/values/temporal.ts';
import {
  type FeelContext,
  type FeelValue,
  isContext,
  isList,
  ownEntry,
  putEntry,
  single,
  typeOf,
} from '../../feel/values/values.ts';
import type { DmnExpression } from './dmn-expression.ts';

export interface ItemType {
  /** Name as it is written, for messages. */
  readonly name: string;
  readonly isCollection: boolean;
  /** Type of FEEL; null where components or another type say what it is. */
  readonly basic: BasicType | null;
  /** Other type that it is one of; filled in when all are read. */
  base: ItemType | null;
  readonly components: readonly { readonly name: string; readonly type: ItemType }[];
  readonly allowed: DmnExpression | null;
}

export type BasicType = keyof typeof BASIC_TYPES;

type Conversion = (value: FeelValue) => FeelValue | undefined;

function ofType(type: string): Conversion {
  return (value) => (typeOf(value) === type ? value : undefined);
}

const wholeNumber: Conversion = (value) => (Number.isInteger(value) ? value : undefined);

function durationOf(yearsMonths: boolean | null): Conversion {
  return (value) => {
    const found = typeof value === 'string' && value.length < 100 ? durationFromText(value) : value;
    if (!(found instanceof FeelDuration)) return undefined;
    return yearsMonths === null || found.yearsMonths === yearsMonths ? found : undefined;
  };
}

function read<Type extends FeelValue>(
  kind: new (...args: never[]) => Type,
  parse: (text: string) => Type | null,
): Conversion {
  return (value) => {
    if (value instanceof kind) return value;
    return typeof value === 'string' && value.length < 100 ? (parse(value) ?? undefined) : undefined;
  };
}

const date: Conversion = (value) => read(FeelDate, parseDate)(value);

/** Conversions to types of FEEL, undefined for a value that is none of the type. Variables hold dates and durations as text. */
const BASIC_TYPES = {
  Any: (value: FeelValue) => value,
  string: ofType('string'),
  number: ofType('number'),
  boolean: ofType('boolean'),
  date,
  time: read(FeelTime, timeFrom),
  'date and time': read(FeelDateTime, dateTimeFrom),
  duration: durationOf(null),
  'days and time duration': durationOf(false),
  'years and months duration': durationOf(true),
  context: ofType('context'),
  integer: wholeNumber,
  long: wholeNumber,
  double: ofType('number'),
} as const satisfies Readonly<Record<string, Conversion>>;

const OTHER_NAMES: Readonly<Record<string, BasicType>> = {
  any: 'Any',
  dateTime: 'date and time',
  dayTimeDuration: 'days and time duration',
  yearMonthDuration: 'years and months duration',
};

/** Answers the type of FEEL of this name, with or without its prefix; null when it is none. */
export function basicTypeOf(written: string): BasicType | null {
  const name = written.trim().replace(/^feel:/, '');
  if (Object.hasOwn(BASIC_TYPES, name)) return name as BasicType;
  return Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] as BasicType) : null;
}

export function basicItemType(basic: BasicType, name: string): ItemType {
  return { name, basic, isCollection: false, base: null, components: [], allowed: null };
}

/** Answers the value as one of the type. Null is one of every type; fails for what is none, never showing the value. */
export function conform(
  evaluation: FeelEvaluation,
  type: ItemType | null,
  value: FeelValue,
  what: string,
  depth = 0,
): FeelValue {
  const { budget } = evaluation;
  charge(budget, 1);
  if (type === null || value === null) return value;
  if (depth > FEEL_DEPTH_MAX) fail(budget, `limit of nested types exceeded: ${FEEL_DEPTH_MAX}`, 'LIMIT');
  if (!type.isCollection)
    return conformOne(evaluation, type, type.basic === 'Any' ? value : single(value), what, depth);
  const items = isList(value) ? value : [value];
  return items.map((item) => conformOne(evaluation, type, item, what, depth));
}

function conformOne(
  evaluation: FeelEvaluation,
  type: ItemType,
  value: FeelValue,
  what: string,
  depth: number,
): FeelValue {
  const { base, basic, components, allowed } = type;
  let conforming: FeelValue | undefined = value;
  if (base !== null) conforming = conform(evaluation, base, value, what, depth + 1);
  else if (components.length > 0) conforming = conformContext(evaluation, type, value, what, depth);
  else if (basic !== null && value !== null) conforming = BASIC_TYPES[basic](value);
  if (conforming === undefined) fail(evaluation.budget, `${what} is a ${typeOf(value)}, not of type ${type.name}`);
  if (allowed !== null && conforming !== null && !isAllowed(evaluation, allowed, conforming)) {
    fail(evaluation.budget, `${what} is none of the values that type ${type.name} allows`);
  }
  return conforming;
}

/** Conforms the entries of a context; those that the type does not name stay. */
function conformContext(
  evaluation: FeelEvaluation,
  { components }: ItemType,
  value: FeelValue,
  what: string,
  depth: number,
): FeelContext | undefined {
  if (!isContext(value)) return undefined;
  const context: Record<string, FeelValue> = { ...value };
  for (const { name, type } of components) {
    const entry = ownEntry(value, name);
    if (entry === undefined) continue;
    putEntry(context, name, conform(evaluation, type, entry, `${name} of ${what}`, depth + 1));
  }
  return context;
}

/** Whether a value passes unary tests. */
export function isAllowed(evaluation: FeelEvaluation, { feel }: DmnExpression, value: FeelValue): boolean {
  const variable = (name: string) => (name === '?' ? value : evaluation.variable(name));
  return feel.run({ ...evaluation, variable }) === true;
}
