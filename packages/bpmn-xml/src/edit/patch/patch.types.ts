// A patch: what is to be changed in a file, and why it cannot be.
import type { XmlProblem } from '../../tree/tree.types.ts';
import type { EditRefusal } from '../changes/edit-stop.ts';

interface PatchTarget {
  /** Id of the element: of the model or of its diagrams; what is inside of extension elements has none that counts. */
  readonly elementId: string;
}

/**
 * One change of an element. `name` may lead to a part that has no id by the names of the elements on the way:
 * `timerEventDefinition/timeDuration`, `multiInstanceLoopCharacteristics/isSequential`.
 */
export type PatchOperation =
  | (PatchTarget & { readonly op: 'setAttribute'; readonly name: string; readonly value: string })
  /** Puts the fragment in place of the extension elements of this name; without a name, of all that the element has. */
  | (PatchTarget & { readonly op: 'setExtension'; readonly name?: string | null; readonly value: string })
  /** Writes a documentation, expression, script or annotation; without a name, the text of the element itself. */
  | (PatchTarget & { readonly op: 'setText'; readonly name?: string | null; readonly value: string })
  /** Takes an attribute away, else a text, else extension elements of this name; without a name, the element itself. */
  | (PatchTarget & { readonly op: 'remove'; readonly name?: string | null });

export interface PatchRefusal {
  /** Number of the operation, from 0; null where no single operation is to blame. */
  readonly operation: number | null;
  readonly reason: EditRefusal;
  readonly detail: string;
}

export type PatchResult =
  | { readonly bytes: Uint8Array }
  | { readonly refused: readonly PatchRefusal[] }
  | { readonly problem: XmlProblem };
