// Formats the cells of a line, and the headings and totals of groups, for people.
import { type CellFormat, createCellFormat } from '../format/cell-format.ts';
import { createTemplate, reportFields, type Template, type TemplateValue } from '../format/template.ts';
import { aggregateTypeOf } from './aggregate.store.ts';
import type { Entry, Fields } from './read-entries.ts';
import type { ReportTable, TableColumn, TableGroup } from './report-table.ts';

export interface ShownCells {
  /** Answers a text for each column; null for a missing value. */
  row(cells: Fields): (string | null)[];
  /** Answers the texts of a total, with its name in the column that is free for it. */
  total(entry: Entry): (string | null)[];
  heading(entry: Entry): string;
}

function totalFormat(column: TableColumn, table: ReportTable): CellFormat {
  const { type, format } = aggregateTypeOf(column);
  return createCellFormat({ type, format, locale: table.presentation.locale, texts: table.texts });
}

function headingOf(group: TableGroup, table: ReportTable): Template {
  const { locale } = table.presentation;
  return createTemplate(group.headerTemplate ?? `{{${group.columnName}}}`, { locale, texts: table.texts });
}

export function createShownCells(table: ReportTable): ShownCells {
  const { columns, groups, labelColumn, texts, presentation } = table;
  const { locale } = presentation;
  const formats = columns.map(({ source: { type }, format }) => createCellFormat({ type, format, locale, texts }));
  const totalFormats = columns.map((column) => totalFormat(column, table));
  const groupFormats = groups.map(({ source: { type }, format }) => createCellFormat({ type, format, locale, texts }));
  const headings = groups.map((group) => headingOf(group, table));
  const ofReport = reportFields(presentation);

  function write(cells: Fields, by: readonly CellFormat[]): (string | null)[] {
    const written: (string | null)[] = [];
    for (let place = 0; place < by.length; place++) {
      const cell = cells[place] ?? null;
      written.push(cell === null ? null : by[place]!(cell));
    }
    return written;
  }

  /** Answers the value of an open group, by the name of its column. */
  function groupValue(name: string, { keys, level }: Entry): TemplateValue | undefined {
    const place = groups.findIndex(({ columnName }, index) => columnName === name && index < level);
    if (place < 0) return undefined;
    const { source, format } = groups[place]!;
    const key = keys[place] ?? null;
    return key === null
      ? { text: texts.empty, type: 'STRING', format: null }
      : { text: key, type: source.type, format };
  }

  function nameOf({ level, keys }: Entry): string {
    if (level === 0) return texts.grandTotal;
    const key = keys[level - 1] ?? null;
    return `${texts.total}: ${key === null ? texts.empty : groupFormats[level - 1]!(key)}`;
  }

  return {
    row: (cells) => write(cells, formats),
    total(entry) {
      const cells = write(entry.cells, totalFormats);
      if (labelColumn >= 0) cells[labelColumn] = nameOf(entry);
      return cells;
    },
    heading: (entry) => headings[entry.level - 1]!((name) => groupValue(name, entry) ?? ofReport(name)),
  };
}
