// Declares the files of each format.
import type { ReportOutputFormat } from '../report.types.ts';

export const fileKinds: Readonly<Record<ReportOutputFormat, { readonly mediaType: string; readonly ending: string }>> =
  {
    CSV: { mediaType: 'text/csv', ending: 'csv' },
    XLSX: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
    PDF: { mediaType: 'application/pdf', ending: 'pdf' },
    HTML: { mediaType: 'text/html', ending: 'html' },
    JSON: { mediaType: 'application/json', ending: 'json' },
  };
