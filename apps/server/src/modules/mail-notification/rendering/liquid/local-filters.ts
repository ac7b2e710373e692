// Adds filters that write dates, numbers and amounts as the reader of a mail knows them, and one for values in styles.
import { type FilterImplOptions, filters } from 'liquidjs';
import { LRUCache } from 'lru-cache';

/** Under this name each rendering keeps locale and time zone; no template can name a symbol. */
export const READER = Symbol('reader');

export interface Reader {
  readonly locale: string;
  readonly timeZone: string;
}

/** A wider field of a date is no date any more. */
const WIDE_FIELD = /%[^%A-Za-z]*\d{3,}/;
const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const;
/** Everything else would end a declaration or name an address. */
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

/** Making one takes milliseconds, of which a rendering has few. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** `time` is written unless the value is a day without one. */
function dateLocal(this: FilterThis, value: unknown, dateStyle: unknown = 'long', timeStyle: unknown = null): string {
  if (isNothing(value)) return '';
  const { locale, timeZone } = readerOf(this);
  const date = new Date(value as string | number);
  if (Number.isNaN(date.getTime())) return String(value);
  const styleOf = (asked: unknown) => DATE_STYLES.find((style) => style === asked);
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
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

function date(this: FilterThis, value: unknown, format?: unknown, timeZone?: unknown): unknown {
  if (typeof format === 'string' && WIDE_FIELD.test(format)) throw new Error('memory alloc limit exceeded');
  return (filters.date as unknown as (...given: unknown[]) => unknown).call(this, value, format, timeZone);
}

/** Is put after each variable of a `style` attribute when a template is compiled. */
export const STYLE_FILTER = 'style_value';

export const localFilters: Readonly<Record<string, FilterImplOptions>> = {
  date: date as unknown as FilterImplOptions,
  date_local: dateLocal as unknown as FilterImplOptions,
  number_local: numberLocal as unknown as FilterImplOptions,
  currency: currency as unknown as FilterImplOptions,
  [STYLE_FILTER]: (value: unknown) => String(value ?? '').replace(NOT_IN_STYLES, ''),
};
