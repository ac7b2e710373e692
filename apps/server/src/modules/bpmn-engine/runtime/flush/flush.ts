// Describes what a command makes of an instance, ready to be committed.
import type { Command, Effect, HistoryEvent, InstanceState, OpenTask } from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { LiveInstance } from '../state/live-instance.ts';

export interface Flush {
  readonly state: InstanceState;
  /** Is the number of this flush among those of its instance: 1 for a start. */
  readonly revision: number;
  readonly at: number;
  readonly actor: string | null;
  readonly command: Command['kind'];
  readonly history: readonly HistoryEvent[];
  readonly effects: readonly Effect[];
  /** Lists the tasks that were open before the step. */
  readonly tasksBefore: readonly OpenTask[];
  /** Is the number of the catalogue in which a start found its definition; null for what runs already. */
  readonly catalogueNumber: number | null;
}

/** Is the instance as it stands once the flush is committed. */
export function liveAfter(flush: Flush, compiled: CompiledDefinition): LiveInstance {
  const { revision, state, at } = flush;
  for (const effect of flush.effects) {
    if (effect.kind === 'end') return { revision, state, compiled, ended: { at, endState: effect.endState } };
  }
  return { revision, state, compiled, ended: null };
}
