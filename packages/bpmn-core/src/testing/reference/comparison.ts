// Runs the engine and the reference interpreter side by side, and throws where they part.
import type { Command } from '../../contract/commands/commands.ts';
import type { TaskUpdate } from '../../contract/commands/task-commands.ts';
import { BARE_HOST, type Host } from '../../contract/host.ts';
import type { InstanceState } from '../../contract/instance-state.ts';
import type { StepResult } from '../../contract/result.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { step } from '../../step.ts';
import { checkInvariants } from '../invariants.ts';
import { instanceFacts } from '../model-builder.ts';
import { deepFreeze, type Run, trace } from '../run.ts';
import { stepByStep } from '../step-by-step.ts';
import { type RefOutcome, refComplete, refHandle, refSignal, refStart, refThrow } from './interpreter.ts';
import { modelOfPlan } from './model-of-plan.ts';
import type { Handling } from './people.ts';
import type { RefProcess } from './plan.ts';
import { allAreas, allTokens, type RefRun } from './run-state.ts';

export type RefVariables = Readonly<Record<string, number>>;

/** Something random that is done: completing, throwing from or changing an open task, or throwing a signal. */
export interface Doing {
  readonly signal: string | null;
  readonly thrown?: { readonly kind: 'error' | 'escalation'; readonly code: string } | null;
  readonly handling?: Handling | null;
  readonly which: number;
  readonly variables: RefVariables;
}

/** Outcome of a run, for statistics of the generator. */
export interface Tally {
  readonly steps: number;
  readonly ended: string;
  readonly words: ReadonlySet<string>;
}

const LIMITS = { burstSteps: 300, tokens: 60, loopInstances: 10 };
const HOST: Host = { ...BARE_HOST, limits: LIMITS, keepsIncidents: false };
const REF_LIMITS = { arrivals: LIMITS.burstSteps, tokens: LIMITS.tokens };

interface Pair {
  readonly live: Run;
  readonly plain: RefRun;
}

export function compareRuns(process: RefProcess, variables: RefVariables, doings: readonly Doing[]): Tally {
  const model = deepFreeze(modelOfPlan(process));
  const words = new Set<string>();
  const start: Command = { kind: 'start', at: 1_000, actor: 'ada', facts: instanceFacts(), variables };
  let outcome = refStart(process, variables, REF_LIMITS);
  let pair = compareStep(model, null, start, outcome);
  let steps = 0;
  for (const [index, doing] of doings.entries()) {
    if (pair === null || pair.live.state.tokens.length === 0) break;
    for (const word of pair.plain.words) words.add(word);
    const chosen = commandOf(pair, doing, 2_000 + index);
    if (chosen === null) continue;
    outcome = chosen.reference();
    steps++;
    pair = compareStep(model, pair, chosen.command, outcome) ?? pair;
  }
  for (const word of pair?.plain.words ?? []) words.add(word);
  return { steps, ended: pair?.plain.endState ?? (typeof outcome === 'string' ? outcome : 'OPEN'), words };
}

interface Chosen {
  readonly command: Command;
  readonly reference: () => RefOutcome;
}

function commandOf({ live, plain }: Pair, doing: Doing, at: number): Chosen | null {
  const { signal, thrown = null, handling = null, which, variables } = doing;
  const { tasks } = live.state;
  if (signal !== null) {
    const command: Command = { kind: 'signal', at, actor: null, name: signal, payload: variables };
    return { command, reference: () => refSignal(plain, signal, variables) };
  }
  if (tasks.length === 0) return null;
  const index = which % tasks.length;
  const place = { at, actor: 'bob', task: tasks[index]!.number } as const;
  if (thrown !== null) {
    const { kind, code } = thrown;
    const command: Command =
      kind === 'error'
        ? { kind: 'throw-error', ...place, code, message: null, variables: {} }
        : { kind: 'throw-escalation', ...place, code, variables: {} };
    return { command, reference: () => refThrow(plain, index, kind, code) };
  }
  if (handling !== null) {
    return { command: handlingCommand(handling, place), reference: () => refHandle(plain, index, handling) };
  }
  const command: Command = { kind: 'complete-task', ...place, variables };
  return { command, reference: () => refComplete(plain, index, variables) };
}

function handlingCommand(handling: Handling, place: { at: number; actor: string; task: number }): Command {
  const { at, actor } = place;
  const update = (changes: TaskUpdate): Command => ({ kind: 'update-task', ...place, changes });
  const candidate = (name: string) => [{ type: 'candidate', holder: 'user', name } as const];
  switch (handling.kind) {
    case 'claim':
      return { kind: 'claim-task', ...place, assignee: handling.person };
    case 'unclaim':
      return { kind: 'unclaim-task', ...place };
    case 'assign':
      return update({ assignee: handling.person });
    case 'unassign':
      return update({ assignee: null });
    case 'offer':
      return update({ addedLinks: candidate(handling.person) });
    case 'retract':
      return update({ removedLinks: candidate(handling.person) });
    case 'delegate':
      return { kind: 'delegate-task', ...place, user: handling.person };
    case 'resolve':
      return { kind: 'resolve-task', ...place, variables: {} };
    case 'rename':
      return { kind: 'rename-user', at, actor, from: handling.person, to: handling.to };
    case 'release':
      return { kind: 'release-tasks', at, actor, user: handling.person };
  }
}

