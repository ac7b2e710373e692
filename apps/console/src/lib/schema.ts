// Describes the part of JSON Schema that a form reads: what a field is, and between which bounds.

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly readOnly?: boolean;
}

/** The schema of a body that is an object. */
export interface BodySchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** Type of a field, without the null that may stand beside it. */
export function typeOf({ type }: FieldSchema): string | null {
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  return types[0] ?? null;
}

/** Values of a field that has a list of them. */
export function choicesOf(field: FieldSchema): readonly string[] {
  return (field.enum ?? []).filter((value): value is string => typeof value === 'string');
}
