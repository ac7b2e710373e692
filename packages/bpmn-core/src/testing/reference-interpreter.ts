// A second, naive interpreter of the same processes, written from the page's words alone: tests hold the engine against it.

export interface PlainCondition {
  readonly variable: string;
  readonly equals: number;
}

export interface PlainNode {
  readonly id: string;
  readonly type: 'startEvent' | 'endEvent' | 'task' | 'userTask' | 'exclusiveGateway' | 'parallelGateway';
  readonly startQuantity: number;
  readonly completionQuantity: number;
}

export interface PlainFlow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly when: PlainCondition | null;
  readonly isDefault: boolean;
}

export interface PlainProcess {
  readonly nodes: readonly PlainNode[];
  readonly flows: readonly PlainFlow[];
}

export type PlainVariables = Readonly<Record<string, number>>;

interface PlainToken {
  readonly node: string;
  readonly via: string | null;
  readonly phase: 'arriving' | 'held' | 'working' | 'waiting';
}

export interface PlainRun {
  readonly tokens: readonly PlainToken[];
  readonly variables: PlainVariables;
  /** What happened since the last command, in the words of `trace`. */
  readonly words: readonly string[];
}

export type PlainOutcome = PlainRun | 'NO_FLOW_SELECTED' | 'STUCK_TOKENS' | 'LIMIT';

export interface PlainLimits {
  readonly arrivals: number;
  readonly tokens: number;
}

export function referenceStart(process: PlainProcess, variables: PlainVariables, limits: PlainLimits): PlainOutcome {
  const events = process.nodes.filter((node) => node.type === 'startEvent');
  const entries = process.nodes.filter((node) => !process.flows.some((flow) => flow.target === node.id));
  const tokens = (events.length > 0 ? events : entries).map((node) => tokenAt(node.id, null));
  return toRest(process, { tokens, variables, words: [] }, limits);
}

/** Completes the user task that has waited longest but `index`. */
export function referenceComplete(
  process: PlainProcess,
  run: PlainRun,
  index: number,
  variables: PlainVariables,
  limits: PlainLimits,
): PlainOutcome {
  const token = run.tokens.filter((waiting) => waiting.phase === 'waiting')[index]!;
  const before = { ...run, variables: { ...run.variables, ...variables }, words: [] };
  const after = leave(process, before, token, limits);
  return typeof after === 'string' ? after : toRest(process, after, limits);
}

function tokenAt(node: string, via: string | null): PlainToken {
  return { node, via, phase: 'arriving' };
}

function toRest(process: PlainProcess, start: PlainRun, limits: PlainLimits): PlainOutcome {
  let run: PlainOutcome = start;
  let arrivals = 0;
  while (run.tokens.some((token) => token.phase === 'arriving')) {
    arrivals += run.tokens.filter((token) => token.phase === 'arriving').length;
    if (arrivals > limits.arrivals) return 'LIMIT';
    run = round(process, run, limits);
    if (typeof run === 'string') return run;
  }
  if (run.tokens.length === 0) return { ...run, words: [...run.words, 'end'] };
  return run.tokens.every((token) => token.phase === 'held') ? 'STUCK_TOKENS' : run;
}

function round(process: PlainProcess, before: PlainRun, limits: PlainLimits): PlainOutcome {
  let run: PlainOutcome = enterAll(process, before);
  for (const node of process.nodes) {
    if (isJoin(process, node)) run = join(process, run, node, limits);
    else run = actAll(process, run, node, limits);
    if (typeof run === 'string') return run;
  }
  return run;
}

function enterAll(process: PlainProcess, run: PlainRun): PlainRun {
  const place = (token: PlainToken) => process.flows.findIndex((flow) => flow.id === token.via);
  const arriving = run.tokens.filter((token) => token.phase === 'arriving').sort((a, b) => place(a) - place(b));
  let tokens = run.tokens.filter((token) => token.phase !== 'arriving');
  const words = [...run.words];
  for (const token of arriving) {
    const node = nodeOf(process, token.node);
    const collects = isJoin(process, node) || (isActivity(node) && node.startQuantity > 1);
    if (!collects) words.push(`+${node.id}`);
    tokens = [...tokens, { ...token, phase: collects ? 'held' : 'working' }];
  }
  for (const id of new Set(arriving.map((token) => token.node))) {
    const node = nodeOf(process, id);
    if (!isActivity(node) || node.startQuantity <= 1) continue;
    for (;;) {
      const held = tokens.filter((token) => token.node === id && token.phase === 'held').slice(0, node.startQuantity);
      if (held.length < node.startQuantity) break;
      tokens = [...tokens.filter((token) => !held.includes(token)), { ...held[0]!, phase: 'working' }];
      words.push(`+${id}`);
    }
  }
  return { ...run, tokens, words };
}