/** Answers the next pair; null where both took the command back. */
function compareStep(model: ProcessModel, before: Pair | null, command: Command, plain: RefOutcome): Pair | null {
  const state = before?.live.state ?? null;
  const result = step(model, deepFreeze(state), deepFreeze(command), HOST);
  if (result.outcome !== 'done') {
    const again = stepByStep(model, state, command, HOST).result;
    same('the failure once more, with pauses', again, result);
    const code = codeOf(result);
    const isLimit = code === 'BURST_LIMIT' || code === 'LIMIT_EXCEEDED';
    same(
      `the failure of ${command.kind}: ${JSON.stringify(result).slice(0, 300)}`,
      isLimit ? 'LIMIT' : code,
      typeof plain === 'string' ? plain : plain.words,
    );
    return null;
  }
  const { at, actor, kind } = command;
  const records = [...(before?.live.records ?? []), { at, actor, command: kind, events: result.history }];
  const live: Run = { state: result.state, records, effects: result.effects };
  if (typeof plain === 'string')
    throw new Error(`The reference says ${plain}\n engine ${trace(model, live).join(' ')}`);
  compareWords(model, live, plain);
  compareStates(model, live, plain);
  checkInvariants({ model, before: state, command, host: HOST, result, records });
  return { live, plain };
}

function codeOf(result: Exclude<StepResult, { outcome: 'done' }>): string {
  if (result.outcome === 'failed') return result.failure.code;
  return result.outcome === 'refused' ? result.code : result.outcome;
}

function compareWords(model: ProcessModel, live: Run, plain: RefRun): void {
  const words = trace(model, live).filter((word) => !/[ =]/.test(word));
  same('the words', endingsSorted(words).join(' '), endingsSorted(plain.words).join(' '));
}

/** Sorts the ends in a trace: BPMN 2.0 does not say in which order those end that end at once. */
function endingsSorted(words: readonly string[]): string[] {
  const sorted: string[] = [];
  let ended: string[] = [];
  for (const word of [...words, '']) {
    if (word.startsWith('!')) ended.push(word);
    else {
      sorted.push(...ended.sort(), word);
      ended = [];
    }
  }
  return sorted;
}

function compareStates(model: ProcessModel, { state, effects }: Run, plain: RefRun): void {
  const idOf = (node: number) => model.nodes[node]!.id;
  const tokens = allTokens(plain);
  same(
    'the open tasks',
    state.tasks.map(({ node }) => idOf(node)),
    plain.tasks.map(({ node }) => node),
  );
  same(
    'the people of the open tasks',
    state.tasks.map(({ assignee, owner, delegation, candidateUsers }) => [assignee, owner, delegation, candidateUsers]),
    plain.tasks.map(({ people }) => [people.assignee, people.owner, people.delegated, people.candidates]),
  );
  same(
    'the places of tokens',
    state.tokens.map(({ node }) => idOf(node)).sort(),
    tokens.map(({ node }) => node).sort(),
  );
  same('the variables', shown(state.variables), shown(plain.root.variables));
  if (state.tokens.length > 0) same('the inner variables', innerOf(model, state), innerOfPlain(plain));
  const end = effects.find((effect) => effect.kind === 'end');
  const { endState = null, errorCode = null } = end?.kind === 'end' ? end : {};
  same('the end', [endState, errorCode, state.endElementIds], [plain.endState, plain.errorCode, plain.endElements]);
}

/** Shows the variables that the reference interpreter knows. */
function shown(variables: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([variables.x, variables.y]);
}

function innerOf(model: ProcessModel, { scopes, tokens }: InstanceState): string[] {
  const places = new Map(tokens.map(({ number, node }) => [number, model.nodes[node]!.id]));
  const areas = scopes.map(({ token, variables }) => [places.get(token), shown(variables)]);
  return areas.flatMap(([place, variables]) => (variables === '[null,null]' ? [] : `${place} ${variables}`)).sort();
}

function innerOfPlain(plain: RefRun): string[] {
  const areas = allAreas(plain).map(({ owner, variables }) => [owner?.node, shown(variables)]);
  return areas
    .flatMap(([place, variables]) =>
      place === undefined || variables === '[null,null]' ? [] : `${place} ${variables}`,
    )
    .sort();
}

function same(what: string, engine: unknown, reference: unknown): void {
  const [left, right] = [JSON.stringify(engine), JSON.stringify(reference)];
  if (left !== right) throw new Error(`They differ in ${what}\n engine    ${left}\n reference ${right}`);
}
