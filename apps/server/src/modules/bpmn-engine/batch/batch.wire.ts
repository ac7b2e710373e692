// Shows batches, and what they could not do, as the interface shows them.
import type { SvcBpmnBatchFailureModel, SvcBpmnBatchModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { incidentId, jobId } from '../interface/part-id.ts';
import type { BatchType, CountedBatch, FailedItem } from './batch.types.ts';

export function batchToWire(batch: CountedBatch): SvcBpmnBatchModel {
  const { id, type, state, size, remaining, failed } = batch;
  return {
    id,
    type,
    state,
    total: size,
    done: size - remaining,
    failed,
    createdBy: batch.created_by,
    createTime: isoDate(batch.created_at),
    endTime: isoDateOrNull(batch.ended_at),
  };
}

export function failureToWire(
  type: BatchType,
  { ref_id: id, ref_number: number, code, message }: FailedItem,
): SvcBpmnBatchFailureModel {
  const itemId = type === 'RETRY_INCIDENTS' ? incidentId(id, number) : jobId(id, number);
  return { itemId, code, message };
}