function actAll(process: PlainProcess, before: PlainRun, node: PlainNode, limits: PlainLimits): PlainOutcome {
  let run: PlainRun = before;
  for (const token of before.tokens.filter((working) => working.node === node.id && working.phase === 'working')) {
    if (node.type === 'userTask') {
      const others = run.tokens.filter((other) => other !== token);
      run = { ...run, tokens: [...others, { ...token, phase: 'waiting' }] };
      continue;
    }
    const after = leave(process, run, token, limits);
    if (typeof after === 'string') return after;
    run = after;
  }
  return run;
}

function join(process: PlainProcess, before: PlainRun, node: PlainNode, limits: PlainLimits): PlainOutcome {
  let run: PlainRun = before;
  for (;;) {
    const held = run.tokens.filter((token) => token.node === node.id && token.phase === 'held');
    const incoming = process.flows.filter((flow) => flow.target === node.id);
    const taken = incoming.map((flow) => held.find((token) => token.via === flow.id));
    if (taken.includes(undefined)) return run;
    const [first, ...rest] = taken;
    const tokens = run.tokens.filter((token) => !rest.includes(token));
    const after = leave(process, { ...run, tokens, words: [...run.words, `+${node.id}`] }, first!, limits);
    if (typeof after === 'string') return after;
    run = after;
  }
}

function leave(process: PlainProcess, run: PlainRun, token: PlainToken, limits: PlainLimits): PlainOutcome {
  const node = nodeOf(process, token.node);
  const flows = chosenFlows(process, run, node);
  if (flows === 'NO_FLOW_SELECTED') return flows;
  const sent = flows.flatMap((flow) =>
    Array.from({ length: isActivity(node) ? node.completionQuantity : 1 }, () => flow),
  );
  const tokens = [
    ...run.tokens.filter((other) => other !== token),
    ...sent.map((flow) => tokenAt(flow.target, flow.id)),
  ];
  if (tokens.length > limits.tokens && sent.length > 1) return 'LIMIT';
  return { ...run, tokens, words: [...run.words, `-${node.id}`, ...sent.map((flow) => flow.id)] };
}

function chosenFlows(process: PlainProcess, run: PlainRun, node: PlainNode): readonly PlainFlow[] | 'NO_FLOW_SELECTED' {
  const outgoing = process.flows.filter((flow) => flow.source === node.id);
  const holds = (flow: PlainFlow) => flow.when !== null && run.variables[flow.when.variable] === flow.when.equals;
  if (outgoing.length === 0 || node.type === 'startEvent' || node.type === 'parallelGateway') return outgoing;
  const isTrue = (flow: PlainFlow) => !flow.isDefault && (flow.when === null || holds(flow));
  let chosen: PlainFlow[];
  if (node.type === 'exclusiveGateway') {
    chosen = outgoing.filter(isTrue).slice(0, 1);
    if (chosen.length === 0) chosen = outgoing.filter((flow) => flow.isDefault);
  } else {
    const someConditionHolds = outgoing.some((flow) => !flow.isDefault && holds(flow));
    chosen = outgoing.filter((flow) => (flow.isDefault ? !someConditionHolds : isTrue(flow)));
  }
  return chosen.length === 0 ? 'NO_FLOW_SELECTED' : chosen;
}

function nodeOf(process: PlainProcess, id: string): PlainNode {
  return process.nodes.find((node) => node.id === id)!;
}

function isActivity(node: PlainNode): boolean {
  return node.type === 'task' || node.type === 'userTask';
}

function isJoin(process: PlainProcess, node: PlainNode): boolean {
  return node.type === 'parallelGateway' && process.flows.filter((flow) => flow.target === node.id).length > 1;
}
