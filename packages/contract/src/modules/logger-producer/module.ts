// Declares the logger producer: taking in event records, and the cache of what is logged.
import { defineModule } from '../../operations/define.ts';
import { analysisOperations } from './analysis-operations.ts';
import { batchOperations } from './batch-operations.ts';
import { cacheOperations } from './cache-operations.ts';
import { eventOperations } from './event-operations.ts';
import { exportOperations } from './following/export-operations.ts';
import { otlpOperations } from './following/otlp-operations.ts';
import { tailOperations } from './following/tail-operations.ts';
import { loggerAuthorities } from './logger-authorities.ts';
import { auditOperations } from './operating/audit-operations.ts';
import { deadLetterOperations } from './operating/dead-letter-operations.ts';
import { producerOperations } from './operating/producer-operations.ts';
import { readingOperations } from './reading-operations.ts';

export const loggerProducerContract = defineModule({
  name: 'logger-producer',
  title: 'Logger producer',
  prefixes: ['/logger-producer-server'],
  operations: {
    ...eventOperations,
    ...batchOperations,
    ...readingOperations,
    ...analysisOperations,
    ...auditOperations,
    ...exportOperations,
    ...tailOperations,
    ...otlpOperations,
    ...producerOperations,
    ...deadLetterOperations,
    ...cacheOperations,
  },
  authorities: loggerAuthorities,
});
