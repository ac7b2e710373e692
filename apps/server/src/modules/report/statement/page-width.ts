// Checks whether the columns with a given width fit on the page of a report.
import type { ReportDefinition } from '../report.types.ts';
import type { ReportProblem } from './report-problem.ts';

/** Width and height of an upright page, in millimetres. */
const PAGES = { A3: [297, 420], A4: [210, 297], A5: [148, 210], LETTER: [216, 279], LEGAL: [216, 356] } as const;
/** Width of a digit of the smallest readable letters, 6 points high. */
const CHARACTER_MM = 1.2;

export function findPageProblems({
  columnList,
  layout,
}: Pick<ReportDefinition, 'columnList' | 'layout'>): readonly ReportProblem[] {
  const [upright, high] = PAGES[layout.pageSize];
  const { left, right } = layout.margins;
  const room = (layout.orientation === 'LANDSCAPE' ? high : upright) - left - right;
  const wanted = columnList.reduce((sum, { visible, width }) => sum + (visible ? (width ?? 1) : 0), 0) * CHARACTER_MM;
  if (wanted <= room) return [];
  const message = `The columns are some ${Math.round(wanted)} mm wide, and the page has room for ${Math.round(room)} mm.`;
  return [{ code: 'REPORT_COLUMNS_TOO_WIDE', field: 'columnList', message }];
}
