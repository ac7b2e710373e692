// Nodes, tasks, flows and the process have listeners by expression or script.
import type { ListenerEvent, ListenerModel, TimerTrigger } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionElements, factChildren, factText } from '../compilation/elements.ts';
import { compileText } from '../compilation/expressions.ts';
import { compileScriptFact } from '../data/compile-scripts.ts';
import { TIMER_KINDS } from './compile-timer.ts';

/** Compiles execution listeners; without an event they listen at the only moment that the element has, else at its start. */
export function compileExecutionListeners(compilation: Compilation, element: BpmnElement): readonly ListenerModel[] {
  const absent = element.type === 'sequenceFlow' ? 'take' : 'start';
  return extensionElements(element, 'executionListener').flatMap((fact) => {
    const event = (factText(fact, 'event') ?? absent) as ListenerEvent;
    return compileListener(compilation, fact, [event]);
  });
}

/** Events of a task that tools mean by `all`. */
const ALL_TASK_EVENTS: readonly ListenerEvent[] = ['create', 'assignment', 'update', 'complete', 'delete'];

export function compileTaskListeners(compilation: Compilation, element: BpmnElement): readonly ListenerModel[] {
  return extensionElements(element, 'taskListener').flatMap((fact) => {
    const event = factText(fact, 'event') ?? 'create';
    return compileListener(compilation, fact, event === 'all' ? ALL_TASK_EVENTS : [event as ListenerEvent]);
  });
}

function compileListener(
  compilation: Compilation,
  fact: ExtensionFact,
  events: readonly ListenerEvent[],
): readonly ListenerModel[] {
  const ran = whatRuns(compilation, fact);
  const timer = compileTimeout(fact);
  return events.map((event) => ({ event, ...ran, ...(timer === null ? {} : { timer }) }));
}

/** Compiles what a listener runs: a script in a language of the core is an expression. */
function whatRuns(compilation: Compilation, fact: ExtensionFact): Omit<ListenerModel, 'event'> {
  const text = factText(fact, 'expression');
  if (text !== null) return { expression: compileText(text), script: null };
  const [script] = factChildren(fact, 'script');
  if (script === undefined) throw new Error(`a listener by neither expression nor script passed the rules`);
  const { expression, source } = compileScriptFact(compilation, script);
  return { expression, script: expression === null ? { language: 'javascript', source } : null };
}

/** Answers the timer inside the listener; null without one. */
function compileTimeout(fact: ExtensionFact): TimerTrigger | null {
  for (const definition of factChildren(fact, 'timerEventDefinition')) {
    for (const [type, timer] of TIMER_KINDS) {
      const text = factChildren(definition, type)[0]?.value.trim() ?? '';
      if (text !== '') return { kind: 'timer', timer, value: compileText(text), endDate: null };
    }
  }
  return null;
}
