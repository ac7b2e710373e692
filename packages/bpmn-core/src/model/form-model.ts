// A form asks for a key, a deployed form, or fields of its own.
import type { Expression } from '../expression/expression.ts';

export interface FormModel {
  readonly key: Expression | null;
  /** It is the key of a deployed form. */
  readonly reference: Expression | null;
  readonly binding: 'latest' | 'deployment' | 'version';
  readonly version: Expression | null;
  /** The value of the field of this id becomes the business key. */
  readonly businessKeyField: string | null;
  readonly fields: readonly FormField[];
}

export interface FormField {
  readonly id: string;
  readonly label: string | null;
  readonly type: string;
  /** The variable that it shows and fills. */
  readonly variable: string;
  readonly default: Expression | null;
  readonly required: boolean;
  readonly readable: boolean;
  readonly writable: boolean;
  /** An enumeration offers these. */
  readonly values: readonly { readonly id: string; readonly name: string }[];
  /** The rules are `min`, `max`, `minlength`, `maxlength`, `pattern` and `datePattern`, as written. */
  readonly constraints: Readonly<Record<string, string>>;
}
