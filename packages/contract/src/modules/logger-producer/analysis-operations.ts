// Declares how events are searched, counted and summed up, beside their pages.
import { closed, list, maybe, text } from '../../models/schema.ts';
import { authority, personAccess, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import {
  SvcEventCatalogueModel,
  SvcEventLogFieldValueModel,
  SvcEventLogFieldValueQueryModel,
  SvcEventLogHistogramModel,
  SvcEventLogHistogramQueryModel,
  SvcEventLogSearchModel,
  SvcEventLogSearchResultModel,
} from './analysis-models.ts';
import { SvcEventLogQueryModel, SvcPageOfEvents } from './query-models.ts';

const viewer = authority('LOG_VIEW', 'LOG_AUDIT_VIEW');
const bounds = ['LOG_QUERY_RANGE_TOO_LARGE', 'LOG_QUERY_TOO_BROAD', 'LOG_FULL_TEXT_OFF'] as const;
const audit =
  'Events of the types AUDIT and SECURITY need LOG_AUDIT_VIEW, and a look at them is itself an event of audit.';

export const analysisOperations = {
  queryOwnEvents: operation({
    method: 'POST',
    path: '/event/page/user',
    summary: 'Pages one’s own events',
    description:
      'Events of every type of the caller, under each name that he bore while he bore it: what somebody else did under it before or ' +
      'afterwards is not there. Bounds as of the page of all events.',
    access: personAccess,
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogQueryModel, optional: true, exactNumbers: true },
    reply: { kind: 'json', schema: SvcPageOfEvents },
    errors: ['LOG_QUERY_TOO_DEEP', ...bounds],
  }),
  searchEvents: operation({
    method: 'POST',
    path: '/event/search',
    summary: 'Walks through events',
    description: `The newest first, as deep as there are any, without their number; a cursor goes on where the answer before ended, whatever comes meanwhile. ${audit}`,
    access: viewer,
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogSearchModel, optional: true, exactNumbers: true },
    reply: { kind: 'json', schema: SvcEventLogSearchResultModel },
    errors: bounds,
  }),
  histogram: operation({
    method: 'POST',
    path: '/event/histogram',
    summary: 'Counts events over time',
    description: `By buckets of one length and by level, empty buckets too; of a day or more they are days of a time zone. ${audit}`,
    access: viewer,
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogHistogramQueryModel, optional: true, exactNumbers: true },
    reply: { kind: 'json', schema: SvcEventLogHistogramModel },
    errors: bounds,
  }),
  fieldValues: operation({
    method: 'POST',
    path: '/event/field-values',
    summary: 'Counts the values of a field',
    description: `The most frequent values among the events that fit. ${audit}`,
    access: viewer,
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogFieldValueQueryModel, exactNumbers: true },
    reply: { kind: 'json', schema: SvcEventLogFieldValueModel },
    errors: bounds,
  }),
  catalogue: operation({
    method: 'GET',
    path: '/event/catalogue',
    summary: 'Lists the kinds of events of the suite',
    description: 'What the modules record themselves; events from outside have whatever names they are given.',
    access: sessionAccess,
    effect: 'read',
    query: closed({
      eventName: maybe(
        text('Of this name, or of those that begin so where it ends in *.', { pattern: '^[A-Za-z0-9_.-]{0,256}\\*?$' }),
      ),
    }),
    reply: { kind: 'json', schema: list(SvcEventCatalogueModel, 'Kinds of events, by name.') },
  }),
};
