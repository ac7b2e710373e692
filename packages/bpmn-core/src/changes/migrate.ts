// Takes an instance on to another version of its process.
import { runCatching } from '../catching/attempt.ts';
import type { MigrateCommand } from '../contract/commands/change-commands.ts';
import type { InstanceState, Wait } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import { beginData } from '../data/data.ts';
import { type Burst, nodeOf, type Scope, type WorkToken } from '../instance/burst.ts';
import { openBurst } from '../instance/open-burst.ts';
import { inward, openScope, setVariables } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import type { NodeIndex } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { hasOwnScope } from '../tokens/activity.ts';
import { armEvent, armReceiveTask, awaitTrigger } from '../tokens/arming.ts';
import { type Migration, migrated } from './migration.ts';
import { type MigrationMap, migrationMap } from './migration-map.ts';
import { movePoints } from './migration-points.ts';
import { conclude, newPlanning, type Planning } from './planning.ts';

/** Migrates an instance; its plan names each element that something rests in or waits for. */
export function migrate(situation: Situation, command: MigrateCommand): StepResult {
  const { model, state } = situation;
  const { target, mapping, autoMap, dryRun = false } = command;
  const planning = newPlanning();
  const { reasons, warnings } = planning;
  if (target.processDefinitionId === state.facts.processDefinitionId) {
    reasons.push(`The instance runs by ${target.processDefinitionId} already`);
  }
  const map = migrationMap(model, target.model, mapping, autoMap, reasons);
  const migration = migrated(map, state, reasons, warnings);
  recordMappings(map, planning, state, migration);
  if (reasons.length > 0) {
    return conclude(situation, resume(situation, command), planning, 'MIGRATION_NOT_POSSIBLE', dryRun);
  }
  const facts = { ...state.facts, processDefinitionId: target.processDefinitionId };
  const { at, actor } = command;
  const burst = openBurst({ ...situation, model: target.model, at, actor }, facts, migration.state);
  recordChanges(burst, map, state, migration);
  const scopes = [...inward(burst.root)];
  const known = scopes.reduce((sum, { points }) => sum + points.length, 0);
  for (const scope of scopes) movePoints(map, scope);
  if (scopes.reduce((sum, { points }) => sum + points.length, 0) < known) {
    warnings.push('Some of the tasks that were completed cannot be returned to any more');
  }
  setVariables(burst, burst.root, command.variables ?? {});
  for (const scope of scopes) armInScope(burst, map, scope, migration.dropped);
  return conclude(situation, burst, planning, 'MIGRATION_NOT_POSSIBLE', dryRun);
}

function recordMappings(
  map: MigrationMap,
  planning: Planning,
  { tokens }: InstanceState,
  { dropped }: Migration,
): void {
  const mapped = new Map<string, string | null>();
  for (const { node } of tokens) mapped.set(map.source.nodes[node]!.id, map.target.nodes[map.node(node)]?.id ?? null);
  for (const { node } of dropped) if (!map.isRenewed(node)) mapped.set(map.source.nodes[node]!.id, null);
  for (const [source, target] of mapped) planning.mappings.push({ source, target });
}

/** What is closed is recorded in terms of the old model, everything after in terms of the new one. */
function recordChanges(burst: Burst, map: MigrationMap, before: InstanceState, { dropped, kept }: Migration): void {
  for (const wait of dropped) {
    burst.history.push(['n', wait.number]);
    burst.effects.push({ kind: 'close-wait', wait, reason: 'CANCELLED' });
  }
  const gone = new Set(dropped.map(({ number }) => number));
  const waiting = before.waits.filter(({ number }) => !gone.has(number));
  const nodes = new Set([...before.tokens, ...waiting].map(({ node }) => node));
  const { processDefinitionId } = burst.facts;
  burst.history.push(['M', processDefinitionId, [...nodes].flatMap((node) => [node, map.node(node)])]);
  for (const wait of kept) burst.effects.push({ kind: 'change-wait', wait });
  for (const task of burst.tasks) burst.effects.push({ kind: 'update-task', task });
}

function armInScope(burst: Burst, map: MigrationMap, scope: Scope, dropped: readonly Wait[]): void {
  if (scope.model !== null) {
    const node = scope.token === null ? burst.model.nodes[0]! : nodeOf(burst, scope.token);
    beginData(burst, scope, scope.model.data, node);
    const starts = scope.interrupted ? [] : scope.model.eventSubProcesses.map((index) => startOf(burst, index));
    armMissing(burst, map, starts, { scope, token: null }, dropped);
  }
  for (const token of [...scope.tokens]) if (token.activity !== 0) armAtToken(burst, map, token, dropped);
}

function startOf({ model }: Burst, eventSubProcess: NodeIndex): NodeIndex {
  return model.scopes[model.nodes[eventSubProcess]!.body]!.trigger;
}

function armAtToken(burst: Burst, map: MigrationMap, token: WorkToken, dropped: readonly Wait[]): void {
  const node = nodeOf(burst, token);
  const isIteration = token.role === 'iteration';
  // The target may want to keep something there that the source had no need to.
  if (token.inner === null && hasOwnScope(node, isIteration)) openScope(token, null);
  const boundaries = isIteration ? [] : (node.activity?.boundaryEvents ?? []);
  if (token.inner !== null) armMissing(burst, map, boundaries, { scope: token.inner, token: null }, dropped);
  const owner = { scope: token.scope, token };
  if (node.type === 'eventBasedGateway') {
    const events = node.outgoing.map((flow) => burst.model.flows[flow]!.target);
    armMissing(burst, map, events, owner, dropped);
  }
  const own = dropped.some((wait) => wait.token === token.number && map.node(wait.node) === node.index);
  if (!own || node.event === null) return;
  runCatching(burst, token, () => {
    if (node.type === 'receiveTask') armReceiveTask(burst, node, token);
    else armEvent(burst, node, owner);
  });
}

/** Arms events that stand for no event of the source, and those that are to be armed anew; what has fired before does not fire again. */
function armMissing(
  burst: Burst,
  map: MigrationMap,
  events: readonly NodeIndex[],
  owner: { readonly scope: Scope; readonly token: WorkToken | null },
  dropped: readonly Wait[],
): void {
  for (const index of events) {
    const node = burst.model.nodes[index]!;
    const sources = map.source.nodes.filter((each) => map.node(each.index) === index && each.type === node.type);
    const isAnew = dropped.some((wait) => wait.scope === owner.scope.number && map.node(wait.node) === index);
    if (sources.length > 0 && !isAnew) continue;
    arm(burst, node, owner);
  }
}

function arm(burst: Burst, node: FlowNode, owner: { readonly scope: Scope; readonly token: WorkToken | null }): void {
  const bearer = owner.token ?? owner.scope.token;
  const run = () => {
    if (owner.token !== null && node.event === null) awaitTrigger(burst, node, owner.token);
    else armEvent(burst, node, owner);
  };
  if (bearer === null) run();
  else runCatching(burst, bearer, run);
}
