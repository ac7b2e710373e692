// A plan says what a change by hand does to the tokens of an instance: the dry run answers it, the real call does it.

export interface PlannedElement {
  readonly elementId: string;
  readonly token: number;
}

export interface PlannedRestore extends PlannedElement {
  /** A token that waits before a join again came by this flow; a sub-process that is opened anew has none. */
  readonly flowId: string | null;
}

export interface PlannedStart extends PlannedElement {
  /** Person who gets the task at once; null leaves it to the model. */
  readonly assignee: string | null;
}

export interface PlannedMapping {
  readonly source: string;
  /** Element that a migration maps to; null where what rests there ends with the migration. */
  readonly target: string | null;
}

/** What a change does: the dry run gives the plan that the real call executes. */
export interface ChangePlan {
  readonly legal: boolean;
  /** All reasons why the change is not legal. */
  readonly reasons: readonly string[];
  /** What the change cancels, outer tokens before inner ones. */
  readonly cancels: readonly PlannedElement[];
  readonly restores: readonly PlannedRestore[];
  readonly starts: readonly PlannedStart[];
  readonly compensates: readonly { readonly elementId: string; readonly activity: number }[];
  readonly warnings: readonly string[];
  /** Mapping of each element in which something rests or waits; of a migration only. */
  readonly mappings: readonly PlannedMapping[];
}
