// Instances call others: what passes between the two, and how either ends with the other (BPMN 2.0, 13.3.4).
import {
  decodeState,
  type Effect,
  type EndState,
  type Failure,
  type Value,
  type Variables,
  type WorkOrder,
  type WorkResult,
} from '@keelson/bpmn-core';
import type { CompiledDefinition, Definition } from '../definitions/definition.types.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type Burst, findPart, isOpen, joinBurst, type Part } from './burst.ts';
import { endCalled, endPart } from './end-part.ts';
import { startPart, stepPart } from './take-step.ts';
import { finishWork } from './work-results.ts';

/** Bound of the calls inside each other: deeper ones are models that call themselves. */
const CALL_DEPTH_MAX = 32;

type DoWork = Extract<Effect, { kind: 'do-work' }>;
type End = Extract<Effect, { kind: 'end' }>;

/** Starts the called instance in the same burst. A target that cannot be called fails the call activity. */
export async function beginCall(burst: Burst, part: Part, { wait, order }: DoWork): Promise<void> {
  if (order.options.compensates === true) return compensateCalled(burst, part, wait, order.target);
  const { live } = part;
  const failed = (code: Failure['code'], message: string) =>
    finishWork(burst, part, wait, { outcome: 'failed', failure: { code, message } });
  const depth = (live.call?.depth ?? 0) + 1;
  if (depth > CALL_DEPTH_MAX) return failed('LIMIT_EXCEEDED', `limit call-depth exceeded: ${CALL_DEPTH_MAX}`);
  const target = await targetOf(burst, live, order);
  if (typeof target === 'string') return failed('CALL_TARGET', target);
  const { id: callerId, startUserId, tenantIdentifier } = live.state.facts;
  const calling = live.state.waits.find(({ number }) => number === wait);
  const token = calling?.token ?? 0;
  const elementId = calling === undefined ? null : (live.compiled.model.nodes[calling.node]?.id ?? null);
  const calledId = burst.ground.ids.uuidV7();
  await startPart(burst, {
    compiled: target.compiled,
    facts: {
      id: calledId,
      tenantIdentifier,
      processDefinitionId: target.definition.id,
      startedAt: burst.ground.clock.now(),
      startUserId,
      businessKey: textOf(order.options.businessKey),
      name: textOf(order.options.name),
      startElementId: null,
      priority: live.state.facts.priority,
      dueAt: null,
    },
    variables: order.parameters,
    actor: part.actor,
    call: { callerId, wait, token, rootId: burst.rootId, depth, elementId },
    catalogueNumber: target.catalogueNumber,
  });
  const at = burst.ground.clock.now();
  await stepPart(burst, part, { kind: 'begun-call', at, actor: null, wait, instanceId: calledId });
}

interface CallTarget {
  readonly definition: Definition;
  readonly compiled: CompiledDefinition;
  /** See `Flush.catalogueNumber`: the commit proves that what was remembered still stands. */
  readonly catalogueNumber: number | null;
}

/** Finds the definition that a call names, or why it cannot be called: a refusal counts only of what was just read. */
async function targetOf(
  burst: Burst,
  { state, compiled }: LiveInstance,
  { target, options }: WorkOrder,
): Promise<CallTarget | string> {
  const { definitions } = burst.ground;
  const { deploymentId } = compiled;
  const called = { tenant: state.facts.tenantIdentifier, deploymentId, target, options };
  const remembered = burst.holdsRows ? null : await definitions.findCalled(called);
  if (remembered !== null && refusalOf(remembered, target) === null) {
    const { id, catalogueNumber } = remembered;
    return { definition: remembered, compiled: await definitions.compiled(id), catalogueNumber };
  }
  const definition = await definitions.readCalled(called);
  const refusal = refusalOf(definition, target);
  if (definition === null || refusal !== null) return refusal ?? '';
  return { definition, compiled: await definitions.compiled(definition.id), catalogueNumber: null };
}

function refusalOf(definition: Definition | null, target: string): string | null {
  if (definition === null) return `there is no process ${target} to call`;
  if (definition.suspended) return `the process ${definition.key} is suspended`;
  return definition.executable ? null : `the process ${definition.key} is not executable`;
}

