// Return points take a few bytes each: arrays are distinguished by what stands in them, defaults at their end left out.
import type { ReturnPoint, ScopePoints } from '../contract/instance-state.ts';
import type { Variables } from '../values/values.ts';

/**
 * A point holds, by its kind:
 * - Task: number, node, origin, task (counted from the number), assignee, completer where that is another, 1 where sealed.
 * - Join: number, node, [flow, origin, ...], 1 where sealed.
 * - Sub-process: number, node, origin, [variables, points], 1 where sealed.
 */
export type EncodedPoint = readonly (number | string | null | readonly unknown[])[];

/** Return points of all scopes: the number of each scope, then its points. */
export type EncodedReturns = readonly (number | readonly EncodedPoint[])[];

export function encodeReturns(returns: readonly ScopePoints[]): EncodedReturns {
  return returns.flatMap(({ scope, points }) => [scope, points.map(encodePoint)]);
}

export function decodeReturns(encoded: EncodedReturns): ScopePoints[] {
  const returns: ScopePoints[] = [];
  for (let at = 0; at < encoded.length; at += 2) {
    const points = (encoded[at + 1] as readonly EncodedPoint[]).map(decodePoint);
    returns.push({ scope: encoded[at] as number, points });
  }
  return returns;
}

function encodePoint(point: ReturnPoint): EncodedPoint {
  const entries = [point.number, point.node, ...fieldsOf(point), point.sealed ? 1 : null];
  while (entries[entries.length - 1] === null) entries.pop();
  return entries;
}

function fieldsOf(point: ReturnPoint): EncodedPoint {
  if (point.kind === 'join') return [point.consumed.flatMap(({ flow, origin }) => [flow, origin])];
  if (point.kind === 'subProcess') return [point.origin, [point.variables, point.points.map(encodePoint)]];
  const { origin, task, number, assignee, completer } = point;
  return [origin, task === 0 ? 0 : task - number, assignee, completer === assignee ? null : [completer]];
}

function decodePoint(encoded: EncodedPoint): ReturnPoint {
  const [number, node, third, fourth, fifth, sixth, seventh] = encoded;
  const place = { number: number as number, node: node as number };
  if (Array.isArray(third)) {
    const numbers = third as readonly number[];
    const consumed = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      flow: numbers[2 * index]!,
      origin: numbers[2 * index + 1]!,
    }));
    return { kind: 'join', ...place, consumed, sealed: fourth === 1 };
  }
  const origin = third as number;
  if (Array.isArray(fourth)) {
    const [variables, points] = fourth as [Variables, readonly EncodedPoint[]];
    return { kind: 'subProcess', ...place, origin, variables, points: points.map(decodePoint), sealed: fifth === 1 };
  }
  const assignee = (fifth ?? null) as string | null;
  const completer = Array.isArray(sixth) ? ((sixth as readonly (string | null)[])[0] ?? null) : assignee;
  const task = fourth === undefined || fourth === 0 ? 0 : place.number + (fourth as number);
  return { kind: 'task', ...place, origin, task, assignee, completer, sealed: seventh === 1 };
}
