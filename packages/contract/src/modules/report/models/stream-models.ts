// Declares the stream of how far runs of reports are.
import { closed, integer, uuid } from '../../../models/schema.ts';
import { SvcRToolReportExecutionStatusModel } from './execution-models.ts';

/** Declares the events of `GET /report-executions/stream`. */
export const reportStreamEvents = {
  progress: SvcRToolReportExecutionStatusModel,
  'page-ready': closed(
    { uuid: uuid('Run.'), rowCount: integer('Rows that can be read.', { minimum: 0 }) },
    'SvcRToolReportPageReadyModel',
  ),
  finished: SvcRToolReportExecutionStatusModel,
} as const;
