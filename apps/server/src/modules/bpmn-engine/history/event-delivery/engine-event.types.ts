// Describes the events of the engine for other modules.
import type { EndState } from '@keelson/bpmn-core';
import type { Transaction } from '../../../../kernel/database/database.ts';

interface EngineEventBase {
  /** Id of the event, the same when it is delivered again: what a handler writes carries it as unique key. */
  readonly id: string;
  readonly at: Date;
  readonly tenantIdentifier: string;
  /** Instance; null, as what follows, for an incident of what belongs to no instance. */
  readonly instanceId: string | null;
  readonly definitionId: string | null;
  /** Key of the process; null where the definition is gone. */
  readonly definitionKey: string | null;
  readonly businessKey: string | null;
}

/**
 * Event of a task. One that is created with an assignee gives the event of its creation, then that of its assignment. A task that its own
 * commit cancels gives none at all.
 */
export interface TaskEvent extends EngineEventBase {
  readonly kind: 'task.created' | 'task.assigned' | 'task.completed';
  readonly instanceId: string;
  readonly definitionId: string;
  readonly taskId: string;
  /** Id of the element; null where the history does not say it any more. */
  readonly elementId: string | null;
  /** Name of the task; the one in the model where the task was closed before this was delivered. */
  readonly name: string | null;
  readonly assignee: string | null;
  /** Assignee before; null but in `task.assigned`. */
  readonly previousAssignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  /** Person who did it; null where the process did. */
  readonly actor: string | null;
}

export interface InstanceEndedEvent extends EngineEventBase {
  readonly kind: 'instance.ended';
  readonly instanceId: string;
  readonly definitionId: string;
  readonly endState: EndState;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly startUserId: string | null;
}

export interface IncidentRaisedEvent extends EngineEventBase {
  readonly kind: 'incident.raised';
  readonly incidentId: string;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly elementId: string | null;
}

export type EngineEvent = TaskEvent | InstanceEndedEvent | IncidentRaisedEvent;

export type EngineEventKind = EngineEvent['kind'];

/**
 * A handler, which runs in the transaction that moves the history on. What it throws takes back what it wrote, and the event is delivered
 * again: after a second, then after twice as long each time, up to five minutes; what follows of the same instance waits for that, other
 * instances and other modules do not. It may write a few rows of its own, with the event's id as unique key, and must be short: no
 * network, no wait for others, no work that grows with what is stored, no call that takes another connection. Events of one instance
 * arrive in their order, each at least once.
 */
export type EngineEventHandler = (tx: Transaction, event: EngineEvent) => Promise<void>;
