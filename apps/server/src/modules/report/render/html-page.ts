// Writes the page around the table of a report in HTML: one file that loads nothing and runs nothing.

import { htmlText } from './format/html-text.ts';
import { createTemplate, reportFields } from './format/template.ts';
import type { ReportTable } from './table/report-table.ts';

/**
 * Content security policy: pictures are in the file itself; the browser refuses scripts, frames and requests of any
 * kind.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const style = `
:root { color-scheme: light; }
body { font: 14px/1.4 "DejaVu Sans", Verdana, system-ui, sans-serif; color: #1c2430; margin: 24px; }
h1 { font-size: 20px; margin: 0 0 4px; }
.subtitle, .line { color: #55606e; margin: 0 0 8px; }
.logo { float: right; max-height: 60px; max-width: 240px; }
.chart { margin: 16px 0; } .chart svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; margin: 12px 0; clear: both; }
caption { text-align: left; color: #55606e; padding: 4px 0; }
th, td { padding: 4px 8px; text-align: left; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
td { border-bottom: 1px solid #e3e7ec; }
thead th { background: #e9eef5; border-bottom: 2px solid #9fb0c6; overflow-wrap: normal; }
.right { text-align: right; font-variant-numeric: tabular-nums; } .center { text-align: center; }
.group th { background: #f2f5f9; padding-top: 10px; } .group2 th { padding-left: 20px; } .group3 th { padding-left: 32px; }
.total td { font-weight: 600; border-top: 1px solid #9fb0c6; background: #f7f9fb; }
.zebra tr.odd td { background: #f9fafc; }
@media print { body { margin: 0; font-size: 10px; } thead { display: table-header-group; } tr { break-inside: avoid; }
  .break { break-before: page; } @page { size: SIZE; margin: MARGINS; } }
`;

function styleOf({ presentation: { layout } }: ReportTable): string {
  const { top, right, bottom, left } = layout.margins;
  return style
    .replace('SIZE', `${layout.pageSize.toLowerCase()} ${layout.orientation.toLowerCase()}`)
    .replace('MARGINS', [top, right, bottom, left].map((side) => `${side}mm`).join(' '));
}

/** Answers the media type of a picture by its first bytes: PNG, or else JPEG, which are all there are. */
function pictureUrl(bytes: Uint8Array): string {
  const type = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Fills a template. A page of a browser has no number, so that page numbers are those of a single one. */
function lineOf(table: ReportTable, template: string | null): string {
  if (template === null) return '';
  const fields = reportFields(table.presentation);
  const one = { text: '1', type: 'INTEGER', format: null } as const;
  const write = createTemplate(template, { locale: table.presentation.locale, texts: table.texts });
  return `<p class="line">${htmlText(write((name) => (name === 'page' || name === 'pages' ? one : fields(name))))}</p>\n`;
}

export function htmlHead(table: ReportTable): string {
  const { presentation } = table;
  const { layout, locale, logo, reportName } = presentation;
  const title = htmlText(layout.title ?? reportName);
  const picture = logo === null ? '' : `<img class="logo" alt="" src="${pictureUrl(logo)}">\n`;
  const subtitle = layout.subtitle === null ? '' : `<p class="subtitle">${htmlText(layout.subtitle)}</p>\n`;
  return `<!DOCTYPE html>
<html lang="${htmlText(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styleOf(table)}</style>
</head>
<body>
${lineOf(table, layout.headerTemplate)}${picture}<h1>${title}</h1>
${subtitle}`;
}

export function htmlEnd(table: ReportTable): string {
  return `${lineOf(table, table.presentation.layout.footerTemplate)}</body>\n</html>\n`;
}
