// The reference interpreter finds who hears a signal, an error or an escalation, and what then begins.
import { openHandler } from './activities.ts';
import { completeAndLeave } from './flows.ts';
import { eventSubProcessesOf, nodeNamed, outgoingOf, type RefNode, startOf } from './plan.ts';
import {
  type Area,
  allAreas,
  checkPlaceIn,
  depthOf,
  interrupt,
  newToken,
  type RefRun,
  type RefToken,
  terminate,
  write,
} from './run-state.ts';

export type Payload = Readonly<Record<string, number>>;

/** An event that listens, beside a token or in an area. */
interface Catcher {
  readonly event: RefNode;
  readonly token: RefToken | null;
  readonly area: Area;
}

/** Lists all that listen to the name, in the order in which they hear it. */
export function hearSignal(run: RefRun, name: string, payload: Payload): void {
  const isNamed = ({ event }: Catcher) =>
    event.triggers.some((heard) => heard.kind === 'signal' && heard.name === name);
  const place = ({ event }: Catcher) => run.process.nodes.indexOf(event);
  const ends = ({ event }: Catcher) => (event.type === 'intermediateCatchEvent' ? 0 : Number(event.interrupting));
  const hearing = catchers(run).filter(isNamed);
  // Of the same event in several instances the one that listens longest hears first.
  const since = ({ token, area }: Catcher) => token?.since ?? area.owner?.since ?? 0;
  hearing.sort(
    (a, b) => depthOf(b.area) - depthOf(a.area) || ends(a) - ends(b) || place(a) - place(b) || since(a) - since(b),
  );
  for (const catcher of hearing) if (isStillThere(run, catcher)) occur(run, catcher, payload);
}

export function catchers(run: RefRun): Catcher[] {
  return allAreas(run).flatMap((area) => [
    ...area.tokens.flatMap((token) => catchersOfToken(run, token)),
    ...handlersOf(run, area).map(({ id }) => ({ event: startOf(run.process, id), token: null, area })),
  ]);
}

function isStillThere(run: RefRun, { event, token, area }: Catcher): boolean {
  return catchers(run).some((now) => now.event === event && now.token === token && now.area === area);
}

function catchersOfToken(run: RefRun, token: RefToken): Catcher[] {
  const { area, phase } = token;
  if (phase === 'arriving' || phase === 'held' || phase === 'done') return [];
  const node = nodeNamed(run.process, token.node);
  if (node.type === 'intermediateCatchEvent') return [{ event: node, token, area }];
  if (node.type === 'eventBasedGateway') {
    return outgoingOf(run.process, node.id).map(({ target }) => ({
      event: nodeNamed(run.process, target),
      token,
      area,
    }));
  }
  return boundariesOf(run, token).map((event) => ({ event, token, area }));
}

/** Lists the boundary events around a whole activity: a single iteration has none, nor has one that is only undone. */
export function boundariesOf(run: RefRun, token: RefToken): readonly RefNode[] {
  if (token.kind === 'iteration' || token.undo !== null) return [];
  return run.process.nodes.filter(({ host }) => host === token.node);
}

export function handlersOf(run: RefRun, area: Area): readonly RefNode[] {
  if (area.interrupted || area.reopened || area.loop !== null) return [];
  if (area.body === null && area !== run.root) return [];
  return eventSubProcessesOf(run.process, area.body);
}

function occur(run: RefRun, { event, token, area }: Catcher, payload: Payload): void {
  if (event.type === 'startEvent') beginHandler(run, event.inside!, area, payload);
  else if (event.type === 'boundaryEvent') fireBoundary(run, event, token!, payload);
  else {
    if (token!.node !== event.id) {
      const flow = outgoingOf(run.process, token!.node).find(({ target }) => target === event.id)!;
      run.words.push(`-${token!.node}`, flow.id, `+${event.id}`);
      token!.node = event.id;
    }
    writeAll(area, payload);
    completeAndLeave(run, token!);
  }
}

/** Begins the flows of a boundary event, beside the activity or instead of it. */
export function fireBoundary(run: RefRun, event: RefNode, host: RefToken, payload: Payload): void {
  const token = newToken(run, host.area, event.id, { phase: 'entered' });
  run.words.push(`+${event.id}`);
  if (event.interrupting) terminate(run, host);
  writeAll(host.area, payload);
  completeAndLeave(run, token);
}

export function beginHandler(run: RefRun, id: string, area: Area, payload: Payload): void {
  checkPlaceIn(run, area);
  if (startOf(run.process, id).interrupting) interrupt(run, area);
  writeAll(area, payload);
  openHandler(run, id, area);
}

function writeAll(area: Area, payload: Payload): void {
  for (const [name, value] of Object.entries(payload)) write(area, name, value);
}
