// Writes names of the program (`task-delegated`) as enumerations of the interface have them (`TASK_DELEGATED`), and back.

type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;

export function upperName<const Name extends string>(name: Name): Uppercase<Underscored<Name>> {
  return name.replaceAll('-', '_').toUpperCase() as Uppercase<Underscored<Name>>;
}

/** Turns a name of one word into lower case. */
export function lowerName<const Name extends string>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}
