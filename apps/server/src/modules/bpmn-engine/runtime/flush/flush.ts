// Describes what a burst makes of one instance, ready to be committed.
import type { Command, Effect, HistoryEvent, InstanceFacts, InstanceState, OpenTask, Wait } from '@keelson/bpmn-core';
import type { Part } from '../burst/burst.ts';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { CallPlace, InstanceEnd } from '../state/live-instance.ts';

export interface Flush {
  readonly state: InstanceState;
  readonly compiled: CompiledDefinition;
  /** Version by which the instance ran before; null for a start. */
  readonly compiledBefore: CompiledDefinition | null;
  /** Number of this flush among those of its instance: 1 for a start. */
  readonly revision: number;
  /** Whether a row of the instance is there before this flush; one that is to be undone after its end has none. */
  readonly isStored: boolean;
  readonly wasSuspended: boolean;
  /** Facts before the flush; null for a start. */
  readonly factsBefore: InstanceFacts | null;
  readonly at: number;
  readonly actor: string | null;
  readonly command: Command['kind'];
  /** Events of the flush; one that has another time than the flush comes with its own. */
  readonly history: readonly HistoryEvent[];
  readonly effects: readonly Effect[];
  /** Tasks that were open before the burst. */
  readonly tasksBefore: readonly OpenTask[];
  readonly waitsBefore: readonly Wait[];
  /** Number of jobs of the instance that have failed for good. */
  readonly failedJobs: number;
  /** Number of the catalogue in which a start found its definition; null for what runs already. */
  readonly catalogueNumber: number | null;
  readonly call: CallPlace | null;
  readonly ended: InstanceEnd | null;
}

/** Whether the instance goes on by another version: every row of it is written with its place anew. */
export function migrates({ compiled, compiledBefore }: Pick<Flush, 'compiled' | 'compiledBefore'>): boolean {
  return compiledBefore !== null && compiledBefore.id !== compiled.id;
}

/** Whether what is known of the instance as a whole has changed: its rows are written with it anew. */
export function changesFacts(flush: Pick<Flush, 'effects' | 'compiled' | 'compiledBefore'>): boolean {
  return migrates(flush) || flush.effects.some(({ kind }) => kind === 'update-instance');
}

/**
 * Answers the events of a part with their times: a burst waits for scripts and other work, and what each of its steps did has the time of
 * that step.
 */
function timedHistory({ history, times, at }: Pick<Part, 'history' | 'times' | 'at'>): readonly HistoryEvent[] {
  if (times.every((time) => time.at === at)) return history;
  return times.flatMap((time, index) => [['@', time.at], ...history.slice(time.from, times[index + 1]?.from)]);
}

/** Answers when the flush did what `isIt` knows by its event; the time of the flush where all of it has one time. */
export function timeOf({ history, at }: Pick<Flush, 'history' | 'at'>, isIt: (event: HistoryEvent) => boolean): number {
  if (history[0]?.[0] !== '@') return at;
  let time = at;
  for (const event of history) {
    if (event[0] === '@') [, time] = event;
    else if (isIt(event)) return time;
  }
  return at;
}

/** Makes the flush of a part that has changed. */
export function flushOf(part: Part): Flush {
  const { before, live, isStored, command, actor, effects, catalogueNumber } = part;
  if (command === null) throw new Error('a part that took no step is not flushed');
  return {
    state: live.state,
    compiled: live.compiled,
    compiledBefore: before?.compiled ?? null,
    revision: (before?.revision ?? 0) + 1,
    isStored,
    wasSuspended: before?.state.suspended ?? false,
    factsBefore: before?.state.facts ?? null,
    at: part.at,
    actor,
    command,
    history: timedHistory(part),
    effects,
    tasksBefore: before?.state.tasks ?? [],
    waitsBefore: before?.state.waits ?? [],
    failedJobs: before?.failedJobs ?? 0,
    catalogueNumber,
    call: live.call,
    ended: live.ended,
  };
}
