// Orders parameters so that masters come before those whose options depend on them.
import type { Parameter } from './parameter.types.ts';

type Dependent = Pick<Parameter, 'name' | 'masterParameterNameList'>;

/** Key of a name, which ignores case. */
export const keyOf = (name: string): string => name.toLowerCase();

/** Orders parameters so that each comes after its masters; answers also those in a cycle or behind one. */
export function orderParameters<P extends Dependent>(
  parameters: readonly P[],
): { readonly ordered: P[]; readonly ring: P[] } {
  const ordered: P[] = [];
  const done = new Set<string>();
  const known = new Set(parameters.map(({ name }) => keyOf(name)));
  let waiting = [...parameters];
  for (;;) {
    const isReady = ({ masterParameterNameList }: P): boolean =>
      masterParameterNameList.every((master) => done.has(keyOf(master)) || !known.has(keyOf(master)));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) return { ordered, ring: waiting };
    for (const parameter of ready) done.add(keyOf(parameter.name));
    ordered.push(...ready);
    waiting = waiting.filter((parameter) => !ready.includes(parameter));
  }
}
