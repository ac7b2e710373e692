// Describes an instance as it stands committed.
import type { EndState, InstanceState } from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';

/** The call that an instance answers. */
export interface CallPlace {
  readonly callerId: string;
  /** Wait of the calling instance that the end of this one fulfils. */
  readonly wait: number;
  readonly token: number;
  /** Outermost instance of the chain of calls. */
  readonly rootId: string;
  /** Number of calls around it: 1 for an instance that a root calls. */
  readonly depth: number;
  /** Call activity, in the burst that begins the instance alone: its row keeps it. */
  readonly elementId?: string | null;
}

export interface InstanceEnd {
  readonly at: number;
  readonly endState: EndState;
  /** Error of an instance that ended as ERROR; null else. */
  readonly error: EndError | null;
}

export interface EndError {
  readonly code: string | null;
  readonly message: string | null;
  readonly elementId: string | null;
}

export const NO_ERROR: EndError = { code: null, message: null, elementId: null };

/** An instance as it is known: its revision counts its flushes. */
export interface LiveInstance {
  readonly revision: number;
  /** Time of the last revision in epoch milliseconds. */
  readonly changedAt: number;
  readonly state: InstanceState;
  readonly compiled: CompiledDefinition;
  /** Call that it answers; null where nobody called it. */
  readonly call: CallPlace | null;
  /** Number of jobs of the instance that have failed for good; each is an incident. */
  readonly failedJobs: number;
  /** End of the instance; null while it runs. */
  readonly ended: InstanceEnd | null;
}

export function rootIdOf({ call, state }: LiveInstance): string {
  return call?.rootId ?? state.facts.id;
}
