// Variables and expressions hold these values.

/** A JSON value, or an instant. Instants exist inside expressions; a variable stores them as ISO 8601 text with `Z`. */
export type Value = null | boolean | number | string | Date | readonly Value[] | { readonly [name: string]: Value };

export type Variables = Readonly<Record<string, Value>>;

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,254}$/;

/** Whether a variable may have this name. Commands are checked by their sender, names made by expressions by the core. */
export function isVariableName(name: string): boolean {
  return VARIABLE_NAME.test(name);
}

/** The value of a variable, undefined when there is none: names like `constructor` must not find what every object has. */
export function ownValue(variables: Variables, name: string): Value | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Writes an own property under every name, `__proto__` included, which a plain assignment would not. */
export function putValue(variables: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    variables[name] = value;
  }
}

/**
 * The value as a variable keeps it, so that what is stored reads back equal: dates become text, minus zero becomes zero. The same
 * object when nothing changes. Throws `RangeError` for what JSON cannot hold (no number, an infinite one, an invalid date).
 */
export function storedValue(value: Value): Value {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a finite number`);
    return value === 0 ? 0 : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new RangeError('the date is not valid');
    return value.toISOString();
  }
  return Array.isArray(value) ? storedList(value) : storedMap(value as { readonly [name: string]: Value });
}

function storedList(list: readonly Value[]): readonly Value[] {
  let changed: Value[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const before = list[index] as Value;
    const after = storedValue(before);
    if (Object.is(before, after)) continue;
    changed ??= [...list];
    changed[index] = after;
  }
  return changed ?? list;
}

function storedMap(map: { readonly [name: string]: Value }): Value {
  let changed: Record<string, Value> | null = null;
  for (const name of Object.keys(map)) {
    const before = map[name] as Value;
    const after = storedValue(before);
    if (Object.is(before, after)) continue;
    changed ??= { ...map };
    putValue(changed, name, after);
  }
  return changed ?? map;
}
