// Describes versions of processes: as they were deployed, and as the core runs them.
import type { FlowNode, ProcessModel } from '@keelson/bpmn-core';

/** A version of a process as deployed. Only `suspended` ever changes. */
export interface Definition {
  /** Id of the form `{key}:{version}:{suffix}`. */
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly deploymentId: string;
  readonly executable: boolean;
  readonly suspended: boolean;
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  /** Number of the catalogue when this was read: a start commits only while it still stands. */
  readonly catalogueNumber: number;
}

/** What running an instance of a definition needs; it never changes. */
export interface CompiledDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly deploymentId: string;
  readonly model: ProcessModel;
  readonly nodeById: ReadonlyMap<string, FlowNode>;
  /** Whether a running instance has its business key for itself. */
  readonly uniqueBusinessKey: boolean;
  /** Names of variables of the process that its instances are found by. */
  readonly searchable: readonly string[];
  /** Whether instances of it may call others. */
  readonly calls: boolean;
  /** Whether a compensation event sub-process can undo what the whole process did. */
  readonly compensates: boolean;
}
