// Declares how events are taken in.
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcEventLogModel } from './event-models.ts';

export const eventBytesMax = 262_144;

const produceHeaders = {
  'x-svc-event-uuid': 'The uuid of the event.',
  'x-svc-event-disposition': 'What became of it: stored, queued, duplicate, filtered or sampled-out.',
} as const;

export const eventOperations = {
  produceSync: operation({
    method: 'POST',
    path: '/event/sync',
    listed: true,
    summary: 'Takes an event record, stored before the answer',
    description:
      'Answered after the commit: a stored event survives any crash. The same uuid with equal content is stored once and answered as ' +
      'a duplicate; with other content it is refused. An event whose key is switched off is filtered, except for the types AUDIT and ' +
      'SECURITY. Where the outcome is not known, send the same uuid again. An Idempotency-Key stands for a uuid where none is given.',
    access: authority('LOG_PRODUCE'),
    effect: 'write',
    withoutDatabase: true,
    body: {
      kind: 'json',
      schema: SvcEventLogModel,
      limitBytes: eventBytesMax,
      tooLarge: 'LOG_EVENT_TOO_LARGE',
      exactNumbers: true,
    },
    reply: { kind: 'void', headers: produceHeaders },
    errors: [
      'LOG_EVENT_UUID_CONFLICT',
      'LOG_EVENT_TOO_LARGE',
      'LOG_EVENT_TOO_OLD',
      'LOG_EVENT_IN_FUTURE',
      'LOG_STORE_UNAVAILABLE',
      'LOG_STORE_TIMEOUT',
      'LOG_BUFFER_FULL',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  produceAsync: operation({
    method: 'POST',
    path: '/event/async',
    listed: true,
    summary: 'Takes an event record, stored a moment later',
    description:
      'Answered once the event lies in a file: it survives the end of the program, also while the database is away, and a power cut after ' +
      'logger.async.fsync-interval at most. It is checked as a synchronous one is. What cannot be stored later goes to the dead letters; ' +
      'nothing that was accepted is dropped.',
    access: authority('LOG_PRODUCE'),
    effect: 'write',
    withoutDatabase: true,
    body: {
      kind: 'json',
      schema: SvcEventLogModel,
      limitBytes: eventBytesMax,
      tooLarge: 'LOG_EVENT_TOO_LARGE',
      exactNumbers: true,
    },
    reply: { kind: 'void', headers: produceHeaders },
    errors: ['LOG_EVENT_TOO_LARGE', 'LOG_EVENT_TOO_OLD', 'LOG_EVENT_IN_FUTURE', 'LOG_BUFFER_FULL', 'LOG_DISK_FULL'],
  }),
};
