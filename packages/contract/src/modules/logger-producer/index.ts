// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { loggerProducerTurkish } from './documentation/turkish.ts';
import { loggerProducerContract } from './module.ts';

export {
  bucketsMax,
  eventValueFields,
  SvcEventCatalogueModel,
  SvcEventLogFieldValueModel,
  SvcEventLogHistogramModel,
} from './analysis-models.ts';
export { eventsOfBatchMax, SvcEventLogBatchResultModel } from './batch-operations.ts';
export * from './cache-models.ts';
export { eventOutcomes, eventTypes, SvcEventLogModel } from './event-models.ts';
export { eventBytesMax } from './event-operations.ts';
export { exportedEventsMax, type SvcEventLogExportModel } from './following/export-operations.ts';
export { OTLP, otlpProtobuf, otlpRecordsMax } from './following/otlp-operations.ts';
export { logEventStreamEvents, type SvcEventLogTailQueryModel } from './following/tail-operations.ts';
export { SvcEventLogVerifyModel, SvcEventLogVerifyQueryModel } from './operating/audit-operations.ts';
export {
  deadLetterSortStandard,
  type SvcDeadLetterModel,
  type SvcDeadLetterQueryModel,
} from './operating/dead-letter-operations.ts';
export {
  eventSortStandard,
  SvcEventLogFilterModel,
  SvcEventLogQueryModel,
  SvcEventLogStoredModel,
} from './query-models.ts';

export const loggerProducerModule: Documented<typeof loggerProducerContract> = documented(loggerProducerContract, {
  examples,
  turkish: loggerProducerTurkish,
});
