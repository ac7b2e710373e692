// Declares the logger producer: taking in event records, and the cache of what is logged.
import { authority } from '../../operations/access.ts';
import { defineModule, planned } from '../../operations/define.ts';
import { cacheOperations } from './cache-operations.ts';
import { eventOperations } from './event-operations.ts';
import { loggerAuthorities } from './logger-authorities.ts';
import { readingOperations } from './reading-operations.ts';

export const loggerProducerContract = defineModule({
  name: 'logger-producer',
  title: 'Logger producer',
  prefixes: ['/logger-producer-server'],
  operations: {
    produceAsync: planned({
      method: 'POST',
      path: '/event/async',
      summary: 'Takes an event record, stored a moment later',
      access: authority('LOG_PRODUCE'),
      bodyKind: 'json',
    }),
    ...eventOperations,
    ...readingOperations,
    ...cacheOperations,
  },
  authorities: loggerAuthorities,
});
