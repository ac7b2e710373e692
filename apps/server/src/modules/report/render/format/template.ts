// Fills the templates of headings, headers and footers; nothing in them is ever evaluated.
import type { ReportColumnType } from '../../report.types.ts';
import type { RenderTexts } from '../render.texts.ts';
import type { Presentation } from '../render.types.ts';
import { type CellFormat, createCellFormat } from './cell-format.ts';

export interface TemplateValue {
  /** Text as PostgreSQL writes it; null where there is no value. */
  readonly text: string | null;
  readonly type: ReportColumnType;
  readonly format: string | null;
}

/** Answers the value of a name; undefined for an unknown one, which stays in the text as it was written. */
export type TemplateFields = (name: string) => TemplateValue | undefined;
export type Template = (fields: TemplateFields) => string;

/** Matches `{{field}}` or `{{format field "pattern"}}`. */
const place = /\{\{\s*(?:format\s+([^\s"{}]+)\s+"([^"]*)"|([^\s"{}]+))\s*\}\}/g;

export function createTemplate(
  text: string,
  ground: { readonly locale: string; readonly texts: RenderTexts },
): Template {
  const formats = new Map<string, CellFormat>();
  const formatOf = (type: ReportColumnType, format: string | null): CellFormat => {
    const key = `${type} ${format}`;
    const made = formats.get(key) ?? createCellFormat({ type, format, ...ground });
    formats.set(key, made);
    return made;
  };
  return (fields) =>
    text.replace(
      place,
      (whole, formatted: string | undefined, pattern: string | undefined, bare: string | undefined) => {
        const value = fields(formatted ?? bare ?? '');
        if (value === undefined) return whole;
        return value.text === null ? '' : formatOf(value.type, pattern ?? value.format)(value.text);
      },
    );
}

/** Writes an instant as the local time of a zone, as PostgreSQL does. */
export function localTimeText(time: number, timeZone: string): string {
  // Swedish writes dates and times in the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time);
}

function parameterValue(value: unknown): TemplateValue {
  const format = null;
  if (value === null || value === undefined) return { text: null, type: 'STRING', format };
  if (typeof value === 'number') return { text: String(value), type: 'DECIMAL', format };
  if (typeof value === 'boolean') return { text: String(value), type: 'BOOLEAN', format };
  if (Array.isArray(value)) return { text: value.map(String).join(', '), type: 'STRING', format };
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const type = /^\d{4}-\d\d-\d\d$/.test(text)
    ? 'DATE'
    : /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
      ? 'DATE_TIME'
      : 'STRING';
  return { text, type, format };
}

/** Answers the fields of the report, `now`, and the parameters of the run. */
export function reportFields(presentation: Presentation): TemplateFields {
  const { reportName, reportCode, parameterMap, time, timeZone } = presentation;
  const own: Readonly<Record<string, TemplateValue>> = {
    reportName: { text: reportName, type: 'STRING', format: null },
    reportCode: { text: reportCode, type: 'STRING', format: null },
    now: { text: localTimeText(time, timeZone), type: 'DATE_TIME', format: null },
  };
  return (name) =>
    Object.hasOwn(own, name)
      ? own[name]
      : Object.hasOwn(parameterMap, name)
        ? parameterValue(parameterMap[name])
        : undefined;
}
