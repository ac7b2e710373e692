// What an occurrence brings becomes variables where its catcher says so.
import type { Burst, Scope } from '../instance/burst.ts';
import { emptyScope, setLocal, setNearest, setVariable } from '../instance/scope.ts';
import type { PayloadMapping, Trigger } from '../model/event-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { putValue, type Value, type Variables } from '../values/values.ts';
import { evaluateIn } from './evaluation.ts';
import { catchData } from './event-data.ts';

/** Fields of a message or signal, or code and message of an error. */
export interface Payload {
  readonly variables: Variables;
  readonly code: string | null;
  readonly message: string | null;
  /** Variables that are written beside the mappings, in the scope itself. */
  readonly local?: Variables;
}

export const NO_PAYLOAD: Payload = { variables: {}, code: null, message: null };

/**
 * Writes what came into the scope, by the mappings of the trigger; without any, every field by its name. What a handler is begun with
 * stays in the scope that it handles or lies in, where no variable further out has that name.
 */
export function writePayload(burst: Burst, node: FlowNode, trigger: number, scope: Scope, payload: Payload): void {
  const { local = {} } = payload;
  for (const name of Object.keys(local)) setLocal(burst, scope, name, local[name]!);
  const caught = node.event?.triggers[trigger];
  const write = node.type === 'boundaryEvent' || node.type === 'startEvent' ? setNearest : setVariable;
  if (caught === undefined) {
    writeFields(burst, scope, payload.variables, write);
    return;
  }
  if (caught.kind === 'error' || caught.kind === 'escalation') writeCode(burst, scope, caught, payload, write);
  if (catchData(burst, node, caught, scope, payload.variables)) return;
  const mappings = 'payload' in caught ? caught.payload : [];
  if (mappings.length === 0) writeFields(burst, scope, payload.variables, write);
  else for (const mapping of mappings) mapInto(burst, node, scope, mapping, fieldsOf(payload), write);
}

type Write = typeof setVariable;

function writeFields(burst: Burst, scope: Scope, fields: Variables, write: Write): void {
  for (const name of Object.keys(fields)) write(burst, scope, name, fields[name]!);
}

/** Lists what mappings can read: the variables, and code and message of an error where no variable has these names. */
function fieldsOf({ variables, code, message }: Payload): Variables {
  if (code === null && message === null) return variables;
  return { errorCode: code, errorMessage: message, ...variables };
}

function writeCode(
  burst: Burst,
  scope: Scope,
  trigger: Extract<Trigger, { kind: 'error' | 'escalation' }>,
  { code, message }: Payload,
  write: Write,
): void {
  if (trigger.codeVariable !== null) write(burst, scope, trigger.codeVariable, code);
  if (trigger.kind === 'error' && trigger.messageVariable !== null) {
    write(burst, scope, trigger.messageVariable, message);
  }
}

/** Writes what mappings give; their sources see what came alone, as from where it is written. */
export function mapInto(
  burst: Burst,
  node: FlowNode,
  scope: Scope,
  mapping: PayloadMapping,
  source: Variables,
  plainWrite: Write = setVariable,
): void {
  if (mapping.kind === 'businessKey') return;
  const write = mapping.local ? setLocal : plainWrite;
  if (mapping.kind === 'all') {
    for (const name of Object.keys(source)) write(burst, scope, name, source[name]!);
    return;
  }
  write(burst, scope, mapping.target, evaluateOn(burst, node, scope, mapping.source, source));
}

function evaluateOn(
  burst: Burst,
  node: FlowNode,
  scope: Scope,
  expression: Extract<PayloadMapping, { kind: 'value' }>['source'],
  source: Variables,
): Value {
  const seen = emptyScope(scope.number, scope, scope.token, null);
  seen.variables = source;
  return evaluateIn(burst, expression, seen, null, node);
}

/** Answers what a throwing event sends: by its mappings, or nothing. */
export function payloadOf(burst: Burst, node: FlowNode, scope: Scope, mappings: readonly PayloadMapping[]): Variables {
  const payload: Record<string, Value> = {};
  for (const mapping of mappings) {
    if (mapping.kind === 'value')
      putValue(payload, mapping.target, evaluateIn(burst, mapping.source, scope, null, node));
    else if (mapping.kind === 'all') {
      for (const at of mapping.local ? [scope] : ancestry(scope)) {
        for (const name of Object.keys(at.variables)) putValue(payload, name, at.variables[name]!);
      }
    }
  }
  return payload;
}

function ancestry(scope: Scope): Scope[] {
  return scope.parent === null ? [scope] : [...ancestry(scope.parent), scope];
}
