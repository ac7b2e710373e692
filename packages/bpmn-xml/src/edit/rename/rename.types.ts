// What renaming the processes of a file has done, or why it cannot be done.
import type { XmlProblem } from '../../tree/tree.types.ts';

/** An id, or what named it. */
export interface RenamedPlace {
  /** Id of the element that holds it; null where that has no id. */
  readonly elementId: string | null;
  readonly type: string;
  /** Attribute or child: `id`, `processRef`, `bpmnElement`, `calledElement`. */
  readonly name: string;
  readonly old: string;
  readonly new: string;
  readonly line: number;
  readonly column: number;
}

export type RenameRefusal = 'CODE_INVALID' | 'ID_TAKEN' | 'ID_AMBIGUOUS' | 'NOT_IN_ENCODING' | 'LIMIT';

export type RenameResult =
  | {
      readonly bytes: Uint8Array;
      readonly renamed: readonly { readonly old: string; readonly new: string }[];
      /** Places in the order of the file. */
      readonly places: readonly RenamedPlace[];
    }
  | { readonly refused: RenameRefusal; readonly detail: string }
  | { readonly problem: XmlProblem };
