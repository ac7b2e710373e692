// An operator cancels and begins elements of a running instance, all or nothing.
import type { ModifyCommand, ModifyInstruction } from '../contract/commands/change-commands.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, findToken, type Scope, type WorkToken } from '../instance/burst.ts';
import { inward, setVariables } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import type { FlowNode } from '../model/process-model.ts';
import {
  beginAfter,
  beginAt,
  cancelByHand,
  cancelEmptied,
  cannotBegin,
  cannotCancel,
  cannotLeave,
  scopeFor,
  takeFlow,
} from './modification.ts';
import { conclude, newPlanning, type Planning } from './planning.ts';

export function modify(situation: Situation, command: ModifyCommand): StepResult {
  const burst = resume(situation, command);
  burst.skips.listeners = command.skipListeners === true;
  burst.skips.mappings = command.skipMappings === true;
  const planning = newPlanning();
  if (command.instructions.length === 0) planning.reasons.push('There is no instruction');
  for (const instruction of command.instructions) {
    const refusal =
      instruction.type === 'cancel' ? cancel(burst, planning, instruction) : begin(burst, planning, instruction);
    if (refusal !== null) planning.reasons.push(refusal);
  }
  cancelEmptied(burst, planning);
  return conclude(situation, burst, planning, 'MODIFICATION_NOT_POSSIBLE', command.dryRun === true);
}

type Cancel = Extract<ModifyInstruction, { type: 'cancel' }>;
type Begin = Exclude<ModifyInstruction, Cancel>;

function cancel(burst: Burst, planning: Planning, { token: number, elementId }: Cancel): string | null {
  const found = number === undefined ? tokensOf(burst, elementId) : findToken(burst, number);
  if (typeof found === 'string') return found;
  if (found === undefined) return `There is no token ${number}`;
  const tokens = Array.isArray(found) ? found : [found];
  const [first] = tokens;
  if (first === undefined) return `Nothing runs or waits at ${elementId}`;
  if (elementId !== undefined && burst.model.nodes[first.node]!.id !== elementId) {
    return `Token ${number} is not at ${elementId}`;
  }
  for (const token of tokens) {
    const refusal = cannotCancel(burst, token);
    if (refusal !== null) return refusal;
    cancelByHand(burst, planning, token);
  }
  return null;
}

/** Finds the tokens at an element; of a loop the whole, not each iteration. */
function tokensOf(burst: Burst, elementId: string | undefined): WorkToken[] | string {
  const node = burst.model.nodes.find(({ id }) => id === elementId);
  if (node === undefined)
    return elementId === undefined ? 'Nothing to cancel is named' : `There is no element ${elementId}`;
  const all = [...inward(burst.root)].flatMap((scope) => [...scope.tokens]);
  return all.filter(
    (token) => token.node === node.index && token.role !== 'iteration' && token.role !== 'compensation',
  );
}

function begin(burst: Burst, planning: Planning, instruction: Begin): string | null {
  const { type, elementId, scopeToken, variables = {} } = instruction;
  const { nodes, flows } = burst.model;
  const flow = type === 'startTransition' ? flows.find(({ id }) => id === elementId) : undefined;
  const node = flow === undefined ? nodes.find(({ id }) => id === elementId) : nodes[flow.source];
  if (node === undefined || (type === 'startTransition' && flow === undefined)) {
    return `There is no ${type === 'startTransition' ? 'sequence flow' : 'element'} ${elementId}`;
  }
  const refusal = type === 'startBefore' ? cannotBegin(node) : type === 'startAfter' ? cannotLeave(node) : null;
  if (refusal !== null) return refusal;
  const within = scopeToken === undefined ? null : scopeOfToken(burst, scopeToken);
  if (within === undefined) return `Token ${scopeToken} is in no sub-process`;
  const scope = scopeFor(burst, planning, node, within);
  if (typeof scope === 'string') return scope;
  setVariables(burst, scope, variables);
  if (flow !== undefined) takeFlow(burst, planning, scope, flow.index);
  else beginBy(type, burst, planning, scope, node);
  return null;
}

function beginBy(type: Begin['type'], burst: Burst, planning: Planning, scope: Scope, node: FlowNode): void {
  if (type === 'startBefore') beginAt(burst, planning, scope, node, 0);
  else beginAfter(burst, planning, scope, node);
}

function scopeOfToken(burst: Burst, number: number): Scope | undefined {
  return number === 0 ? burst.root : (findToken(burst, number)?.inner ?? undefined);
}
