// The state of an instance as bytes: format byte 1, then compact JSON.
import type { InstanceFacts, InstanceState, OpenTask, Token } from '../model/instance-state.ts';
import type { Variables } from '../model/values.ts';

/** First byte of what `encodeState` writes. A reader for each older format stays for ever. */
export const STATE_FORMAT = 1;

/** What a missing priority means in format 1, whatever the default of tasks becomes. */
const PRIORITY_DEFAULT = 50;
const NONE: readonly string[] = [];

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
type EncodedTask = readonly (string | number | readonly string[] | null)[];

type EncodedState = readonly [
  facts: EncodedFacts,
  counter: number,
  tokens: readonly number[],
  tasks: readonly EncodedTask[],
  variables: Variables,
  endElementIds: readonly string[],
];

const TOKEN_WIDTH = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Equal states of equal order give equal bytes. */
export function encodeState(state: InstanceState): Uint8Array {
  const { facts } = state;
  const encoded: EncodedState = [
    encodeFacts(facts),
    state.counter,
    encodeTokens(state.tokens, facts.startedAt),
    state.tasks.map((task) => encodeTask(task, facts.startedAt)),
    state.variables,
    state.endElementIds,
  ];
  return encoder.encode(String.fromCharCode(STATE_FORMAT) + JSON.stringify(encoded));
}

/** Throws on bytes of a format that this program does not know, and on bytes that are damaged. */
export function decodeState(bytes: Uint8Array): InstanceState {
  if (bytes[0] !== STATE_FORMAT) {
    throw new Error(`State format ${bytes[0] ?? 'none'} is unknown; this program reads format ${STATE_FORMAT}`);
  }
  const encoded = JSON.parse(decoder.decode(bytes.subarray(1))) as EncodedState;
  const [encodedFacts, counter, tokens, tasks, variables, endElementIds] = encoded;
  const facts = decodeFacts(encodedFacts);
  return {
    facts,
    counter,
    tokens: decodeTokens(tokens, facts.startedAt),
    tasks: tasks.map((task) => decodeTask(task, facts.startedAt)),
    variables,
    endElementIds,
  };
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

function decodeTokens(numbers: readonly number[], startedAt: number): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < numbers.length; index += TOKEN_WIDTH) {
    tokens.push({
      number: numbers[index]!,
      node: numbers[index + 1]!,
      arrivedBy: numbers[index + 2]!,
      activity: numbers[index + 3]!,
      since: numbers[index + 4]! + startedAt,
    });
  }
  return tokens;
}

/** What most tasks have comes first, what few have is null and last, so that most entries are short. */
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
    priority: number(8) ?? PRIORITY_DEFAULT,
    dueAt: number(11),
    followUpAt: number(14),
    createdAt: number(3)! + startedAt,
    claimedAt: claimedAfter === null ? null : claimedAfter + startedAt,
    version: number(9) ?? 1,
  };
}
