// Activities and scopes have data: items, associations, input and output sets move them (BPMN 2.0, 10.4).
import type { Expression } from '../expression/expression.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { emptyScope, findVariable, setLocal, setVariable } from '../instance/scope.ts';
import { StepFailure, stepFailure } from '../instance/step-failure.ts';
import type { AssignmentTarget, DataAssociation, DataItem, DataSet, IoModel } from '../model/data-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { ownValue, putValue, type Value } from '../values/values.ts';
import { evaluateIn } from './evaluation.ts';

/** Begins data objects and properties with their scope, with their initial value or null; what is there already stays. */
export function beginData(burst: Burst, scope: Scope, items: readonly DataItem[], node: FlowNode | null): void {
  for (const { name, initial } of items) {
    if (Object.hasOwn(scope.variables, name)) continue;
    setLocal(burst, scope, name, initialValue(burst, scope, initial, node));
  }
}

function initialValue(burst: Burst, scope: Scope, initial: Expression | Value, node: FlowNode | null): Value {
  if (!isExpression(initial)) return initial;
  if (initial.constant !== undefined || node === null) return initial.constant ?? null;
  return evaluateIn(burst, initial, scope, null, node);
}

function isExpression(initial: Expression | Value): initial is Expression {
  return (
    typeof initial === 'object' && initial !== null && 'evaluate' in initial && typeof initial.evaluate === 'function'
  );
}

/**
 * Takes the inputs in by the first set whose required ones are all there, or answers false and has changed nothing: the activity stays
 * Ready then. Inputs of other sets alone stay null.
 */
export function takeInputs(burst: Burst, node: FlowNode, token: WorkToken): boolean {
  const io = node.activity!.io!;
  const own = token.inner!;
  const offered = offeredInputs(burst, node, token, io);
  const chosen = availableSet(io.inputSets, offered);
  if (chosen === null) return false;
  const inSets = new Set(io.inputSets.flatMap(({ required, optional }) => [...required, ...optional]));
  for (const { name } of io.inputs) {
    const isTaken = !inSets.has(name) || chosen.required.includes(name) || chosen.optional.includes(name);
    setLocal(burst, own, name, isTaken ? (ownValue(offered.variables, name) ?? null) : null);
  }
  // Its outputs are its own, too: what it writes under their names goes around it only by their associations.
  for (const { name, initial } of io.outputs) {
    if (!Object.hasOwn(own.variables, name)) setLocal(burst, own, name, initialValue(burst, own, initial, node));
  }
  return true;
}

/** Answers what the associations would give now; nothing is written before a set is complete. */
function offeredInputs(burst: Burst, node: FlowNode, token: WorkToken, io: IoModel): Scope {
  const own = token.inner!;
  const offered = emptyScope(own.number, own, token, null);
  const values: Record<string, Value> = { ...own.variables };
  offered.variables = values;
  for (const { name, initial } of io.inputs) {
    if (!Object.hasOwn(values, name)) putValue(values, name, initialValue(burst, own, initial, node));
  }
  const put: Write = (_burst, _scope, name, value) => putValue(values, name, value);
  for (const association of io.inputAssociations) {
    try {
      associate(burst, node, association, token.scope, offered, put);
    } catch (error) {
      // What it reads is not there yet.
      if (!(error instanceof StepFailure && error.missing)) throw error;
    }
  }
  return offered;
}

const NO_SET: DataSet = { required: [], optional: [] };

/** Answers the first set of which all that is required is not null (BPMN 2.0, 10.4.2); null when there is none. */
function availableSet(sets: readonly DataSet[], scope: Scope): DataSet | null {
  if (sets.length === 0) return NO_SET;
  return sets.find(({ required }) => required.every((name) => isAvailable(scope, name))) ?? null;
}

function isAvailable(scope: Scope, name: string): boolean {
  const value = ownValue(scope.variables, name);
  return value !== undefined && value !== null;
}

/** Whether an input set is there now; nothing is written. */
export function inputsAreThere(burst: Burst, node: FlowNode, token: WorkToken): boolean {
  const io = node.activity!.io!;
  return availableSet(io.inputSets, offeredInputs(burst, node, token, io)) !== null;
}

/** Runs the associations out of an activity. Throws the failure `OUTPUT_NOT_AVAILABLE` when no output set is there. */
export function giveOutputs(burst: Burst, node: FlowNode, token: WorkToken): void {
  const { outputs, outputSets, outputAssociations } = node.activity!.io!;
  const scope = token.inner!;
  if (availableSet(outputSets, scope) === null) {
    const names = outputSets[0]!.required.join(', ');
    throw stepFailure('OUTPUT_NOT_AVAILABLE', node.id, `${node.id} completed without its outputs: ${names}`);
  }
  const missing = new Set(outputs.map(({ name }) => name).filter((name) => !isAvailable(scope, name)));
  for (const association of outputAssociations) {
    // An output that was not put out is handed to nobody, rather than as nothing.
    if (association.sources.some((name) => missing.has(name))) continue;
    associate(burst, node, association, scope, token.scope, setVariable);
  }
}

type Write = (burst: Burst, scope: Scope, name: string, value: Value) => void;

/** Answers what an association gives: a copy, the result of its transformation, or its assignments in their order. */
export function associate(
  burst: Burst,
  node: FlowNode,
  { sources, target, transformation, assignments }: DataAssociation,
  from: Scope,
  to: Scope,
  write: Write,
): void {
  for (const { from: expression, to: place } of assignments) {
    assign(burst, to, place, evaluateIn(burst, expression, from, null, node), write);
  }
  if (assignments.length > 0 || target === null) return;
  if (transformation !== null) write(burst, to, target, evaluateIn(burst, transformation, from, null, node));
  else if (sources[0] !== undefined) write(burst, to, target, findVariable(from, sources[0]) ?? null);
}

function assign(burst: Burst, scope: Scope, { variable, path }: AssignmentTarget, value: Value, write: Write): void {
  if (path.length === 0) {
    write(burst, scope, variable, value);
    return;
  }
  write(burst, scope, variable, replaced(findVariable(scope, variable) ?? null, path, value));
}

/** Answers the map with one member replaced; what is no map becomes one. */
function replaced(whole: Value, [name, ...rest]: readonly string[], value: Value): Value {
  if (name === undefined) return value;
  const isMap = typeof whole === 'object' && whole !== null && !Array.isArray(whole) && !(whole instanceof Date);
  const map: Record<string, Value> = isMap ? { ...(whole as Record<string, Value>) } : {};
  putValue(map, name, replaced(ownValue(map, name) ?? null, rest, value));
  return map;
}
