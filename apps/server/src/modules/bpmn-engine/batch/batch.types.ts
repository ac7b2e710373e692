// Describes what is done with many at once, and how far it has come.
import type { SvcBpmnBatchArgumentsModel, SvcBpmnBatchModel } from '@keelson/contract';

export type BatchType = SvcBpmnBatchModel['type'];
export type BatchState = NonNullable<SvcBpmnBatchModel['state']>;
export type BatchArguments = SvcBpmnBatchArgumentsModel;

export interface BatchRow {
  readonly id: string;
  readonly tenant_identifier: string;
  readonly type: BatchType;
  readonly arguments: string;
  readonly state: BatchState;
  /** Counts its items; a page of batches calls its own count `total`. */
  readonly size: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** A batch with what is left of its items, those that failed among them. */
export interface CountedBatch extends BatchRow {
  readonly remaining: number;
  readonly failed: number;
}

/** An instance, or a job with its number. */
export interface ItemRef {
  readonly id: string;
  readonly number: number;
}

export interface BatchItem {
  readonly number: number;
  readonly ref_id: string;
  readonly ref_number: number;
}

export interface FailedItem extends BatchItem {
  readonly code: string;
  readonly message: string | null;
}

export interface BatchPart {
  readonly batch_id: string;
  readonly number: number;
  readonly tenant_identifier: string;
  readonly run_by: string;
  readonly reached: number;
  readonly last: number;
}

/** Reason why an item could not be done. */
export interface ItemFailure {
  readonly number: number;
  readonly code: string;
  readonly message: string | null;
}
