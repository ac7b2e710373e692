// The state of an instance becomes bytes: a format byte, then compact JSON. Formats 1 and 3 hold flat states, format 2 everything.
import type {
  InstanceFacts,
  InstanceState,
  RootState,
  ScopeState,
  Token,
  TokenRole,
  Wait,
} from '../contract/instance-state.ts';
import type { Delegation, OpenTask, TaskLink } from '../contract/open-task.ts';
import type { Variables } from '../values/values.ts';
import { decodeReturns, type EncodedReturns, encodeReturns } from './return-codec.ts';

/** First byte of a state without inner scopes, waits, records and return points. A reader for each format stays for ever. */
export const FLAT_STATE_FORMAT = 1;
/** First byte of a state that would be flat but for return points of the process. */
export const RETURNABLE_STATE_FORMAT = 3;
/** First byte of every other state. */
export const STATE_FORMAT = 2;

/** Priority that a task has in both formats where none is written, whatever the default of tasks becomes. */
const PRIORITY_DEFAULT = 50;
const NONE: readonly string[] = [];
const NO_LINKS: readonly TaskLink[] = [];

type EncodedFacts = readonly [
  id: string,
  tenantIdentifier: string,
  processDefinitionId: string,
  startedAt: number,
  startUserId: string | null,
  businessKey: string | null,
  name: string | null,
  startElementId: string | null,
  priority: number | null,
  dueAt: number | null,
];

/** Times but `dueAt` and `followUpAt` count from the instance's start; null at the end of an entry is left out. */
type EncodedTask = readonly (string | number | readonly (string | TaskLink)[] | null)[];

type EncodedState = readonly [
  facts: EncodedFacts,
  counter: number,
  tokens: readonly number[],
  tasks: readonly EncodedTask[],
  variables: Variables,
  endElementIds: readonly string[],
];

/** The parts of format 2, which follow the six of format 1. */
type EncodedState2 = readonly [
  ...EncodedState,
  places: readonly number[],
  root: RootState,
  scopes: readonly ScopeState[],
  waits: readonly Wait[],
  suspended: 0 | 1,
  returns?: EncodedReturns,
  /** Origins of all tokens, in the order of the tokens. */
  origins?: readonly number[],
];

/** The parts of format 3, which follow the six of format 1. */
type EncodedState3 = readonly [...EncodedState, returns: EncodedReturns, origins: readonly number[]];

const TOKEN_WIDTH = 5;
const PLACE_WIDTH = 3;
const TOKEN_ROLES: readonly TokenRole[] = ['flow', 'iteration', 'handler', 'compensation'];
const EMPTY_ROOT: RootState = { records: [], runs: [], gateways: [], interrupted: false };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Equal states of equal order give equal bytes. */
export function encodeState(state: InstanceState): Uint8Array {
  const { facts } = state;
  const flat: EncodedState = [
    encodeFacts(facts),
    state.counter,
    encodeTokens(state.tokens, facts.startedAt),
    state.tasks.map((task) => encodeTask(task, facts.startedAt)),
    state.variables,
    state.endElementIds,
  ];
  const returns = encodeReturns(state.returns);
  const origins = state.tokens.map(({ origin }) => origin);
  const hasReturns = returns.length > 0;
  if (isFlat(state)) {
    if (!hasReturns) return bytesOf(FLAT_STATE_FORMAT, flat);
    const returnable: EncodedState3 = [...flat, returns, origins];
    return bytesOf(RETURNABLE_STATE_FORMAT, returnable);
  }
  const { root, scopes, waits, suspended } = state;
  const encoded: EncodedState2 = [...flat, encodePlaces(state.tokens), root, scopes, waits, suspended ? 1 : 0];
  return bytesOf(STATE_FORMAT, hasReturns ? [...encoded, returns, origins] : encoded);
}

function bytesOf(format: number, encoded: readonly unknown[]): Uint8Array {
  return encoder.encode(String.fromCharCode(format) + JSON.stringify(encoded));
}

/** Whether format 1 can hold all of it; a token in a place of its own comes only with a scope. */
function isFlat({ root, scopes, waits, suspended }: InstanceState): boolean {
  const { records, runs, gateways, interrupted, keys } = root;
  const isBare = records.length + runs.length + gateways.length === 0 && !interrupted && keys === undefined;
  return isBare && scopes.length === 0 && waits.length === 0 && !suspended;
}

