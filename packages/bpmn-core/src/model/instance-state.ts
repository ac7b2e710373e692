// The state of one running instance between two commands: all that is needed to go on, and nothing that can be derived.
import type { FlowIndex, NodeIndex } from './process-model.ts';
import type { Variables } from './values.ts';

/** Facts of the instance that never change while it runs. */
export interface InstanceFacts {
  /** UUIDv7. */
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly processDefinitionId: string;
  readonly startedAt: number;
  readonly startUserId: string | null;
  readonly businessKey: string | null;
  readonly name: string | null;
  readonly startElementId: string | null;
  readonly priority: number | null;
  readonly dueAt: number | null;
}

/** A token at rest. Its execution id is `{instanceId}-e{number}`. */
export interface Token {
  readonly number: number;
  readonly node: NodeIndex;
  /** Flow it arrived by; `NO_FLOW` at a start. */
  readonly arrivedBy: FlowIndex;
  /** Number of its activity instance in the history, 0 while it only waits at a join or collects. */
  readonly activity: number;
  readonly since: number;
}

export type TaskState = 'UNASSIGNED' | 'ASSIGNED';

/** An open user task. Its id is `{instanceId}-t{number}`. */
export interface OpenTask {
  readonly number: number;
  /** Number of the token that waits in it. */
  readonly token: number;
  readonly node: NodeIndex;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly formKey: string | null;
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  /** 0..100. */
  readonly priority: number;
  readonly dueAt: number | null;
  readonly followUpAt: number | null;
  readonly createdAt: number;
  readonly claimedAt: number | null;
  /** Raised by each change of the task. */
  readonly version: number;
}

export interface InstanceState {
  readonly facts: InstanceFacts;
  /** Last number given to a token, activity or task of this instance. */
  readonly counter: number;
  /**
   * First those inside activities, in order of their numbers, then those that wait for others (at joins, collecting), in the order in
   * which they were sent: it decides which are used up. Empty exactly when the instance has ended.
   */
  readonly tokens: readonly Token[];
  readonly tasks: readonly OpenTask[];
  readonly variables: Variables;
  /** Ids of the end events reached, in order, each once. */
  readonly endElementIds: readonly string[];
}
