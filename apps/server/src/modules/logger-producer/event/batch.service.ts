// Takes batches of events: each gets a result of its own, in numbers and in the list of refused ones.
import { errorDefinition, type SvcEventLogBatchResultModel, type UnreadBody } from '@keelson/contract';
import { failureSentence } from '../../../kernel/http/answer/envelope.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { translatedArguments } from '../../../kernel/request/translated-arguments.ts';
import type { Disposition, LogEvent } from '../record/event.types.ts';
import type { BatchItem, BatchReader } from './batch-body.ts';
import { readEvent, senderOf } from './event-input.ts';
import { type ProduceParts, reasonOut, sizeOf } from './produce.service.ts';

type BatchParts = ProduceParts & { readonly read: BatchReader };
type Fate = { readonly uuid: string | null } & (
  | { readonly disposition: Disposition }
  | { readonly refused: ServiceError }
);

/** Statuses of failures that a later attempt may avoid. */
const PASSING_STATUS: readonly number[] = [429, 503, 504];

export function createBatchService(parts: BatchParts) {
  /** Answers the event, or its result where it is settled already. */
  function admit(act: Act, item: BatchItem, path: string, index: number): LogEvent | Fate {
    if ('refused' in item) return item;
    try {
      const event = readEvent(senderOf(act, { path, index }), item.body, parts);
      const reason = reasonOut(act.caller.identifier, event, parts);
      return reason === null ? event : { uuid: event.uuid, disposition: reason };
    } catch (error) {
      return refusalOf(error, item.body.uuid ?? null);
    }
  }

  async function storeOne(event: LogEvent, isNamed: boolean): Promise<Fate> {
    const { uuid, eventType } = event;
    try {
      const outcome = await parts.writer.store(event, sizeOf(event));
      if (outcome === 'conflict') fail(isNamed ? 'LOG_EVENT_UUID_CONFLICT' : 'IDEMPOTENCY_KEY_REUSED');
      parts.count(outcome, eventType);
      return { uuid, disposition: outcome };
    } catch (error) {
      parts.count('refused', eventType);
      return refusalOf(error, uuid);
    }
  }

  /** Queues audited events apart: there is room for them where there is none for others. */
  async function queue(events: readonly LogEvent[]): Promise<readonly Fate[]> {
    if (events.length === 0) return [];
    try {
      await parts.accept(events);
    } catch (error) {
      return events.map(({ uuid }) => refusalOf(error, uuid));
    }
    for (const { eventType } of events) parts.count('queued', eventType);
    return events.map(({ uuid }) => ({ uuid, disposition: 'queued' }));
  }

  return {
    /** Answers once every accepted event is committed; 503, 504 where all of them failed so. */
    async produceBatchSync(act: Act, body: UnreadBody): Promise<SvcEventLogBatchResultModel> {
      const items = parts.read(body);
      const fates = items.map((item, index) => {
        const admitted = admit(act, item, '/event/batch/sync', index);
        if (!isEvent(admitted)) return admitted;
        return storeOne(admitted, 'body' in item && typeof item.body.uuid === 'string');
      });
      return resultOf(act, await Promise.all(fates));
    },

    /** Answers once every accepted event is in the spool; 503 where all of them failed so. */
    async produceBatchAsync(act: Act, body: UnreadBody): Promise<SvcEventLogBatchResultModel> {
      const admitted = parts.read(body).map((item, index) => admit(act, item, '/event/batch/async', index));
      const events = admitted.filter(isEvent);
      const isOfAudit = ({ retentionClass }: LogEvent): boolean => retentionClass === 'AUDIT';
      const ofAudit = events.filter(isOfAudit);
      const others = events.filter((event) => !isOfAudit(event));
      const queued = await Promise.all([queue(ofAudit), queue(others)]);
      const fateOf = new Map([...ofAudit, ...others].map((event, index) => [event, queued.flat()[index]!]));
      return resultOf(
        act,
        admitted.map((one) => (isEvent(one) ? fateOf.get(one)! : one)),
      );
    },
  };
}

function isEvent(admitted: LogEvent | Fate): admitted is LogEvent {
  return 'eventTime' in admitted;
}

/** Makes the refusal of an event; rethrows a defect. */
function refusalOf(error: unknown, uuid: string | null): Fate {
  if (error instanceof ServiceError) return { uuid, refused: error };
  throw error;
}

function resultOf({ context: { language } }: Act, fates: readonly Fate[]): SvcEventLogBatchResultModel {
  const refused = fates.flatMap((fate, index) => ('refused' in fate ? [{ ...fate, index }] : []));
  const passing = refused.find(({ refused: error }) => isPassing(error));
  // Where none was stored for a temporary reason, the client sends all of them again.
  if (passing !== undefined && refused.length === fates.length && refused.every((one) => isPassing(one.refused))) {
    throw passing.refused;
  }
  const count = (...wanted: readonly Disposition[]): number =>
    fates.filter((fate) => 'disposition' in fate && wanted.includes(fate.disposition)).length;
  return {
    acceptedCount: count('stored', 'queued'),
    duplicateCount: count('duplicate'),
    filteredCount: count('filtered', 'sampled-out'),
    rejectedList: refused.map(({ index, uuid, refused: error }) => ({
      index,
      uuid,
      errorCode: error.code,
      errorMessage: failureSentence(error.code, error.options, language),
      errorArguments: [...translatedArguments(error.options.errorArguments ?? [], language)],
      retryable: isPassing(error),
    })),
  };
}

function isPassing({ code }: ServiceError): boolean {
  return PASSING_STATUS.includes(errorDefinition(code).status);
}
