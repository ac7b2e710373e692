// Declares the logger producer: taking in event records, and the cache of what is logged.
import { authority } from '../../operations/access.ts';
import { defineModule, planned } from '../../operations/define.ts';
import { eventOperations } from './event-operations.ts';
import { loggerAuthorities } from './logger-authorities.ts';

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
    getValueByKey: planned({
      method: 'GET',
      path: '/cache/value/by-key/{key}',
      summary: 'Tells whether a key is logged',
      access: authority('LOG_CACHE_VIEW', 'LOG_PRODUCE'),
    }),
    queryList: planned({
      method: 'POST',
      path: '/cache/list',
      summary: 'Lists the entries of the cache',
      access: authority('LOG_CACHE_VIEW'),
      bodyKind: 'json',
    }),
  },
  authorities: loggerAuthorities,
});