/** Throws on bytes of a format that this program does not know, and on bytes that are damaged. */
export function decodeState(bytes: Uint8Array): InstanceState {
  const [format] = bytes;
  if (format !== FLAT_STATE_FORMAT && format !== STATE_FORMAT && format !== RETURNABLE_STATE_FORMAT) {
    const known = `${FLAT_STATE_FORMAT}, ${STATE_FORMAT} and ${RETURNABLE_STATE_FORMAT}`;
    throw new Error(`State format ${format ?? 'none'} is unknown; this program reads formats ${known}`);
  }
  const parsed = JSON.parse(decoder.decode(bytes.subarray(1))) as EncodedState2 | EncodedState3;
  const encoded = format === RETURNABLE_STATE_FORMAT ? inOrder(parsed as EncodedState3) : (parsed as EncodedState2);
  const [encodedFacts, counter, tokens, tasks, variables, endElementIds] = encoded;
  const [, , , , , , places = [], root = EMPTY_ROOT, scopes = [], waits = [], suspended = 0] = encoded;
  const [, , , , , , , , , , , returns = [], origins = []] = encoded;
  const facts = decodeFacts(encodedFacts);
  return {
    facts,
    counter,
    tokens: decodeTokens(tokens, places, origins, facts.startedAt),
    tasks: tasks.map((task) => decodeTask(task, facts.startedAt)),
    variables,
    root,
    scopes,
    waits,
    returns: decodeReturns(returns),
    suspended: suspended === 1,
    endElementIds,
  };
}

/** Brings the parts of format 3 into the order of format 2. */
function inOrder(encoded: EncodedState3): EncodedState2 {
  const [facts, counter, tokens, tasks, variables, endElementIds, returns, origins] = encoded;
  const flat: EncodedState = [facts, counter, tokens, tasks, variables, endElementIds];
  return [...flat, [], EMPTY_ROOT, [], [], 0, returns, origins];
}

function encodePlaces(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ scope, role, index }) => [scope, TOKEN_ROLES.indexOf(role), index]);
}

function encodeFacts(facts: InstanceFacts): EncodedFacts {
  return [
    facts.id,
    facts.tenantIdentifier,
    facts.processDefinitionId,
    facts.startedAt,
    facts.startUserId,
    facts.businessKey,
    facts.name,
    facts.startElementId,
    facts.priority,
    facts.dueAt,
  ];
}

function decodeFacts(encoded: EncodedFacts): InstanceFacts {
  const [id, tenantIdentifier, processDefinitionId, startedAt, startUserId] = encoded;
  const [, , , , , businessKey, name, startElementId, priority, dueAt] = encoded;
  return {
    id,
    tenantIdentifier,
    processDefinitionId,
    startedAt,
    startUserId,
    businessKey,
    name,
    startElementId,
    priority,
    dueAt,
  };
}

function encodeTokens(tokens: readonly Token[], startedAt: number): number[] {
  const numbers: number[] = [];
  for (const token of tokens) {
    numbers.push(token.number, token.node, token.arrivedBy, token.activity, token.since - startedAt);
  }
  return numbers;
}

function decodeTokens(
  numbers: readonly number[],
  places: readonly number[],
  origins: readonly number[],
  startedAt: number,
): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < numbers.length; at += TOKEN_WIDTH) {
    const place = (at / TOKEN_WIDTH) * PLACE_WIDTH;
    tokens.push({
      number: numbers[at]!,
      node: numbers[at + 1]!,
      arrivedBy: numbers[at + 2]!,
      activity: numbers[at + 3]!,
      since: numbers[at + 4]! + startedAt,
      scope: places[place] ?? 0,
      role: TOKEN_ROLES[places[place + 1] ?? 0]!,
      index: places[place + 2] ?? 0,
      origin: origins[at / TOKEN_WIDTH] ?? 0,
    });
  }
  return tokens;
}

/**
 * Encodes a task: fields that most tasks have come first, and nulls at the end are left out, so that most are short.
 */
function encodeTask(task: OpenTask, startedAt: number): EncodedTask {
  const fields = [
    task.number,
    task.token,
    task.node,
    task.createdAt - startedAt,
    task.name,
    task.assignee,
    task.candidateGroups.length === 0 ? null : task.candidateGroups,
    task.candidateUsers.length === 0 ? null : task.candidateUsers,
    task.priority === PRIORITY_DEFAULT ? null : task.priority,
    task.version === 1 ? null : task.version,
    task.claimedAt === null ? null : task.claimedAt - startedAt,
    task.dueAt,
    task.formKey,
    task.description,
    task.followUpAt,
    task.owner,
    task.category,
    task.delegation,
    task.links.length === 0 ? null : task.links,
  ];
  while (fields[fields.length - 1] === null) fields.pop();
  return fields;
}

function decodeTask(encoded: EncodedTask, startedAt: number): OpenTask {
  const text = (index: number) => (encoded[index] ?? null) as string | null;
  const number = (index: number) => (encoded[index] ?? null) as number | null;
  const list = (index: number) => (encoded[index] ?? NONE) as readonly string[];
  const claimedAfter = number(10);
  return {
    number: number(0)!,
    token: number(1)!,
    node: number(2)!,
    name: text(4),
    description: text(13),
    category: text(16),
    formKey: text(12),
    assignee: text(5),
    owner: text(15),
    candidateUsers: list(7),
    candidateGroups: list(6),
    links: (encoded[18] ?? NO_LINKS) as readonly TaskLink[],
    delegation: text(17) as Delegation | null,
    priority: number(8) ?? PRIORITY_DEFAULT,
    dueAt: number(11),
    followUpAt: number(14),
    createdAt: number(3)! + startedAt,
    claimedAt: claimedAfter === null ? null : claimedAfter + startedAt,
    version: number(9) ?? 1,
  };
}
