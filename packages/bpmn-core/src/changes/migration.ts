// A migration writes the state of an instance in terms of another model: every token, scope and wait in the place that corresponds.
import type {
  CompensationRecord,
  GatewayState,
  InstanceState,
  ScopeState,
  Token,
  Wait,
} from '../contract/instance-state.ts';
import { NO_FLOW, NO_NODE, type NodeIndex, type ScopeIndex } from '../model/indexes.ts';
import { isJoin } from '../model/process-model.ts';
import { kindProblem, type MigrationMap, sameTriggers } from './migration-map.ts';

export interface Migration {
  readonly state: InstanceState;
  /** Waits as they were that the target has no place for, or that are to be armed anew. */
  readonly dropped: readonly Wait[];
  readonly kept: readonly Wait[];
}

/**
 * Makes the state in terms of the target. Adds all reasons why it is not possible to `reasons`; the state is of use only without any.
 * Return points stay as they were.
 */
export function migrated(map: MigrationMap, state: InstanceState, reasons: string[], warnings: string[]): Migration {
  const bodies = bodiesOf(map, state);
  for (const token of state.tokens) checkPlace(map, state, bodies, token, reasons);
  const isRunning = state.root.runs.length > 0 || state.scopes.some(({ runs }) => runs.length > 0);
  if (isRunning) reasons.push('Compensation is under way');
  const kept: Wait[] = [];
  const dropped: Wait[] = [];
  for (const wait of state.waits) {
    const moved = movedWait(map, state, bodies, wait, reasons);
    if (moved === null) dropped.push(wait);
    else kept.push(moved);
  }
  const { root, scopes, tasks, tokens } = state;
  const records = (each: readonly CompensationRecord[]) => movedRecords(map, each, warnings);
  return {
    dropped,
    kept,
    state: {
      ...state,
      tokens: tokens.map((token) => ({ ...token, node: map.node(token.node), arrivedBy: map.flow(token.arrivedBy) })),
      tasks: tasks.map((task) => ({ ...task, node: map.node(task.node) })),
      root: { ...root, records: records(root.records), gateways: movedGateways(map, root.gateways, reasons) },
      scopes: scopes.map((scope) => movedScope(map, scope, records(scope.records), reasons)),
      waits: kept,
    },
  };
}

/** The body in the target that the tokens of each scope lie in; a loop's own scope has none. */
function bodiesOf(map: MigrationMap, { scopes, tokens }: InstanceState): Map<number, ScopeIndex> {
  const nodes = new Map(tokens.map(({ number, node }) => [number, node]));
  const bodies = new Map<number, ScopeIndex>([[0, 0]]);
  for (const { number, token } of scopes) bodies.set(number, map.target.nodes[map.node(nodes.get(token)!)]?.body ?? -1);
  return bodies;
}

function checkPlace(
  map: MigrationMap,
  state: InstanceState,
  bodies: ReadonlyMap<number, ScopeIndex>,
  token: Token,
  reasons: string[],
): void {
  const before = map.source.nodes[token.node]!;
  const after = map.target.nodes[map.node(token.node)];
  if (after === undefined) {
    addReason(reasons, `${before.id} is active and goes on as nothing`);
    return;
  }
  const problem = kindProblem(before, after);
  if (problem !== null) addReason(reasons, problem);
  if (token.role !== 'iteration' && after.scope !== bodies.get(token.scope)) {
    addReason(reasons, `${before.id} cannot go on as ${after.id}: they do not lie in the same scope`);
  }
  const isHeld = token.activity === 0 && isJoin(before) && !state.waits.some((wait) => wait.token === token.number);
  if (isHeld && map.flow(token.arrivedBy) === NO_FLOW) {
    const flow = map.source.flows[token.arrivedBy]?.id ?? 'no flow';
    addReason(reasons, `A token waits before ${before.id} that came by ${flow}, which goes on as no flow`);
  }
}

function addReason(reasons: string[], reason: string): void {
  if (!reasons.includes(reason)) reasons.push(reason);
}

