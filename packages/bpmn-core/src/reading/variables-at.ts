// The variables of an instance at a past moment are read from its history.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { Value, Variables } from '../values/values.ts';
import { applyToVariables } from './replay.ts';

/** Answers the variables when this task was completed, those of its completion included; null when the records hold no such completion. */
export function variablesAt(records: readonly HistoryRecord[], task: number): Variables | null {
  const variables: Record<string, Value> = {};
  for (const record of records) {
    for (const event of record.events) {
      if (event[0] === 'd' && event[1] === task) return variables;
      applyToVariables(variables, event);
    }
  }
  return null;
}
