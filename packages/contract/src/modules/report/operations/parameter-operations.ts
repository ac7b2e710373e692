// Declares the operations on the parameters of reports, on their first rows, and on what is wrong with them.
import { closed, list, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcRToolReportParameterStateModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportPreviewRequestModel,
  SvcRToolReportResolveModel,
  SvcRToolReportValidationModel,
} from '../models/parameter-models.ts';
import { SvcRToolExecutableReportModelInput } from '../models/report-models.ts';

const manage = authority('REPORT_MANAGE');

export const parameterOperations = {
  resolveParameters: operation({
    method: 'POST',
    path: '/executable-reports/parameters/resolve/by-uuid/{uuid}',
    summary: 'Values and options of the parameters of a report',
    description:
      'What a run would have, with defaults in the time zone of the run, and what can be chosen where masters have these values. Hidden parameters are left out; options that cannot be read have an errorMessage.',
    access: authority('REPORT_EXECUTE'),
    effect: 'read',
    params: closed({ uuid: uuid('Report.') }),
    body: { kind: 'json', schema: SvcRToolReportResolveModel, optional: true },
    reply: { kind: 'json', schema: list(SvcRToolReportParameterStateModel, 'Parameters in their order.') },
    errors: ['REPORT_NOT_FOUND'],
  }),
  previewReport: operation({
    method: 'POST',
    path: '/executable-reports/preview',
    summary: 'First rows of a report',
    description:
      'Of one that is saved, which the caller may run, or of a body. At most 100 rows within 10 seconds; nothing is stored. A statement in the body needs REPORT_SQL_WRITE, too; it is read in a READ ONLY transaction of its adapter.',
    access: manage,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportPreviewRequestModel },
    reply: { kind: 'json', schema: SvcRToolReportPreviewModel },
    errors: [
      'REPORT_NOT_FOUND',
      'REPORT_DEFINITION_INVALID',
      'REPORT_PARAMETER_INVALID',
      'REPORT_QUERY_FAILED',
      'REPORT_QUERY_TIMEOUT',
      'REPORT_NOT_RUNNABLE',
      'REPORT_ADAPTER_UNAVAILABLE',
    ],
  }),
  validateReport: operation({
    method: 'POST',
    path: '/executable-reports/validate',
    summary: 'What is wrong with a report',
    description:
      'Everything at once, with its place. Nothing is stored and no data is read: the database of an adapter is asked what columns the statement would have. A statement needs REPORT_SQL_WRITE, too.',
    access: manage,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolExecutableReportModelInput },
    reply: { kind: 'json', schema: SvcRToolReportValidationModel },
  }),
} as const;