/** Answers the wait in its place in the target; null where it is to be closed. */
function movedWait(
  map: MigrationMap,
  state: InstanceState,
  bodies: ReadonlyMap<number, ScopeIndex>,
  wait: Wait,
  reasons: string[],
): Wait | null {
  const node = map.node(wait.node);
  const host = state.tokens.find(({ number }) => number === (wait.token === 0 ? hostOf(state, wait) : wait.token));
  const own = host !== undefined && wait.token !== 0 && host.node === wait.node;
  if (own) return keepsOwn(map, wait, node) ? { ...wait, node } : null;
  if (node === NO_NODE) return null;
  const before = map.source.nodes[wait.node]!;
  const after = map.target.nodes[node]!;
  const hostNode = host === undefined ? NO_NODE : map.node(host.node);
  const isPlaced = isAtHost(map, node, hostNode, bodies.get(wait.scope)) && before.type === after.type;
  if (isPlaced && sameTriggers(before, after)) return map.isRenewed(wait.node) ? null : { ...wait, node };
  if (map.isExplicit(wait.node)) {
    addReason(reasons, `${before.id} cannot go on as ${after.id}: it waits in another place, or for something else`);
  }
  return null;
}

function hostOf({ scopes }: InstanceState, { scope }: Wait): number {
  return scopes.find(({ number }) => number === scope)?.token ?? 0;
}

/** Whether a token takes the wait of its own element along: unless its timeout listener is gone or it is to be armed anew. */
function keepsOwn({ source, target, isRenewed }: MigrationMap, wait: Wait, node: NodeIndex): boolean {
  const before = source.nodes[wait.node]!;
  if (before.type === 'userTask' && wait.kind === 'timer') {
    return target.nodes[node]?.event?.triggers[wait.trigger] !== undefined;
  }
  const isArmed = before.event !== null && ['message', 'timer', 'signal', 'conditional'].includes(wait.kind);
  return !(isArmed && isRenewed(wait.node));
}

/** Says whether this is a boundary event at the activity, an event sub-process in the scope, or an event behind the gateway. */
function isAtHost({ target }: MigrationMap, index: NodeIndex, host: NodeIndex, body: ScopeIndex | undefined): boolean {
  const node = target.nodes[index]!;
  if (node.type === 'boundaryEvent') return node.event!.attachedTo === host;
  if (node.type === 'startEvent') return target.scopes[node.scope]!.parent === body;
  return node.incoming.some((flow) => target.flows[flow]!.source === host);
}

function movedRecords(
  map: MigrationMap,
  records: readonly CompensationRecord[],
  warnings: string[],
): CompensationRecord[] {
  return records.flatMap((record) => {
    const node = map.node(record.node);
    const { id } = map.source.nodes[record.node]!;
    if (node !== NO_NODE && kindProblem(map.source.nodes[record.node]!, map.target.nodes[node]!) === null) {
      return [{ ...record, node, records: movedRecords(map, record.records, warnings) }];
    }
    addReason(warnings, `What ${id} has done cannot be compensated any more`);
    return [];
  });
}

function movedGateways(map: MigrationMap, gateways: readonly GatewayState[], reasons: string[]): GatewayState[] {
  return gateways.map((gateway) => {
    const consumed = gateway.consumed.map(map.flow);
    const node = map.node(gateway.node);
    const isSame = map.target.nodes[node]?.type === 'complexGateway' && !consumed.includes(NO_FLOW);
    if (!isSame) addReason(reasons, `${map.source.nodes[gateway.node]!.id} waits for its reset and goes on as nothing`);
    return { ...gateway, node, consumed };
  });
}

function movedScope(
  map: MigrationMap,
  scope: ScopeState,
  records: readonly CompensationRecord[],
  reasons: string[],
): ScopeState {
  const gateways = movedGateways(map, scope.gateways, reasons);
  const enabled = scope.adHoc?.enabled.map(map.node).filter((node) => node !== NO_NODE) ?? [];
  return { ...scope, records, gateways, adHoc: scope.adHoc === null ? null : { ...scope.adHoc, enabled } };
}
