// What a file says of itself to whoever keeps it: what kind of model it is, what it defines, and what it uses of others.
import type { XmlProblem } from '../tree/tree.types.ts';

export type ModelReferenceKind =
  | 'PROCESS'
  | 'DECISION'
  | 'FORM'
  | 'MESSAGE'
  | 'SIGNAL'
  | 'MAIL_TEMPLATE'
  | 'REPORT'
  | 'SETTING';

/** Something outside of the file that an element uses by its key. */
export interface ModelReference {
  readonly kind: ModelReferenceKind;
  readonly key: string;
  /** Id of the element that a person sees; null where it has no id. */
  readonly elementId: string | null;
  /** Whether the key is an expression: only an instance knows what it names. */
  readonly computed: boolean;
}

export interface FileProcess {
  readonly id: string;
  readonly name: string | null;
  /**
   * Whether the process is executable: it says so, or says nothing and is not of the type Public, where the rules of a deployment decide.
   */
  readonly executable: boolean;
}

export interface ReadableFacts {
  readonly kind: 'BPMN' | 'DMN' | 'FORM';
  /**
   * Id of what the file is known by: the first executable process, else the first that may be, else the first; the first decision; the
   * form.
   */
  readonly mainId: string | null;
  /** Name of the process, decision or form with the id `mainId`. */
  readonly name: string | null;
  readonly targetNamespace: string;
  readonly processes: readonly FileProcess[];
  /** Keys that others use once the file is deployed: of its processes, its decisions, or the form. */
  readonly keys: readonly string[];
  /** Names of elements, each once, in the order of the file. */
  readonly names: readonly string[];
  /** Types of elements, sorted, each once. */
  readonly elementTypes: readonly string[];
  readonly references: readonly ModelReference[];
}

export interface UnreadableFacts {
  readonly kind: 'UNREADABLE';
  /** `ROOT`: well-formed, and neither BPMN nor DMN nor a form. */
  readonly reason: 'XML' | 'JSON' | 'ROOT' | 'SIZE';
  readonly message: string;
  /** Problem of the XML, where that is to blame. */
  readonly problem: XmlProblem | null;
}

export type ModelFacts = ReadableFacts | UnreadableFacts;
