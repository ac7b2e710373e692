// Says of a field, parameter or part that a request does not have which one was probably meant.

import { nearestName } from '../text/nearest.ts';
import type { ArgumentProblem } from './errors.ts';

type Thing = 'field' | 'parameter' | 'part';

export function unknownName(
  thing: Thing,
  name: string,
  known: Iterable<string>,
): Pick<ArgumentProblem, 'code' | 'message'> {
  const meant = nearestName(name, known);
  const question = meant === null ? '.' : `; did you mean ${meant}?`;
  return { code: 'UNKNOWN_FIELD', message: `Is not a ${thing} of this request${question}` };
}
