// Logger producer: taking in event records, and the cache of what is logged.
import { authority, defineModule, planned } from '../operations/define.ts';

export const loggerProducerModule = defineModule({
  name: 'logger-producer',
  title: 'Logger producer',
  prefixes: ['/logger-producer-server'],
  operations: {
    produceAsync: planned({
      name: 'produceAsync',
      method: 'POST',
      path: '/event/async',
      summary: 'Takes an event record, stored a moment later',
      access: authority('LOG_PRODUCE'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    produceSync: planned({
      name: 'produceSync',
      method: 'POST',
      path: '/event/sync',
      summary: 'Takes an event record, stored before the answer',
      access: authority('LOG_PRODUCE'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    getValueByKey: planned({
      name: 'getValueByKey',
      method: 'GET',
      path: '/cache/value/by-key/{key}',
      summary: 'Tells whether a key is logged',
      access: authority('LOG_CACHE_VIEW', 'LOG_PRODUCE'),
      mediaType: null,
      bodyKind: 'none',
    }),
    queryList: planned({
      name: 'queryList',
      method: 'POST',
      path: '/cache/list',
      summary: 'Lists the entries of the cache',
      access: authority('LOG_CACHE_VIEW'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
  },
  authorities: [],
});
