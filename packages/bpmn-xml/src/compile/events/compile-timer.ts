// A timer is a date, a duration or a cycle.
import type { TimerTrigger } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionText, firstChild } from '../compilation/elements.ts';
import { compileElement, compileOptional } from '../compilation/expressions.ts';

/** Elements of a timer, each with the kind of time that it holds. */
export const TIMER_KINDS = [
  ['timeDate', 'date'],
  ['timeDuration', 'duration'],
  ['timeCycle', 'cycle'],
] as const;

/** Named calendars of other engines, which say how the text is read, whatever element it stands in. */
const CALENDARS: Readonly<Record<string, TimerTrigger['timer']>> = {
  duedate: 'date',
  duration: 'duration',
  cycle: 'cycle',
};

export function compileTimer(compilation: Compilation, definition: BpmnElement): TimerTrigger {
  for (const [type, timer] of TIMER_KINDS) {
    const element = firstChild(definition, type);
    if (element === undefined) continue;
    const calendar = extensionText(definition, 'businessCalendarName')?.toLowerCase() ?? '';
    return {
      kind: 'timer',
      timer: CALENDARS[calendar] ?? timer,
      value: compileElement(compilation, element, false),
      endDate: compileOptional(extensionText(element, 'endDate') ?? extensionText(definition, 'endDate')),
    };
  }
  throw new Error('a timer without time passed the rules');
}
