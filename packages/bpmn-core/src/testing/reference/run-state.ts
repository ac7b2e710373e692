// The naive reference interpreter knows this of a run: areas in tokens in areas, and the words of what happened.
import { nodeNamed, type RefNode, type RefProcess } from './plan.ts';

/**
 * Phase of a token: - `arriving` on a flow or at a start, `held` at a join or collected, `entered` but yet to act - `waiting` for a task
 * or an event, `inside` its sub-process or loop, `throwing` until what it threw is undone - `done` what it was to do, without having gone
 * on.
 */
export type Phase = 'arriving' | 'held' | 'entered' | 'waiting' | 'inside' | 'throwing' | 'done';

export interface RefToken {
  node: string;
  via: string | null;
  phase: Phase;
  kind: 'flow' | 'iteration' | 'handler' | 'undo';
  /** Number of the iteration. */
  index: number;
  area: Area;
  inner: Area | null;
  alive: boolean;
  /** Number of the entering of its element, counted through the run. */
  since: number;
  /** Index of the next of its triggers that the token is to throw. */
  thrown: number;
  /** People of the task that the token waits for. */
  people: People;
  /** What the token undoes. */
  undo: Undo | null;
  row: UndoRow | null;
}

/** People who have to do with a task; each task of a token has others. */
export interface People {
  assignee: string | null;
  owner: string | null;
  delegated: 'PENDING' | 'RESOLVED' | null;
  candidates: string[];
}

/** One instance of the process, of a sub-process or of a loop. */
export interface Area {
  body: string | null;
  owner: RefToken | null;
  tokens: RefToken[];
  variables: Record<string, number>;
  /** What may be undone, in order of completion. */
  done: Undo[];
  /** Whether an interrupting event sub-process runs or ran in it. */
  interrupted: boolean;
  /** Whether it is a completed sub-process that is opened again to undo what was in it. */
  reopened: boolean;
  loop: { begun: number; completed: number } | null;
}

export interface Undo {
  /** Number by order of completion. */
  readonly number: number;
  readonly node: string;
  /** How it is undone: by its handler, or by undoing what is in it. */
  readonly by: 'handler' | 'eventSubProcess' | 'parts';
  readonly parts: readonly Undo[];
  readonly variables: Readonly<Record<string, number>>;
}

export interface UndoRow {
  area: Area;
  rest: Undo[];
  /** Token that goes on when all is undone. */
  waiter: RefToken | null;
}

export interface RefLimits {
  readonly arrivals: number;
  readonly tokens: number;
}

export interface RefRun {
  process: RefProcess;
  limits: RefLimits;
  root: Area;
  words: string[];
  arrivals: number;
  entered: number;
  arriving: RefToken[];
  acting: Turn[];
  finished: RefToken[];
  emptied: Area[];
  /** Open user tasks, the oldest first. */
  tasks: RefToken[];
  endState: 'COMPLETED' | 'TERMINATED' | 'ERROR' | null;
  errorCode: string | null;
  endElements: string[];
}

/** Turn of a token, or of a join, which acts when its place in the document comes. */
export interface Turn {
  readonly node: string;
  readonly area: Area;
  readonly token: RefToken | null;
}

/** Thrown where a command is taken back whole, with the reason. */
export class RefFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export function nodeOf(run: RefRun, token: RefToken): RefNode {
  return nodeNamed(run.process, token.node);
}

export function newArea(body: string | null, owner: RefToken | null, variables: Record<string, number>): Area {
  return { body, owner, tokens: [], variables, done: [], interrupted: false, reopened: false, loop: null };
}

export function newToken(run: RefRun, area: Area, node: string, fields: Partial<RefToken> = {}): RefToken {
  const token: RefToken = {
    node,
    via: null,
    phase: 'arriving',
    kind: 'flow',
    index: 0,
    area,
    inner: null,
    alive: true,
    since: 0,
    thrown: 0,
    people: nobody(),
    undo: null,
    row: null,
    ...fields,
  };
  area.tokens.push(token);
  checkLimit(run, 0);
  return token;
}

export function nobody(): People {
  return { assignee: null, owner: null, delegated: null, candidates: [] };
}

/** Checks the limit of tokens; one that is inside of something is counted there. */
function checkLimit(run: RefRun, more: number): void {
  const counted = allTokens(run).filter(({ inner }) => inner === null || inner.tokens.length === 0);
  if (counted.length + more > run.limits.tokens) throw new RefFailure('LIMIT');
}

/** Checks the limit for something that is to begin, before anything ends for it. */
export function checkPlaceIn(run: RefRun, area: Area): void {
  checkLimit(run, area.owner !== null && area.tokens.length === 0 ? 0 : 1);
}

/** Puts a token on the way to an element, which it is to enter in the next round. */
export function sent(run: RefRun, area: Area, node: string, fields: Partial<RefToken> = {}): RefToken {
  const token = newToken(run, area, node, fields);
  run.arriving.push(token);
  return token;
}

/** Puts a token on a sub-process and answers the area that it opens. */
export function opened(run: RefRun, area: Area, node: string, fields: Partial<RefToken>): Area {
  const token = newToken(run, area, node, { ...fields, phase: 'inside' });
  run.words.push(`+${node}`);
  token.since = run.entered++;
  token.inner = newArea(node, token, {});
  return token.inner;
}

/** Lists all areas, outer before inner. */
export function allAreas(run: RefRun): readonly Area[] {
  const found: Area[] = [];
  const walk = (area: Area) => {
    found.push(area);
    for (const { inner } of area.tokens) if (inner !== null) walk(inner);
  };
  walk(run.root);
  return found;
}

export function allTokens(run: RefRun): readonly RefToken[] {
  return allAreas(run).flatMap(({ tokens }) => tokens);
}

export function depthOf(area: Area): number {
  return area.owner === null ? 0 : 1 + depthOf(area.owner.area);
}

/** Reads a variable from the nearest area around that has it; null where none has. */
export function seenFrom(area: Area, name: string): number | null {
  if (name in area.variables) return area.variables[name]!;
  return area.owner === null ? null : seenFrom(area.owner.area, name);
}

/** Changes a variable where it is found, else makes it one of the process. */
export function write(area: Area, name: string, value: number): void {
  if (area.owner === null || name in area.variables) area.variables[name] = value;
  else write(area.owner.area, name, value);
}

/** Removes a token. */
export function drop(run: RefRun, token: RefToken): void {
  token.alive = false;
  token.area.tokens = token.area.tokens.filter((other) => other !== token);
  run.tasks = run.tasks.filter((other) => other !== token);
  if (token.area.tokens.length === 0) run.emptied.push(token.area);
}

/** Ends the token before its time, what is inside first. */
export function terminate(run: RefRun, token: RefToken): void {
  if (!token.alive) return;
  for (const inner of [...(token.inner?.tokens ?? [])]) terminate(run, inner);
  const isInElement = token.phase !== 'arriving' && token.phase !== 'held' && token.phase !== 'done';
  if (isInElement) run.words.push(`!${token.node}`);
  drop(run, token);
}

/** Ends all in the area but one, and its event sub-processes listen no more. What was yet to be undone may be undone by others. */
export function interrupt(run: RefRun, area: Area, except: RefToken | null = null): void {
  const given = area.tokens.flatMap(({ row }) => row?.rest ?? []);
  area.done = [...area.done, ...given].sort((a, b) => a.number - b.number);
  terminateAll(run, area, except);
  area.interrupted = true;
}

export function terminateAll(run: RefRun, area: Area, except: RefToken | null = null): void {
  for (const token of [...area.tokens]) if (token !== except) terminate(run, token);
}
