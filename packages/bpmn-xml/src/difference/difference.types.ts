// How two versions of a model differ, by the elements that people see.
import type { XmlProblem } from '../tree/tree.types.ts';

export interface ChangeDetail {
  /** `@name` is an attribute, `conditionExpression` a text, `timerEventDefinition/timeDuration` one of a part; `type`, `parent`, `outgoing` (the order in which flows are asked) and, where it moved, `bounds` and the like. */
  readonly path: string;
  /** Null where there was nothing; where the schema has a default, that. */
  readonly old: string | null;
  readonly new: string | null;
}

export interface ModelChange {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  /** What is added or removed as a whole has none. */
  readonly details: readonly ChangeDetail[];
}

export interface ModelDifference {
  readonly added: readonly ModelChange[];
  readonly removed: readonly ModelChange[];
  readonly changed: readonly ModelChange[];
  /** They look different or lie elsewhere in a diagram. */
  readonly moved: readonly ModelChange[];
  /** Diagrams differ, and nothing that a process does; who wrote the file does not count. */
  readonly layoutOnly: boolean;
  /** Who wrote the file differs, and nothing else. */
  readonly metadataOnly: boolean;
  readonly identical: boolean;
}

export type ComparisonResult =
  | { readonly difference: ModelDifference }
  | {
      readonly problem: {
        readonly side: 'before' | 'after';
        readonly message: string;
        /** Null where the file is well-formed and no BPMN. */
        readonly xml: XmlProblem | null;
      };
    };