/** Goes on after an instance has ended: what it called ends with it, and whoever called it goes on. */
export async function onEnded(burst: Burst, part: Part, end: End): Promise<void> {
  const { live } = part;
  if (live.compiled.calls) await endCalled(burst, live.state.facts.id, null, end.endState);
  const { call } = live;
  if (call === null) return;
  if (end.terminateRoot === true) {
    const root = await findPart(burst, call.rootId);
    if (root !== null) await endPart(burst, root, 'TERMINATED');
    return;
  }
  const caller = await findPart(burst, call.callerId);
  if (caller === null || !isOpen(caller, call.wait)) return;
  // Whoever ended it has done what he wanted: the call that lost its instance waits for somebody to decide.
  await finishWork(burst, caller, call.wait, resultOf(live, end), end.endState === 'CANCELLED' ? 'INCIDENT' : null);
}

function resultOf({ state, compiled }: LiveInstance, end: End): WorkResult {
  const { endState, errorCode = null, errorMessage = null, errorVariables = {} } = end;
  switch (endState) {
    case 'ERROR':
      return { outcome: 'error', errorCode, message: errorMessage, variables: errorVariables };
    case 'CANCELLED': {
      const message = `the called instance of ${compiled.key} was cancelled`;
      return { outcome: 'failed', failure: { code: 'CALL_TARGET', message } };
    }
    default: {
      const writes = resultsOf(compiled, state.variables);
      return {
        outcome: 'done',
        value: state.facts.id,
        writes,
        compensable: isCompensable({ state, compiled }, endState),
      };
    }
  }
}

/** Whether a called instance that ended so is kept, because it can undo what it did. */
export function isCompensable(
  { state, compiled }: Pick<LiveInstance, 'state' | 'compiled'>,
  endState: EndState,
): boolean {
  return endState === 'COMPLETED' && (state.root.records.length > 0 || compiled.compensates);
}

/** Answers the result of an instance: its data outputs where the process has some, else all its variables. */
function resultsOf({ model }: CompiledDefinition, variables: Variables): Variables {
  if (model.outputs.length === 0) return variables;
  return Object.fromEntries(
    model.outputs.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name] ?? null]] : [])),
  );
}

/** Passes an escalation to whoever called; the call goes on unless whoever catches it ends it. Without a caller it is only recorded. */
export async function escalateOutward(
  burst: Burst,
  { live }: Part,
  { code, variables }: Extract<Effect, { kind: 'escalate' }>,
): Promise<void> {
  const { call } = live;
  if (call === null) return;
  const caller = await findPart(burst, call.callerId);
  if (caller === null || !isOpen(caller, call.wait)) return;
  // One without a code is caught by who catches all.
  await finishWork(burst, caller, call.wait, { outcome: 'escalation', escalationCode: code ?? '', variables });
}

/** Runs a called instance, which has ended, again to undo what it did. */
async function compensateCalled(burst: Burst, caller: Part, wait: number, calledId: string): Promise<void> {
  const { store, definitions } = burst.ground;
  const kept = await store.findKept(calledId);
  if (kept === null) {
    const failure = { code: 'CALL_TARGET' as const, message: `the called instance ${calledId} is gone` };
    return finishWork(burst, caller, wait, { outcome: 'failed', failure });
  }
  const { id: callerId } = caller.live.state.facts;
  const token = caller.live.state.waits.find(({ number }) => number === wait)?.token ?? 0;
  const called: LiveInstance = {
    revision: kept.revision,
    changedAt: kept.changed_at.getTime(),
    state: decodeState(kept.state),
    compiled: await definitions.compiled(kept.definition_id),
    call: { callerId, wait, token, rootId: burst.rootId, depth: kept.depth ?? 1 },
    failedJobs: 0,
    ended: { at: burst.beganAt, endState: 'COMPLETED', error: null },
  };
  const part = joinBurst(burst, called, false);
  await stepPart(burst, part, { kind: 'compensate', at: burst.ground.clock.now(), actor: null });
  if (part.live.state.tokens.length > 0 || part.effects.some(({ kind }) => kind === 'end')) return;
  await finishWork(burst, caller, wait, { outcome: 'done', value: calledId, writes: {} });
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
