// Declares the export of events as a file.
import type { Static } from 'typebox';
import { choice, closed, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcEventLogFilterModel } from '../query-models.ts';

export const exportedEventsMax = 1_000_000;
export const exportFormats = ['NDJSON', 'CSV'] as const;

const SvcEventLogExportModel = closed(
  {
    query: maybe(SvcEventLogFilterModel),
    format: choice(
      exportFormats,
      'NDJSON: a line of JSON for each event. CSV: a line of titles, and one for each event (RFC 4180).',
    ),
  },
  'SvcEventLogExportModel',
);
export type SvcEventLogExportModel = Static<typeof SvcEventLogExportModel>;

export const exportOperations = {
  exportEvents: operation({
    method: 'POST',
    path: '/event/export',
    summary: 'Writes events into a file',
    description:
      'The newest first, 1,000,000 at most, written while they are read; it lasts ten minutes at most, and a file that could not be ' +
      'finished ends with its connection. LOG_VIEW is needed beside, or LOG_AUDIT_VIEW for the types AUDIT and SECURITY. In CSV maps and ' +
      'lists are JSON, and text that a spreadsheet would take for a formula begins with an apostrophe. Each export is itself an event of audit.',
    access: authority('LOG_EXPORT'),
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogExportModel, exactNumbers: true },
    reply: {
      kind: 'download',
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      description: 'The events, in the format asked for.',
    },
    errors: ['RESULT_TOO_LARGE', 'LOG_QUERY_RANGE_TOO_LARGE', 'LOG_QUERY_TOO_BROAD', 'LOG_FULL_TEXT_OFF'],
  }),
};
