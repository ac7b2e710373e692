// A migration moves return points, too; what has no place in the target can no longer be returned to.
import type { ReturnPoint } from '../contract/instance-state.ts';
import type { Scope } from '../instance/burst.ts';
import { forget } from '../instance/return-points.ts';
import { emptyScope } from '../instance/scope.ts';
import { NO_FLOW } from '../model/indexes.ts';
import { kindProblem, type MigrationMap } from './migration-map.ts';

export function movePoints(map: MigrationMap, scope: Scope): void {
  for (const { number } of [...scope.points]) {
    const point = scope.points.find((each) => each.number === number);
    if (point === undefined) continue;
    const moved = movedPoint(map, point);
    if (moved !== null) scope.points = scope.points.map((each) => (each === point ? moved : each));
    else if (point.kind !== 'join') forget(scope, point);
    else {
      // Without it nobody could know any more what else came of the points before it.
      while (scope.points.includes(point)) forget(scope, scope.points[0]!);
    }
  }
}

function movedPoint(map: MigrationMap, point: ReturnPoint): ReturnPoint | null {
  const after = map.target.nodes[map.node(point.node)];
  if (after === undefined || kindProblem(map.source.nodes[point.node]!, after) !== null) return null;
  const node = after.index;
  if (point.kind === 'task') return { ...point, node };
  if (point.kind === 'join') {
    const consumed = point.consumed.map((token) => ({ ...token, flow: map.flow(token.flow) }));
    return consumed.some(({ flow }) => flow === NO_FLOW) ? null : { ...point, node, consumed };
  }
  const inside = emptyScope(0, null, null, null);
  inside.points = point.points;
  movePoints(map, inside);
  return inside.points.length === 0 ? null : { ...point, node, points: inside.points };
}
