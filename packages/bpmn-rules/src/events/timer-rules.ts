// These rules judge timers: exactly one of date, duration and cycle, in a form that the calendar knows.

import { triggersOf } from '../facts/event-facts.ts';
import { expressionLanguage } from '../facts/expression-language.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { isComputed, isCycle, isDate, isDuration, isTimeZone } from '../facts/time-texts.ts';
import type { BpmnElement } from '../facts/types/document.ts';
import { EVENT_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';

/** What one of the three elements of a timer may hold. */
export interface TimeKind {
  readonly name: 'date' | 'duration' | 'cycle';
  readonly isValid: (text: string) => boolean;
}

/** The kinds of times, by the element of the timer. */
export const TIMES: Readonly<Record<string, TimeKind>> = {
  timeDate: { name: 'date', isValid: isDate },
  timeDuration: { name: 'duration', isValid: isDuration },
  timeCycle: { name: 'cycle', isValid: isCycle },
};

/** Instant at which times are tried: whether a text is a time does not depend on when. */
const AT = Date.UTC(2000, 0, 1);

/** Whether the calendar at hand, or without one the usual forms, know what a timer's text says. */
export function isTime({ calendar }: RuleContext, { name, isValid }: TimeKind, text: string): boolean {
  if (calendar === null) return isValid(text);
  return !('problem' in calendar.first({ timer: name, value: text, endDate: null, at: AT, timeZone: null }));
}

function timesOf(definition: BpmnElement): readonly BpmnElement[] {
  return definition.children.filter(({ type }) => Object.hasOwn(TIMES, type));
}

function* counts(context: RuleContext): Iterable<Finding> {
  for (const definition of elementsOfType(context, 'timerEventDefinition')) {
    // The schema's own word on the same element is the wider one.
    for (const surplus of timesOf(definition).slice(1)) yield finding('EVT-30', surplus, { about: 'element' });
  }
}

/** Checks the texts of timers. A definition at the file's root level counts where an event refers to it. */
function* contents(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const event of document.elements) {
    if (!EVENT_TYPES.has(event.type)) continue;
    for (const { kind, definition, position } of triggersOf(document, event)) {
      if (kind !== 'timer') continue;
      const times = timesOf(definition);
      if (times.length === 0) yield finding('EVT-31', event, { position });
      for (const time of times) yield* literal(context, event, time);
    }
  }
}

function* literal(context: RuleContext, event: BpmnElement, time: BpmnElement): Iterable<Finding> {
  const kind = TIMES[time.type];
  const text = time.text.trim();
  const { language } = expressionLanguage(context.document, time);
  // Empty text is EXE-07.
  if (kind === undefined || text === '' || language !== 'uel' || isComputed(text) || isTime(context, kind, text))
    return;
  const values = { v: text, kind: kind.name };
  yield finding('EVT-32', event, { position: time.position, values });
}

/** Checks that the calendar has the time zones that are named; their form has a rule of its own. */
function* zones({ document, calendar }: RuleContext): Iterable<Finding> {
  for (const process of calendar === null ? [] : document.processes) {
    const zone = extensionAttribute(process, 'timeZone');
    const n = zone?.value.trim() ?? '';
    if (zone === null || calendar === null || !isTimeZone(n)) continue;
    const noon = { timer: 'date', value: '2000-01-01T12:00', endDate: null, at: AT, timeZone: n } as const;
    if ('problem' in calendar.first(noon)) yield finding('EXE-26', process, { position: zone.position, values: { n } });
  }
}

export const TIMER_RULES: readonly Rule[] = [counts, contents, zones];
