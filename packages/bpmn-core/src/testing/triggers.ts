// Triggers of events for tests, each with what it leaves out filled in.
import type { Expression } from '../expression/expression.ts';
import type {
  CompensationTrigger,
  ConditionalTrigger,
  ErrorTrigger,
  EscalationTrigger,
  MessageTrigger,
  SignalTrigger,
  TimerTrigger,
} from '../model/event-model.ts';
import { NO_NODE } from '../model/indexes.ts';
import { computed, constant } from './model-builder.ts';

export function message(name: string, fields: Partial<MessageTrigger> = {}): MessageTrigger {
  const plain = { correlationKey: null, subscriptionKeys: [], delivery: 'one', payload: [] } as const;
  return { kind: 'message', name: constant(name), ...plain, ...fields };
}

export function signal(name: string, fields: Partial<SignalTrigger> = {}): SignalTrigger {
  return { kind: 'signal', name: constant(name), scope: 'tenant', payload: [], ...fields };
}

export function error(code: string | null, fields: Partial<ErrorTrigger> = {}): ErrorTrigger {
  const plain = { message: null, codeVariable: null, messageVariable: null, payload: [] };
  return { kind: 'error', code: code === null ? null : constant(code), ...plain, ...fields };
}

export function escalation(code: string | null, fields: Partial<EscalationTrigger> = {}): EscalationTrigger {
  return {
    kind: 'escalation',
    code: code === null ? null : constant(code),
    codeVariable: null,
    payload: [],
    ...fields,
  };
}

export function timer(value: string, kind: TimerTrigger['timer'] = 'duration'): TimerTrigger {
  return { kind: 'timer', timer: kind, value: constant(value), endDate: null };
}

export function conditional(condition: Expression): ConditionalTrigger {
  return { kind: 'conditional', condition, variableName: null, variableEvents: [] };
}

/** Becomes true when `heat` is more than 3. */
export const hot = conditional(computed('heat > 3', (context) => (context.variable('heat') as number) > 3));

export function compensation(fields: Partial<CompensationTrigger> = {}): CompensationTrigger {
  return { kind: 'compensation', activity: NO_NODE, waitForCompletion: true, ...fields };
}

export const cancel = { kind: 'cancel' } as const;
export const terminate = { kind: 'terminate', all: false } as const;
