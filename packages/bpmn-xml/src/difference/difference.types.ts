// How two versions of a model differ, by the elements that people see.
import type { XmlProblem } from '../tree/tree.types.ts';

export interface ChangeDetail {
  /**
   * Way to the change: `@name` is an attribute, `conditionExpression` a text, `timerEventDefinition/timeDuration` one of a part; `type`,
   * `parent`, `outgoing` (the order in which flows are asked) and, where it moved, `bounds` and the like.
   */
  readonly path: string;
  /** Value before; null where there was nothing, or the schema's default. */
  readonly old: string | null;
  readonly new: string | null;
}

export interface ModelChange {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  /** What changed; empty for what is added or removed as a whole. */
  readonly details: readonly ChangeDetail[];
}

export interface ModelDifference {
  readonly added: readonly ModelChange[];
  readonly removed: readonly ModelChange[];
  readonly changed: readonly ModelChange[];
  /** Elements that look different or lie elsewhere in a diagram. */
  readonly moved: readonly ModelChange[];
  /** Whether only diagrams differ, and nothing that a process does; who wrote the file does not count. */
  readonly layoutOnly: boolean;
  /** Whether only who wrote the file differs. */
  readonly metadataOnly: boolean;
  readonly identical: boolean;
}

export type ComparisonResult =
  | { readonly difference: ModelDifference }
  | {
      readonly problem: {
        readonly side: 'before' | 'after';
        readonly message: string;
        /** Problem of the XML; null where the file is well-formed and no BPMN. */
        readonly xml: XmlProblem | null;
      };
    };
