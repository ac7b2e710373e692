// A form asks for a key, a deployed form, or fields of its own.
import type { Expression } from '../expression/expression.ts';

export interface FormModel {
  readonly key: Expression | null;
  /** The key of a deployed form. */
  readonly reference: Expression | null;
  readonly binding: 'latest' | 'deployment' | 'version';
  readonly version: Expression | null;
  /** Id of the field whose value becomes the business key. */
  readonly businessKeyField: string | null;
  readonly fields: readonly FormField[];
}

export interface FormField {
  readonly id: string;
  readonly label: string | null;
  readonly type: string;
  /** Variable that the field shows and fills. */
  readonly variable: string;
  readonly default: Expression | null;
  readonly required: boolean;
  readonly readable: boolean;
  readonly writable: boolean;
  /** Choices of an enumeration. */
  readonly values: readonly { readonly id: string; readonly name: string }[];
  /** The constraints `min`, `max`, `minlength`, `maxlength`, `pattern` and `datePattern`, as written. */
  readonly constraints: Readonly<Record<string, string>>;
}
