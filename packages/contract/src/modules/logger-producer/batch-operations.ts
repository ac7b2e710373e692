// Declares how many events are taken in at once.
import { type Static, Type } from 'typebox';
import { anyMap, closed, flag, integer, list, nullable, text } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcEventLogModel } from './event-models.ts';

const batchBytesMax = 5_242_880;
const batchUnpackedBytesMax = 20_971_520;
export const eventsOfBatchMax = 1_000;

const SvcEventLogRejectionModel = closed(
  {
    index: integer('Place of the event in the batch, from 0; of lines, empty ones do not count.', { minimum: 0 }),
    uuid: nullable(text('Uuid of the event, as far as it could be read.')),
    errorCode: text('Code of the refusal, as a single event would get it.'),
    errorMessage: text('One sentence for a person, in the language asked for.'),
    errorArguments: list(anyMap('Problem.'), 'What the refusal is about, as in the envelope.'),
    retryable: flag('The same event may be taken later.'),
  },
  'SvcEventLogRejectionModel',
);

export const SvcEventLogBatchResultModel = closed(
  {
    acceptedCount: integer('Events that were stored, or queued.', { minimum: 0 }),
    duplicateCount: integer('Events that were stored before.', { minimum: 0 }),
    filteredCount: integer('Events whose key is switched off, or that are not in the sample.', { minimum: 0 }),
    rejectedList: list(
      SvcEventLogRejectionModel,
      'Events that were refused; the counts and they add up to what was sent.',
    ),
  },
  'SvcEventLogBatchResultModel',
);
export type SvcEventLogBatchResultModel = Static<typeof SvcEventLogBatchResultModel>;

const batch = {
  kind: 'bytes',
  mediaTypes: ['application/json', 'application/x-ndjson'],
  schema: Type.Array(SvcEventLogModel, { minItems: 1, maxItems: eventsOfBatchMax, description: 'Events.' }),
  limitBytes: batchBytesMax,
  unpackedBytes: batchUnpackedBytesMax,
} as const;
const rules =
  `A JSON array or lines of JSON (application/x-ndjson), ${eventsOfBatchMax} events at most, 5 MiB as sent and 20 MiB unpacked; gzip is ` +
  'taken. One bad event never spoils the others: it is listed with its place and why. Nothing that can be read at all is 400, and what ' +
  'befalls all events alike and passes is answered as a single event would be. An Idempotency-Key and the place stand for a uuid where none is given.';

export const batchOperations = {
  produceBatchSync: operation({
    method: 'POST',
    path: '/event/batch/sync',
    summary: 'Takes many event records, stored before the answer',
    description: `Answered when every event that was accepted is committed. ${rules}`,
    access: authority('LOG_PRODUCE'),
    effect: 'write',
    withoutDatabase: true,
    body: batch,
    reply: { kind: 'json', schema: SvcEventLogBatchResultModel },
    errors: ['LOG_STORE_UNAVAILABLE', 'LOG_STORE_TIMEOUT', 'LOG_BUFFER_FULL'],
  }),
  produceBatchAsync: operation({
    method: 'POST',
    path: '/event/batch/async',
    summary: 'Takes many event records, stored a moment later',
    description: `Answered once every event that was accepted lies in a file. ${rules}`,
    access: authority('LOG_PRODUCE'),
    effect: 'write',
    withoutDatabase: true,
    body: batch,
    reply: { kind: 'json', schema: SvcEventLogBatchResultModel },
    errors: ['LOG_BUFFER_FULL', 'LOG_DISK_FULL'],
  }),
};
