// Turns variables of a process into rows that a person edits, and rows into what the interface takes.

export const editedTypes = ['STRING', 'INTEGER', 'DOUBLE', 'BOOLEAN', 'DATE', 'DATETIME', 'JSON', 'NULL'] as const;
export type EditedType = (typeof editedTypes)[number];

export interface VariableRow {
  /** Key that distinguishes rows while names are typed. */
  readonly key: string;
  readonly name: string;
  readonly type: EditedType;
  readonly text: string;
  /** Whether the variable was there before: its name stays. */
  readonly known: boolean;
}

export interface TypedValue {
  readonly type: EditedType;
  readonly value: unknown;
}

function typeOfValue(value: unknown): EditedType {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return 'STRING';
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isInteger(value) ? 'INTEGER' : 'DOUBLE';
  return 'JSON';
}

export function rowsOf(variables: Readonly<Record<string, unknown>>): readonly VariableRow[] {
  return Object.entries(variables).map(([name, value]) => ({
    key: name,
    name,
    type: typeOfValue(value),
    text: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    known: true,
  }));
}

/** Reads the value of a row. Throws where the text is no value of the type. */
function readValue({ type, text }: VariableRow): unknown {
  switch (type) {
    case 'NULL':
      return null;
    case 'BOOLEAN':
      return text === 'true';
    case 'INTEGER':
    case 'DOUBLE': {
      const number = Number(text.replace(',', '.'));
      if (text.trim() === '' || Number.isNaN(number)) throw new RangeError(text);
      return number;
    }
    case 'JSON':
      return JSON.parse(text);
    default:
      return text;
  }
}

export interface ReadRows {
  /** Variables that differ from what was there. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Variables that JSON has no type for. */
  readonly typedVariables: Readonly<Record<string, TypedValue>>;
  /** Keys of rows whose text is no value of their type. */
  readonly wrong: readonly string[];
}

/** Reads the changed rows; those without a name are left out. */
export function readRows(rows: readonly VariableRow[], before: Readonly<Record<string, unknown>>): ReadRows {
  const variables: Record<string, unknown> = {};
  const typedVariables: Record<string, TypedValue> = {};
  const wrong: string[] = [];
  for (const row of rows) {
    if (row.name.trim() === '') continue;
    try {
      const value = readValue(row);
      if (row.known && JSON.stringify(value) === JSON.stringify(before[row.name])) continue;
      if (row.type === 'DATE' || row.type === 'DATETIME') typedVariables[row.name] = { type: row.type, value };
      else variables[row.name] = value;
    } catch {
      wrong.push(row.key);
    }
  }
  return { variables, typedVariables, wrong };
}
