// Shapes processes as the interface has them.

import type { Strictness } from '@keelson/bpmn-rules';
import type { SvcBpmnProcessModel } from '@keelson/contract';
import { type Process, processes } from './process.store.ts';

/** Parts of an answer beside the fields, on request. */
export interface ShownContent {
  readonly bpmnXml?: string | null;
  readonly svg?: string | null;
}

export function toSvcProcess(row: Process, strictness: Strictness, shown: ShownContent = {}): SvcBpmnProcessModel {
  return { ...processes.toModel(row), problemCounts: row.counts?.[strictness] ?? null, ...shown };
}
