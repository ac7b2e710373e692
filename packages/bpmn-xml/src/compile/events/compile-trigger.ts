// What an event definition waits for or throws.
import type {
  ConditionalTrigger,
  ErrorTrigger,
  EscalationTrigger,
  Expression,
  SignalTrigger,
  Trigger,
} from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute } from '@keelson/bpmn-rules';
import { type Compilation, nodeIndexOf } from '../compilation/compilation.ts';
import { extensionFlag, extensionText, firstExtensionText, referenced } from '../compilation/elements.ts';
import { compileChild, compileName, compileText } from '../compilation/expressions.ts';
import { compileEventPayload } from '../data/compile-payload.ts';
import { compileMessageDefinition } from './compile-message.ts';
import { compileTimer } from './compile-timer.ts';

/** Whether an event sends something or wants something. */
export type Position = 'throw' | 'catch';

/** Compiles the trigger of an event definition; null for what is none. `event` owns the definition, which may be at the root. */
export function compileTrigger(
  compilation: Compilation,
  definition: BpmnElement,
  event: BpmnElement,
  position: Position,
): Trigger | null {
  switch (definition.type) {
    case 'messageEventDefinition':
      return compileMessageDefinition(compilation, definition, event);
    case 'timerEventDefinition':
      return compileTimer(compilation, definition);
    case 'conditionalEventDefinition':
      return compileConditional(compilation, definition);
    case 'signalEventDefinition':
      return compileSignal(compilation, definition, event);
    case 'errorEventDefinition':
      return compileError(compilation, definition, event, position);
    case 'escalationEventDefinition':
      return compileEscalation(compilation, definition, event);
    case 'compensateEventDefinition':
      return {
        kind: 'compensation',
        activity: nodeIndexOf(compilation, referenced(compilation, definition, 'activityRef')),
        waitForCompletion: booleanAttribute(definition, 'waitForCompletion', true),
      };
    case 'cancelEventDefinition':
      return { kind: 'cancel' };
    case 'linkEventDefinition':
      return { kind: 'link', name: definition.name ?? '' };
    case 'terminateEventDefinition':
      return {
        kind: 'terminate',
        all: extensionFlag(definition, 'terminateAll'),
        ...(extensionFlag(definition, 'terminateMultiInstance') ? { multiInstance: true } : {}),
      };
    default:
      return null;
  }
}

const VARIABLE_EVENTS: readonly ConditionalTrigger['variableEvents'][number][] = ['create', 'update', 'delete'];

function compileConditional(compilation: Compilation, definition: BpmnElement): ConditionalTrigger {
  const condition = compileChild(compilation, definition, 'condition');
  if (condition === null) throw new Error('a conditional event without condition passed the rules');
  const wanted = extensionText(definition, 'variableEvents')
    ?.split(',')
    .map((name) => name.trim());
  return {
    kind: 'conditional',
    condition,
    variableName: extensionText(definition, 'variableName'),
    variableEvents: VARIABLE_EVENTS.filter((event) => wanted === undefined || wanted.includes(event)),
  };
}

/** Compiles a signal, whose reach may be said of the signal or of the event. */
function compileSignal(compilation: Compilation, definition: BpmnElement, event: BpmnElement): SignalTrigger {
  const signal = referenced(compilation, definition, 'signalRef');
  const expression = extensionText(definition, 'signalExpression');
  const scopes = [definition, event, ...(signal === undefined ? [] : [signal])].map((each) =>
    extensionText(each, 'scope'),
  );
  return {
    kind: 'signal',
    name: compileName(expression ?? nameOf(signal)),
    scope: scopes.includes('processInstance') ? 'instance' : 'tenant',
    payload: compileEventPayload(event, definition),
  };
}

/** Answers the name of a root element, by which it is matched. */
export function nameOf(element: BpmnElement | undefined): string {
  return element?.name ?? element?.id ?? '';
}

/** Compiles an error: tools write a code where the standard wants a reference; a caught error without code is every error. */
function compileError(
  compilation: Compilation,
  definition: BpmnElement,
  event: BpmnElement,
  position: Position,
): ErrorTrigger {
  const error = referenced(compilation, definition, 'errorRef');
  const written = error === undefined ? definition.attributes.get('errorRef') : error.attributes.get('errorCode');
  return {
    kind: 'error',
    code: compileCode(written),
    message: position === 'throw' && error?.name != null ? compileText(error.name) : null,
    codeVariable: firstExtensionText(definition, 'errorCodeVariable', 'errorVariableName'),
    messageVariable: extensionText(definition, 'errorMessageVariable'),
    payload: compileEventPayload(event, definition),
  };
}

function compileEscalation(compilation: Compilation, definition: BpmnElement, event: BpmnElement): EscalationTrigger {
  const escalation = referenced(compilation, definition, 'escalationRef');
  return {
    kind: 'escalation',
    code: compileCode(escalation?.attributes.get('escalationCode')),
    codeVariable: extensionText(definition, 'escalationCodeVariable'),
    payload: compileEventPayload(event, definition),
  };
}

function compileCode(text = ''): Expression | null {
  return text.trim() === '' ? null : compileText(text.trim());
}
