// Declares how operators see accepted events that could not be stored, try them again and remove them.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { page, pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { closed, dateTime, integer, list, maybe, nullable, text, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

const uuidsMax = 200;
const operator = authority('LOG_ADMIN');
const sort = ['dateRecorded'] as const;
export const deadLetterSortStandard = { properties: ['dateRecorded'], direction: 'DESC' } as const;

/** Conditions that all have to hold; those of other tenants, and records of none, need TENANT_ALL. */
const conditions = {
  tenantIdentifier: maybe(
    text('Of this tenant; the own one where absent, and all with TENANT_ALL.', { maxLength: 64 }),
  ),
  eventUuid: maybe(uuid('Of this event.')),
  reason: maybe(text('Whose reason holds this text, whatever its case.', { minLength: 1, maxLength: 200 })),
};
const SvcDeadLetterFilterModel = queryModel(conditions, 'SvcDeadLetterFilterModel');
export const SvcDeadLetterQueryModel = queryModel(
  { pageable: pageable(sort, deadLetterSortStandard), ...conditions },
  'SvcDeadLetterQueryModel',
);

const SvcDeadLetterModel = closed(
  {
    uuid: uuid('Uuid of the dead letter.'),
    dateRecorded: dateTime('When it was found that it cannot be stored.'),
    eventUuid: nullable(text('Uuid of the event; null where its bytes were damaged.')),
    tenantIdentifier: nullable(text('Tenant of the event; null where its bytes were damaged.')),
    reason: text('Why: a code, or what the database said.'),
    payload: text('What was accepted, as it lay in the spool; bytes that are no UTF-8 are replaced.'),
    tries: integer('How often it was tried again.', { minimum: 0 }),
    dateLastTry: nullable(dateTime('When last.')),
  },
  'SvcDeadLetterModel',
);
export type SvcDeadLetterQueryModel = Static<typeof SvcDeadLetterQueryModel>;
export type SvcDeadLetterModel = Static<typeof SvcDeadLetterModel>;

const SvcDeadLetterRetryModel = needing(
  closed({
    uuidList: maybe(list(uuid('Uuid of a dead letter.'), 'These.', { minItems: 1, maxItems: uuidsMax })),
    query: maybe(SvcDeadLetterFilterModel),
  }),
  'SvcDeadLetterRetryModel',
  { fields: ['uuidList', 'query'], exclusive: true },
);

const SvcDeadLetterRetryResultModel = closed(
  {
    storedCount: integer('Events that are stored now, and whose letters are gone.', { minimum: 0 }),
    failedList: list(
      closed({ uuid: uuid('Uuid of the dead letter.'), reason: text('Why not, now.') }, 'SvcDeadLetterFailureModel'),
      'Those that still cannot be stored, and any that were named and are not there.',
    ),
  },
  'SvcDeadLetterRetryResultModel',
);

export const deadLetterOperations = {
  queryDeadLetters: operation({
    method: 'POST',
    path: '/event/dead-letter/page',
    summary: 'Pages events that could not be stored',
    description: 'They were accepted, and are kept for 14 days; the newest first.',
    access: operator,
    effect: 'read',
    body: { kind: 'json', schema: SvcDeadLetterQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcDeadLetterModel) },
  }),
  retryDeadLetters: operation({
    method: 'POST',
    path: '/event/dead-letter/retry',
    summary: 'Tries to store dead letters again',
    description: `Those that are named, or the oldest ${uuidsMax} that fit a query; one that is stored already counts as stored.`,
    access: operator,
    effect: 'write',
    body: { kind: 'json', schema: SvcDeadLetterRetryModel },
    reply: { kind: 'json', schema: SvcDeadLetterRetryResultModel },
  }),
  deleteDeadLetter: operation({
    method: 'DELETE',
    path: '/event/dead-letter/{uuid}',
    summary: 'Removes a dead letter',
    description: 'The event is lost with it. That it was removed is itself an event of audit.',
    access: operator,
    effect: 'write',
    params: closed({ uuid: uuid('Uuid of the dead letter.') }),
    errors: ['LOG_DEAD_LETTER_NOT_FOUND'],
  }),
};
