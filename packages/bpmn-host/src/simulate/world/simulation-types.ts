// What a simulation is given, and what it answers.
import type {
  EndState,
  Failure,
  Host,
  InstanceState,
  ProcessModel,
  Value,
  Variables,
  WaitKind,
  WorkKind,
  WorkResult,
} from '@keelson/bpmn-core';
import type { ScriptOutcome, ScriptRequest } from '../../script/script-request.ts';

/** One process of the deployment. */
export interface SimulatedDefinition {
  readonly key: string;
  readonly versionTag: string | null;
  readonly model: ProcessModel;
}

/** What the simulation finds beside the processes. */
export interface SimulatedOutside {
  readonly host: Host;
  readonly runScript: (request: ScriptRequest) => Promise<ScriptOutcome>;
  /** Makes a decision; null where no file holds it: its task stays open, to be completed by a step. */
  readonly decide: (key: string, variables: Variables, at: number) => WorkResult | null;
}

export interface SimulationInput {
  readonly definitions: readonly SimulatedDefinition[];
  readonly outside: SimulatedOutside;
  /** Begin of the virtual clock in epoch milliseconds. */
  readonly at: number;
}

/** An instance as it is between two commands; it is never written to. */
export interface SimulatedInstance {
  readonly number: number;
  readonly definition: SimulatedDefinition;
  readonly state: InstanceState;
  readonly end: SimulatedEnd | null;
  /** The call that this instance answers; null where nobody called it. */
  readonly caller: { readonly instance: number; readonly wait: number } | null;
  /** Number of calls around it. */
  readonly depth: number;
}

export interface SimulatedEnd {
  readonly endState: EndState;
  readonly errorCode: string | null;
  /** Message and variables that an error brings to whoever called the instance. */
  readonly errorMessage: string | null;
  readonly errorVariables: Variables;
}

export type TraceKind =
  | 'STARTED'
  | 'ENTERED'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'MESSAGE_SENT'
  | 'MESSAGE_UNRECEIVED'
  | 'SIGNAL_THROWN'
  | 'ESCALATION_THROWN'
  | 'ERROR_THROWN'
  | 'COMPENSATION'
  | 'INCIDENT'
  | 'VARIABLE'
  | 'LOG'
  | 'FAILED'
  | 'ENDED';

/** Something that happened. Fields that a kind does not have are absent. */
export interface TraceEntry {
  /** Virtual time as ISO 8601. */
  readonly at: string;
  readonly kind: TraceKind;
  /** The number of the instance; null where a command reached none. */
  readonly instance: number | null;
  readonly process: string | null;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  /**
   * Name of a message, signal or variable, code of an error, escalation or failure, or how an instance or element
   * ended.
   */
  readonly detail?: string;
  readonly value?: Value;
  readonly message?: string;
}

/** Something that an instance waits for. */
export interface OpenWait {
  readonly instance: number;
  readonly elementId: string;
  readonly kind: 'TASK' | Uppercase<WaitKind>;
  /** Kind of work; only work has one. */
  readonly work?: Uppercase<WorkKind>;
  /** Name of a message or signal, or code of an incident. */
  readonly name?: string;
  /** Due time of a timer as ISO 8601. */
  readonly dueAt?: string;
  readonly assignee?: string | null;
}

export interface InstanceSummary {
  readonly instance: number;
  readonly process: string;
  readonly calledBy: number | null;
  readonly businessKey: string | null;
  readonly state: 'ACTIVE' | 'SUSPENDED' | 'ENDED';
  readonly endState: EndState | null;
  readonly errorCode: string | null;
  readonly endElementIds: readonly string[];
  readonly variables: Variables;
  /** Elements where tokens are, one for each token. */
  readonly elements: readonly string[];
  readonly waits: readonly OpenWait[];
}

/** A command that was taken back as a whole, or a step that nothing could be done with. */
export interface SimulationFailure {
  readonly at: string;
  readonly instance: number | null;
  readonly code: Failure['code'] | 'REFUSED' | 'STEP_NOT_POSSIBLE';
  readonly elementId: string | null;
  readonly message: string;
}
