// What a change by a person or an operator does to the tokens of an instance: told by the dry run, done by the real call.

export interface PlannedElement {
  readonly elementId: string;
  readonly token: number;
}

export interface PlannedRestore extends PlannedElement {
  /** Of a token that waits before a join again; null for a sub-process that is opened anew. */
  readonly flowId: string | null;
}

export interface PlannedStart extends PlannedElement {
  /** Who gets the task at once; null: as the model says. */
  readonly assignee: string | null;
}

export interface PlannedMapping {
  readonly source: string;
  /** Null: it ends with the migration. */
  readonly target: string | null;
}

/** The dry run answers the plan that the real call executes. */
export interface ChangePlan {
  readonly legal: boolean;
  /** Why it is not; all of them. */
  readonly reasons: readonly string[];
  /** Outer before inner. */
  readonly cancels: readonly PlannedElement[];
  readonly restores: readonly PlannedRestore[];
  readonly starts: readonly PlannedStart[];
  readonly compensates: readonly { readonly elementId: string; readonly activity: number }[];
  readonly warnings: readonly string[];
  /** Of a migration: each element that something rests in or waits for. */
  readonly mappings: readonly PlannedMapping[];
}
