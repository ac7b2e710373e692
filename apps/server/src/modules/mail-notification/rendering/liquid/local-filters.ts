// Adds filters that write dates, numbers and amounts in the reader's form, and one for values in styles.
import { type FilterImplOptions, filters } from 'liquidjs';
import { LRUCache } from 'lru-cache';

/** Key of locale and time zone in each rendering; templates cannot name a symbol. */
export const READER = Symbol('reader');

export interface Reader {
  readonly locale: string;
  readonly timeZone: string;
}

/** Matches a field of a date with a width that no date needs. */
const WIDE_FIELD = /%[^%A-Za-z]*\d{3,}/;
const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const;
/** Matches characters that would end a declaration or name an address. */
const NOT_IN_STYLES = /[^A-Za-z0-9#%., -]/g;

interface FilterThis {
  readonly context: { readonly globals: object };
}

function readerOf({ context }: FilterThis): Reader {
  return (context.globals as { readonly [READER]?: Reader })[READER] ?? { locale: 'en', timeZone: 'UTC' };
}

function localeOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** Formats that are kept: making one takes milliseconds, of which a rendering has few. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Writes date and time, or a day alone where the value has no time. */
function dateLocal(this: FilterThis, value: unknown, dateStyle: unknown = 'long', timeStyle: unknown = null): string {
  if (isNothing(value)) return '';
  const { locale, timeZone } = readerOf(this);
  const date = new Date(value as string | number);
  if (Number.isNaN(date.getTime())) return String(value);
  const styleOf = (asked: unknown) => DATE_STYLES.find((style) => style === asked);
  const isDay = isDayOnly(value);
  const time = isDay ? undefined : styleOf(timeStyle);
  const options: Intl.DateTimeFormatOptions = {
    timeZone: isDay ? 'UTC' : timeZone,
    dateStyle: styleOf(dateStyle) ?? 'long',
    ...(time === undefined ? {} : { timeStyle: time }),
  };
  return formatOf(localeOf(locale), options).format(date);
}

const DIGITS_MAX = 20;

function digitsOf(digits: unknown): Intl.NumberFormatOptions {
  const count = Number(digits);
  if (isNothing(digits) || !Number.isInteger(count) || count < 0 || count > DIGITS_MAX) return {};
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

function numberLocal(this: FilterThis, value: unknown, digits?: unknown): string {
  if (isNothing(value) || Number.isNaN(Number(value))) return isNothing(value) ? '' : String(value);
  return new Intl.NumberFormat(localeOf(readerOf(this).locale), digitsOf(digits)).format(Number(value));
}

function currency(this: FilterThis, value: unknown, code: unknown = 'EUR'): string {
  if (isNothing(value) || Number.isNaN(Number(value))) return isNothing(value) ? '' : String(value);
  const name = String(code).toUpperCase();
  if (!/^[A-Z]{3}$/.test(name)) return String(value);
  const options = { style: 'currency', currency: name } as const;
  return new Intl.NumberFormat(localeOf(readerOf(this).locale), options).format(Number(value));
}

type Filter = (...given: unknown[]) => unknown;

const isDayOnly = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** Runs a filter of the engine with the reader's locale and time zone in place of its own. */
function asReader(filter: Filter, { context }: FilterThis, locale: string, given: readonly unknown[]): unknown {
  const { timeZone } = readerOf({ context });
  const { opts } = context as unknown as { readonly opts: object };
  const timezoneOffset = isDayOnly(given[0]) ? 'UTC' : timeZone;
  const own = Object.create(context, { opts: { value: { ...opts, locale, timezoneOffset } } }) as object;
  return filter.call({ context: own }, ...given);
}

/** Reads a moment; numbers are seconds, as the engine has them. */
function momentOf(value: unknown): unknown {
  if (value === 'now' || value === 'today') return new Date().toISOString();
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' ? seconds * 1_000 : value;
}

/** Formats a date; without a format in the reader's form: a day alone, a moment with its time. */
function date(this: FilterThis, value: unknown, format?: unknown, timeZone?: unknown): unknown {
  if (isNothing(format)) return isNothing(value) ? value : dateLocal.call(this, momentOf(value), 'long', 'short');
  if (typeof format === 'string' && WIDE_FIELD.test(format)) throw new Error('memory alloc limit exceeded');
  const locale = localeOf(readerOf(this).locale);
  return asReader(filters.date as unknown as Filter, this, locale, [value, format, timeZone]);
}

/** Makes a filter with a time zone; RFC 822 and XML name days and months in English, if at all. */
const inZone = (name: 'date_to_xmlschema' | 'date_to_rfc822'): Filter =>
  function (this: FilterThis, ...given) {
    return asReader(filters[name] as unknown as Filter, this, 'en', given);
  } as Filter;

const inWords = (name: 'date_to_string' | 'date_to_long_string'): Filter =>
  function (this: FilterThis, ...given) {
    return asReader(filters[name] as unknown as Filter, this, localeOf(readerOf(this).locale), given);
  } as Filter;

/** Filter that compiling adds to each variable of a `style` attribute. */
export const STYLE_FILTER = 'style_value';

export const localFilters: Readonly<Record<string, FilterImplOptions>> = {
  date: date as unknown as FilterImplOptions,
  date_to_xmlschema: inZone('date_to_xmlschema') as unknown as FilterImplOptions,
  date_to_rfc822: inZone('date_to_rfc822') as unknown as FilterImplOptions,
  date_to_string: inWords('date_to_string') as unknown as FilterImplOptions,
  date_to_long_string: inWords('date_to_long_string') as unknown as FilterImplOptions,
  date_local: dateLocal as unknown as FilterImplOptions,
  number_local: numberLocal as unknown as FilterImplOptions,
  currency: currency as unknown as FilterImplOptions,
  [STYLE_FILTER]: (value: unknown) => String(value ?? '').replace(NOT_IN_STYLES, ''),
};
