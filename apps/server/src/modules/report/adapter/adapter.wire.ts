// Turns stored data adapters into the models of the interface.
import type { SvcRToolReportDataAdapterModel } from '@keelson/contract';
import { type Adapter, adapters } from './adapter.store.ts';

/** Makes the model, without the secret. */
export function toAdapterModel(one: Adapter): SvcRToolReportDataAdapterModel {
  return { ...adapters.toModel(one), secretSet: one.secretSealed !== null };
}
