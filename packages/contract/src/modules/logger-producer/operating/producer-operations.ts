// Declares how operators see what waits in a process, and have it stored.
import { Type } from 'typebox';
import { closed, integer, maybe, nullable, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

const count = (description: string) => integer(description, { minimum: 0 });
const flushMillisMax = 25_000;

const SvcEventProducerStatusModel = closed(
  {
    processUuid: text('Process that answers; others have a spool and counts of their own.'),
    waitingCount: count('Events that wait for a group.'),
    spoolCount: count('Accepted events that are not stored yet, those taken over from dead processes with them.'),
    spoolBytes: count('Bytes of them on disk.'),
    oldestMillis: nullable(count('Age of the oldest of them, or a little more.')),
    adoptedCount: count('Directories of dead processes that are being stored.'),
    drainedPerSecond: integer('Events a second that left the spool within the last ten seconds.'),
    dispositionMap: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0 },
      description: 'Events since the process began, by what became of them.',
    }),
    sealLagMillis: count('Age of the oldest event of audit that is not sealed.'),
    deadLetterCount: count('Events of all processes that could not be stored.'),
  },
  'SvcEventProducerStatusModel',
);

const SvcEventProducerFlushResultModel = closed(
  {
    flushedCount: count('Events that were there and are stored, or lie in the dead letters.'),
    remainingCount: count('Those that are still there.'),
  },
  'SvcEventProducerFlushResultModel',
);

export const producerOperations = {
  producerStatus: operation({
    method: 'GET',
    path: '/event/producer/status',
    summary: 'Shows what waits to be stored',
    description: 'Of the process that answers.',
    access: authority('LOG_ADMIN'),
    effect: 'read',
    reply: { kind: 'json', schema: SvcEventProducerStatusModel },
  }),
  flushProducer: operation({
    method: 'POST',
    path: '/event/producer/flush',
    summary: 'Waits until what was accepted is stored',
    description: 'For what lay in the spool of the process that answers when it was asked; 25 seconds at most.',
    access: authority('LOG_ADMIN'),
    effect: 'write',
    body: {
      kind: 'json',
      schema: closed(
        {
          timeoutMillis: maybe(integer('Waits for so long; default 25,000.', { minimum: 1, maximum: flushMillisMax })),
        },
        'SvcEventProducerFlushModel',
      ),
      optional: true,
    },
    reply: { kind: 'json', schema: SvcEventProducerFlushResultModel },
  }),
};
