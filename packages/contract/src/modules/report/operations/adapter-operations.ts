// Declares the operations on data adapters: stored ones, and what can be reported on at all.
import { page } from '../../../models/paging.ts';
import { choice, closed, flag, list, maybe, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcRToolReportDataAdapterModel,
  SvcRToolReportDataAdapterModelInput,
  SvcRToolReportDataAdapterQueryModel,
  SvcRToolReportDataAdapterTestModel,
  SvcRToolReportDataAdapterTestResultModel,
  SvcRToolReportDataAdapterUpdateModel,
  SvcRToolResolvedReportDataAdapterModel,
} from '../models/adapter-models.ts';
import { reportCodePattern, reportDataSourceTypes } from '../models/report-fields.ts';

const manage = authority('REPORT_ADAPTER_MANAGE');
const one = { kind: 'json', schema: SvcRToolReportDataAdapterModel } as const;
const params = closed({
  code: text('Code of the data adapter.', { minLength: 1, maxLength: 100, pattern: reportCodePattern }),
});
const location = { location: 'Address of the data adapter.' } as const;
const refusals = ['REPORT_HOST_NOT_ALLOWED', 'REPORT_ADAPTER_OWN_DATABASE'] as const;

export const adapterOperations = {
  discoverReportDataAdapters: operation({
    method: 'GET',
    path: '/executable-reports/report-data-adapters/discover',
    listed: true,
    summary: 'The data adapters that can be reached',
    description:
      'Stored ones and those of the modules whose data the caller may read, sorted by code, each once. They are tried side by side, 2 s each and 5 s together, and what was found holds for 30 s: one that cannot be reached says so and keeps no other from answering.',
    access: authority('REPORT_ADAPTER_VIEW', 'REPORT_MANAGE'),
    effect: 'read',
    query: closed({
      'report-data-source-type': maybe(
        choice(['', ...reportDataSourceTypes] as const, 'Only these; default and empty: all.'),
      ),
      code: maybe(text('Only this one; default and empty: all.', { maxLength: 100 })),
      'include-metadata': maybe(flag('Lists the tables and data sets that the caller may read, too; default false.')),
      'only-available': maybe(flag('Leaves out those that cannot be asked now; default false.')),
      refresh: maybe(flag('Tries all of them anew; needs REPORT_ADAPTER_MANAGE. Default false.')),
    }),
    reply: {
      kind: 'json',
      schema: list(SvcRToolResolvedReportDataAdapterModel, 'Data adapters.', { uniqueItems: true }),
    },
  }),
  saveAdapter: operation({
    method: 'POST',
    path: '/report-data-adapters',
    summary: 'Adds a data adapter',
    description:
      'It is connected to: one that leads to a private address that it does not allow, or to the database of this platform, is refused; one that cannot be reached now is taken. At most 100 in a tenant.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolReportDataAdapterModelInput },
    reply: { ...one, headers: location },
    idempotent: true,
    errors: ['REPORT_ADAPTER_ALREADY_EXISTS', 'REPORT_LIMIT_REACHED', ...refusals],
  }),
  updateAdapter: operation({
    method: 'PUT',
    path: '/report-data-adapters',
    summary: 'Changes a data adapter',
    description:
      'A field that is left out stays. Where url, username or caCertificate change, a secret of its own is needed anew: it would be sent to another server.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolReportDataAdapterUpdateModel },
    reply: one,
    errors: ['REPORT_ADAPTER_NOT_FOUND', 'VERSION_CONFLICT', ...refusals],
  }),
  getAdapter: operation({
    method: 'GET',
    path: '/report-data-adapters/by-code/{code}',
    summary: 'One data adapter',
    description: 'As it is stored; its secret is never part of it.',
    access: manage,
    effect: 'read',
    params,
    reply: one,
    errors: ['REPORT_ADAPTER_NOT_FOUND'],
  }),
  deleteAdapter: operation({
    method: 'DELETE',
    path: '/report-data-adapters/by-code/{code}',
    summary: 'Deletes a data adapter',
    description: 'One that no report names; its secret is gone, and its code is free.',
    access: manage,
    effect: 'write',
    params,
    errors: ['REPORT_ADAPTER_NOT_FOUND', 'REPORT_ADAPTER_IN_USE'],
  }),
  queryAdapterPage: operation({
    method: 'POST',
    path: '/report-data-adapters/data/page',
    summary: 'Pages data adapters',
    description: 'Stored ones of the tenant.',
    access: manage,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportDataAdapterQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcRToolReportDataAdapterModel) },
  }),
  testAdapter: operation({
    method: 'POST',
    path: '/report-data-adapters/test',
    summary: 'Tries whether a data adapter serves',
    description:
      'Connects, signs in, and asks what the role may do; changes nothing. A stored one is named by its code; one that is not stored yet, or not as it shall be, is given whole, and has the stored secret of its code where url, username and caCertificate are those that are stored. A server that does not serve is an answer, no failure.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolReportDataAdapterTestModel },
    reply: { kind: 'json', schema: SvcRToolReportDataAdapterTestResultModel },
    errors: ['REPORT_ADAPTER_NOT_FOUND', ...refusals],
  }),
} as const;
