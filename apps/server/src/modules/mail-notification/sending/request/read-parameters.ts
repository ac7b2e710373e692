// Reads the parameters of a request within the bounds of size, depth and names.
import { mailParametersBytesMax, mailParametersDepthMax } from '@keelson/contract';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import type { JsonMap } from '../../rendering/liquid/rendering.types.ts';

/** Names that every object has, and that lead out of it. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

function problemIn(field: string, parameters: JsonMap): ArgumentProblem | null {
  const waiting: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
    { path: field, value: parameters, depth: 1 },
  ];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { path, value, depth } = one;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > mailParametersDepthMax) {
      return { field, code: 'TOO_LONG', message: `Must not nest deeper than ${mailParametersDepthMax} levels.` };
    }
    const isList = Array.isArray(value);
    for (const [name, entry] of Object.entries(value)) {
      const place = isList ? `${path}[${name}]` : `${path}.${name}`;
      if (!isList && FORBIDDEN.has(name)) {
        return { field: place, code: 'NOT_ALLOWED', message: 'Is not a name for a field.' };
      }
      if (typeof entry === 'object') waiting.push({ path: place, value: entry, depth: depth + 1 });
    }
  }
  return null;
}

export function readParameters(field: string, parameters: JsonMap, problems: ArgumentProblem[]): void {
  const problem = problemIn(field, parameters);
  if (problem !== null) problems.push(problem);
  else if (Buffer.byteLength(JSON.stringify(parameters)) > mailParametersBytesMax) {
    problems.push({ field, code: 'TOO_LONG', message: `At most ${mailParametersBytesMax} bytes as JSON.` });
  }
}
