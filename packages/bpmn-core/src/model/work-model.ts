// What tasks do that is not done by people: scripts, calls, decisions, external work.
import type { Expression } from '../expression/expression.ts';
import type { ParameterModel } from './data-model.ts';
import type { PayloadMapping } from './event-model.ts';

export type ScriptLanguage = 'javascript' | 'feel' | 'uel';

export interface ScriptModel {
  readonly language: ScriptLanguage;
  readonly source: string;
  /** Compiled expression where the language is evaluated in the core (UEL, FEEL). */
  readonly expression: Expression | null;
  readonly resultVariable: string | null;
  readonly autoStoreVariables: boolean;
}

/** The work of a service, send or rule task; the result goes to `resultVariable`. */
export interface WorkModel {
  readonly kind: 'expression' | 'native' | 'http' | 'mail' | 'external' | 'message';
  /** Expression of the kind `expression`. */
  readonly expression: Expression | null;
  /** The name of the native call or connector, or the topic of the external task. */
  readonly target: Expression | null;
  readonly parameters: readonly ParameterModel[];
  /**
   * Output parameters that are evaluated with the members of the result as variables, and written around the activity.
   */
  readonly outputs: readonly ParameterModel[];
  readonly resultVariable: string | null;
  readonly localResult: boolean;
  readonly transientResult: boolean;
  readonly priority: Expression | null;
  /** Whether the activity waits for a trigger after its work. */
  readonly triggerable: boolean;
  /** Errors of an external task: the first whose condition holds for the result is thrown; null always holds. */
  readonly errors: readonly WorkError[];
}

export interface WorkError {
  readonly condition: Expression | null;
  readonly code: string;
  readonly message: string | null;
}

export interface DecisionModel {
  readonly key: Expression;
  readonly binding: Binding;
  readonly resultVariable: string | null;
  /** `variables`: the entries of one row become variables; several rows are a list in a variable of the decision's key. */
  readonly mapResult: 'singleEntry' | 'singleResult' | 'collectEntries' | 'resultList' | 'variables';
  readonly localResult: boolean;
}

export type Binding =
  | { readonly kind: 'latest' }
  | { readonly kind: 'deployment' }
  | { readonly kind: 'version'; readonly version: Expression }
  | { readonly kind: 'versionTag'; readonly tag: Expression };

export interface CallModel {
  readonly key: Expression;
  /** Whether the text is a definition's id, not a key. */
  readonly byId: boolean;
  readonly binding: Binding;
  readonly tenant: Expression | null;
  readonly fallbackToDefaultTenant: boolean;
  readonly businessKey: Expression | null;
  readonly inheritBusinessKey: boolean;
  readonly inheritVariables: boolean;
  readonly name: Expression | null;
  readonly idVariable: string | null;
  readonly in: readonly PayloadMapping[];
  readonly out: readonly PayloadMapping[];
  readonly localOut: boolean;
}

export interface AdHocModel {
  readonly activation: 'auto' | 'manual';
  readonly sequential: boolean;
  readonly completionCondition: Expression | null;
  readonly cancelRemaining: boolean;
}
