// Writes events as the lines of a file.
import { type SvcEventLogExportModel, SvcEventLogStoredModel } from '@keelson/contract';
import type { Static } from 'typebox';

type Event = Static<typeof SvcEventLogStoredModel>;

/** Describes how a file of events is written. */
export interface EventFormat {
  readonly mediaType: string;
  readonly fileName: string;
  /** Text before the first event. */
  readonly head: string;
  readonly line: (event: Event) => string;
}

const FIELDS = Object.keys(SvcEventLogStoredModel.properties) as readonly (keyof Event)[];
/** Beginnings that a spreadsheet takes for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = FORMULA.test(plain) ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const EVENT_FORMATS: Readonly<Record<SvcEventLogExportModel['format'], EventFormat>> = {
  NDJSON: {
    mediaType: 'application/x-ndjson',
    fileName: 'events.ndjson',
    head: '',
    line: (event) => `${JSON.stringify(event)}\n`,
  },
  CSV: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    fileName: 'events.csv',
    head: `${FIELDS.join(',')}\r\n`,
    line: (event) => `${FIELDS.map((field) => cell(event[field])).join(',')}\r\n`,
  },
};
