// Checks the values of a parameter against its bounds, except its pattern and its options.
import type { CanonicalValue, Parameter, ValueProblem } from './parameter.types.ts';
import { compareValues, readPlain } from './read-value.ts';

/** Finds the first thing that is wrong with one value. */
export function findConstraintProblem(
  parameter: Parameter,
  value: CanonicalValue,
  timeZone: string,
): ValueProblem | null {
  if (typeof value !== 'string') {
    const ends = [value.from, value.to].filter((end) => end !== null);
    return ends.map((end) => findRangeProblem(parameter, end, timeZone)).find((found) => found !== null) ?? null;
  }
  return parameter.type === 'STRING'
    ? findLengthProblem(parameter, value)
    : findRangeProblem(parameter, value, timeZone);
}

/** Checks the length in code points. */
function findLengthProblem({ minLength, maxLength }: Parameter, value: string): ValueProblem | null {
  const length = [...value].length;
  if (minLength !== null && length < minLength) {
    return { code: 'TOO_SHORT', message: `Must have at least ${minLength} characters.` };
  }
  return length > maxLength ? { code: 'TOO_LONG', message: `Must have at most ${maxLength} characters.` } : null;
}

function findRangeProblem(
  { type, minValue, maxValue }: Parameter,
  value: string,
  timeZone: string,
): ValueProblem | null {
  const ordered = type === 'DATE_RANGE' ? 'DATE' : type;
  const compare = (bound: unknown): number | null => {
    if (bound === null || bound === undefined) return null;
    const read = readPlain(ordered, bound, timeZone);
    return 'value' in read ? compareValues(ordered, value, read.value) : null;
  };
  if ((compare(minValue) ?? 0) < 0) return { code: 'OUT_OF_RANGE', message: `Must be at least ${String(minValue)}.` };
  return (compare(maxValue) ?? 0) > 0
    ? { code: 'OUT_OF_RANGE', message: `Must be at most ${String(maxValue)}.` }
    : null;
}
