// Rules of events: flows, boundary attachments, compensation, links, and what each definition must say.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import {
  event,
  HANDLER,
  LINK,
  rooted,
  subProcess,
  TRIGGERS,
  WHOLE,
  withBoundary,
  withHandler,
  withIntermediate,
  withSubProcess,
} from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, END, errorsOf, flow, problemsOf, START, TASK } from '../testing/model-text.ts';

const { message, signal, error, escalation, compensation } = TRIGGERS;
const BOUNDARY = event('boundaryEvent', 'b', compensation, 'attachedToRef="t"');
const COMPENSATED = `${WHOLE}\n${BOUNDARY}\n${HANDLER}\n${LINK}`;
const messageEvent = (attributes: string, operation = '<operationRef>op</operationRef>') =>
  `<messageEventDefinition ${attributes}>${operation}</messageEventDefinition>`;
const ending = (content: string) => chain(START, event('endEvent', 'e', content));
const starting = (content: string) => chain(event('startEvent', 's', content), END);
const timed = (content: string) => withIntermediate('Catch', `<timerEventDefinition>${content}</timerEventDefinition>`);
const time = (name: string, text: string) => `<${name} xsi:type="tFormalExpression">${text}</${name}>`;
const link = (type: 'Catch' | 'Throw', id: string, name: string, content = '') =>
  event(
    `intermediate${type}Event`,
    id,
    `<linkEventDefinition id="${id}_d" name="${name}">${content}</linkEventDefinition>`,
  );
const linked = (thrown: string, ...caught: readonly string[]) =>
  [chain(START, thrown), ...caught.map((each, at) => chain(each, `<endEvent id="e${at}"/>`))].join('\n');
const LINKED = rooted(linked(link('Throw', 'x', 'L'), link('Catch', 'y', 'L')));

const FLOW_CASES: readonly RuleCase[] = [
  {
    rule: 'EVT-09',
    element: 'x',
    broken: rooted(`${WHOLE}\n§${event('intermediateThrowEvent', 'x', '')}${flow('x', 'e')}`),
    twin: rooted(withIntermediate('Throw', '')),
  },
  {
    rule: 'EVT-11',
    element: 'x',
    broken: rooted(`${WHOLE}\n§${event('intermediateThrowEvent', 'x', '')}${flow('t', 'x')}`),
    twin: rooted(withIntermediate('Throw', '')),
  },
  {
    rule: 'EVT-15',
    element: 'b2',
    broken: rooted(
      `${withBoundary(error)}\n${event('boundaryEvent', 'b2', `§${error}`, 'attachedToRef="t"')}${flow('b2', 'e2')}`,
    ),
    twin: rooted(
      `${withBoundary(error)}\n${event('boundaryEvent', 'b2', '<errorEventDefinition/>', 'attachedToRef="t"')}${flow('b2', 'e2')}`,
    ),
  },
  {
    rule: 'EVT-16',
    element: 'y',
    broken: rooted(
      `${linked(link('Throw', 'x', 'L'), `§${link('Catch', 'y', 'L')}`)}${TASK}${flow('s', 't')}${flow('t', 'y')}`,
    ),
    twin: LINKED,
  },
  {
    rule: 'EVT-16',
    element: 'x',
    broken: rooted(linked(`§${link('Throw', 'x', 'L')}`, link('Catch', 'y', 'L')) + flow('x', 'e0')),
    twin: LINKED,
  },
  {
    rule: 'EVT-18',
    element: 'b',
    broken: rooted(
      `${withSubProcess(chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>'))}
      §${event('boundaryEvent', 'b', signal, 'attachedToRef="ut"')}<endEvent id="e2"/>${flow('b', 'e2')}`,
    ),
    twin: rooted(withBoundary(signal)),
  },
  {
    rule: 'EVT-18',
    element: 'b',
    broken: rooted(withBoundary(signal, '', 's').replace('<boundaryEvent', '§<boundaryEvent')),
    twin: rooted(withBoundary(signal)),
  },
  {
    rule: 'EVT-19',
    element: 'b',
    broken: rooted(`${withBoundary(signal).replace('<boundaryEvent', '§<boundaryEvent')}${flow('s', 'b')}`),
    twin: rooted(withBoundary(signal)),
  },
  {
    rule: 'EVT-20',
    element: 'b',
    broken: rooted(`${WHOLE}\n§${event('boundaryEvent', 'b', signal, 'attachedToRef="t"')}`),
    twin: rooted(withBoundary(signal)),
  },
  {
    rule: 'EVT-21',
    element: 'b',
    broken: rooted(`${WHOLE}\n§${BOUNDARY}`),
    twin: rooted(COMPENSATED),
  },
  {
    rule: 'EVT-21',
    element: 'b',
    broken: rooted(`${WHOLE}\n§${BOUNDARY}${HANDLER}${flow('b', 'e')}${LINK}`),
    twin: rooted(COMPENSATED),
  },
  { rule: 'ACT-03', element: 'hd', broken: rooted(`${WHOLE}\n§${HANDLER}`), twin: rooted(COMPENSATED) },
  {
    rule: 'ACT-04',
    element: 't2',
    broken: rooted(
      `${chain(START, TASK, '§<task id="t2"/>', END)}${BOUNDARY}<association id="as" sourceRef="b" targetRef="t2"/>`,
    ),
    twin: rooted(COMPENSATED),
  },
  {
    rule: 'EVT-38',
    element: 'x',
    broken: rooted(
      `${withIntermediate('Throw', '§<compensateEventDefinition activityRef="ut"/>')}${subProcess('u', chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>'))}${flow('s', 'u')}${flow('u', 'e')}`,
    ),
    twin: rooted(
      `${chain(START, TASK, event('intermediateThrowEvent', 'x', '<compensateEventDefinition activityRef="t"/>'), END)}${BOUNDARY}${HANDLER}${LINK}`,
    ),
  },
  {
    rule: 'EVT-39',
    element: 'e',
    broken: rooted(chain(START, TASK, event('endEvent', 'e', '§<compensateEventDefinition activityRef="t"/>'))),
    twin: rooted(
      `${chain(START, TASK, event('endEvent', 'e', '<compensateEventDefinition activityRef="t"/>'))}${BOUNDARY}${HANDLER}${LINK}`,
    ),
  },
  {
    rule: 'W-13',
    element: 'e',
    broken: rooted(chain(START, TASK, event('endEvent', 'e', `§${compensation}`))),
    twin: rooted(`${chain(START, TASK, event('endEvent', 'e', compensation))}${BOUNDARY}${HANDLER}${LINK}`),
  },
  {
    rule: 'W-07',
    element: 's',
    broken: rooted(chain('§<startEvent id="s" isInterrupting="false"/>', END)),
    twin: rooted(withHandler(escalation, 'isInterrupting="false"')),
  },
];

const LINK_CASES: readonly RuleCase[] = [
  {
    rule: 'EVT-25',
    element: 'x',
    broken: rooted(
      linked(event('intermediateThrowEvent', 'x', '§<linkEventDefinition/>')) +
        TASK +
        flow('s', 't') +
        flow('t', 'e') +
        END,
    ),
    twin: LINKED,
  },
  {
    rule: 'EVT-26',
    element: 'x',
    broken: rooted(`${linked(`§${link('Throw', 'x', 'L')}`)}${TASK}${END}${flow('s', 't')}${flow('t', 'e')}`),
    twin: LINKED,
  },
  {
    rule: 'EVT-27',
    element: 'z',
    broken: rooted(linked(link('Throw', 'x', 'L'), link('Catch', 'y', 'L'), `§${link('Catch', 'z', 'L')}`)),
    twin: LINKED,
  },
  {
    rule: 'EVT-28',
    element: 'z',
    broken: rooted(linked(link('Throw', 'x', 'L'), link('Catch', 'y', 'L'), `§${link('Catch', 'z', 'M')}`)),
    twin: LINKED,
  },
  {
    rule: 'EVT-29',
    element: 'x',
    broken: rooted(
      linked(link('Throw', 'x', 'L', '§<target>z_d</target>'), link('Catch', 'y', 'L')) +
        linked(link('Throw', 'w', 'M'), link('Catch', 'z', 'M'))
          .replace('<startEvent id="s"/>', '')
          .replace('e0', 'e9')
          .replace('z_e0', 'z_e9')
          .replace('targetRef="e0"', 'targetRef="e9"'),
    ),
    twin: rooted(linked(link('Throw', 'x', 'L', '<target>y_d</target>'), link('Catch', 'y', 'L'))),
  },
];

const DEFINITION_CASES: readonly RuleCase[] = [
  {
    rule: 'EVT-08',
    element: 'x',
    broken: rooted(
      withIntermediate('Catch', '§<signalEventDefinition signalRef="sg2"/>'),
      undefined,
      '<signal id="sg2"/>',
    ),
    twin: rooted(withIntermediate('Catch', signal)),
  },
  {
    rule: 'EVT-30',
    element: 'x',
    broken: rooted(timed(`${time('timeDate', '2030-01-01')}§${time('timeDuration', 'PT1S')}`)),
    twin: rooted(timed(time('timeDuration', 'PT1S'))),
  },
  {
    rule: 'EVT-31',
    element: 'x',
    broken: rooted(withIntermediate('Catch', '§<timerEventDefinition/>')),
    twin: rooted(timed(time('timeDate', '2030-01-01T12:00:00Z'))),
  },
  {
    rule: 'EVT-32',
    element: 'x',
    broken: rooted(timed(`§${time('timeDuration', 'soon')}`)),
    twin: rooted(timed(time('timeDuration', '${soon}'))),
  },
  {
    rule: 'EVT-33',
    element: 's',
    broken: rooted(starting(`§${messageEvent('')}`)),
    twin: rooted(starting(messageEvent(`flowable:messageExpression="\${'paid'}"`))),
  },
  {
    rule: 'EVT-34',
    element: 's',
    broken: rooted(starting(`§${messageEvent('messageRef="m2"')}`)),
    twin: rooted(starting(message)),
  },
  {
    rule: 'EVT-35',
    element: 'e',
    broken: rooted(ending('§<signalEventDefinition/>')),
    twin: rooted(ending(signal)),
  },
  { rule: 'EVT-36', element: 'e', broken: rooted(ending('§<errorEventDefinition/>')), twin: rooted(ending(error)) },
  {
    rule: 'EVT-36',
    element: 'e',
    broken: rooted(ending('§<errorEventDefinition errorRef="er2"/>'), undefined, '<error id="er2"/>'),
    twin: rooted(ending('<errorEventDefinition errorRef="er2"/>'), undefined, '<error id="er2" errorCode="2"/>'),
  },
  {
    rule: 'EVT-37',
    element: 'x',
    broken: rooted(withIntermediate('Throw', '§<escalationEventDefinition/>')),
    twin: rooted(withBoundary('<escalationEventDefinition/>')),
  },
  {
    rule: 'EVT-40',
    element: 'x',
    broken: rooted(withIntermediate('Catch', '§<conditionalEventDefinition/>')),
    twin: rooted(withIntermediate('Catch', TRIGGERS.conditional)),
  },
  {
    rule: 'EVT-41',
    element: 's2',
    broken: rooted(`${starting(message)}\n${event('startEvent', 's2', `§${message}`)}${flow('s2', 'e')}`),
    twin: rooted(
      `${starting(message)}\n${event('startEvent', 's2', messageEvent('messageRef="m2"', '<operationRef>op2</operationRef>'))}${flow('s2', 'e')}`,
    ),
  },
  {
    rule: 'EVT-43',
    element: 's',
    broken: rooted(starting('§<messageEventDefinition messageRef="m"/>')),
    twin: rooted(starting(message)),
  },
];

describe('events', () => {
  it.each(FLOW_CASES)('events break $rule and the twin does not: $element', (row) => expectRule(row));
  it.each(LINK_CASES)('events break $rule as links and the twin does not: $element', (row) => expectRule(row));
  it.each(DEFINITION_CASES)('events break $rule by what they say and the twin does not: $element', (row) =>
    expectRule(row),
  );

  it('events start several definitions by one message name: W-12 in each', () => {
    const two = rooted(starting(message)).replace(
      '</definitions>',
      `<process id="q" isExecutable="true"><startEvent id="qs">${message}</startEvent><endEvent id="qe"/>${flow('qs', 'qe')}</process></definitions>`,
    );
    const told = problemsOf(two).filter(({ ruleId }) => ruleId === 'W-12');
    expect(told).toMatchObject([
      { elementId: 'p', line: 3, severity: 'WARNING' },
      { elementId: 'q', severity: 'WARNING' },
    ]);
    expect(problemsOf(rooted(starting(message))).some(({ ruleId }) => ruleId === 'W-12')).toBe(false);
  });

  it('events catch the same code at a boundary and in a handler inside without EVT-15, and twice in one scope with it', () => {
    const handler = (id: string) =>
      subProcess(id, chain(event('startEvent', `${id}s`, error), `<endEvent id="${id}e"/>`), 'triggeredByEvent="true"');
    const inner = `${chain('<startEvent id="us"/>', '<endEvent id="ue"/>')}${handler('h1')}`;
    const boundary = `${event('boundaryEvent', 'b', error, 'attachedToRef="u"')}<endEvent id="e2"/>${flow('b', 'e2')}`;
    expect(errorsOf(rooted(`${withSubProcess(inner)}${boundary}`))).toEqual([]);
    const twice = errorsOf(rooted(`${WHOLE}${handler('h1')}\n${handler('h2')}`));
    expect(twice).toMatchObject([{ ruleId: 'EVT-15', elementId: 'h2s' }]);
  });

  it('events compensate from inside an event sub-process what its parent scope did', () => {
    const thrown = event('endEvent', 'he', '<compensateEventDefinition activityRef="t"/>');
    const handler = subProcess('h', chain(event('startEvent', 'hs', signal), thrown), 'triggeredByEvent="true"');
    expect(errorsOf(rooted(`${handler}${COMPENSATED}`))).toEqual([]);
  });
});

const DATES = ['2030-01-31', '2030-01-31T12:00:00Z', '2030-02-28T23:59:59.5+03:00', '2028-02-29T00:00'];
const DURATIONS = ['PT5M', 'P1Y2M3DT4H5M6.7S', 'P2W'];
const CYCLES = [
  'R/PT1H',
  'R-1/PT1H',
  'R4/PT5S',
  'R3/2030-01-31T12:00:00Z/PT1H',
  'R2/PT1H/2030-01-31T12:00:00Z',
  '0 0/5 * * * ?',
  '0 0 8 ? * MON-FRI',
  '*/10 * * * * *',
  '0 0 12 L * ? 2030',
  '0 15 10 ? * 6#3',
];
const WRONG = [
  ['timeDate', '2030-02-30'],
  ['timeDate', '31.01.2030'],
  ['timeDate', 'PT5M'],
  ['timeDate', '2030-01-01T24:01:00Z'],
  ['timeDuration', 'P'],
  ['timeDuration', 'PT'],
  ['timeDuration', '5M'],
  ['timeDuration', '-PT5M'],
  ['timeCycle', 'PT5M'],
  ['timeCycle', 'R0/PT5M'],
  ['timeCycle', 'R3/'],
  ['timeCycle', '* * * * *'],
  ['timeCycle', '60 0 0 * * ?'],
  ['timeCycle', '0 0 0 ? 13 *'],
  ['timeCycle', 'R3/PT1H/PT2H'],
] as const;

describe('a timer', () => {
  const good = [
    ...DATES.map((text) => ['timeDate', text] as const),
    ...DURATIONS.map((text) => ['timeDuration', text] as const),
    ...CYCLES.map((text) => ['timeCycle', text] as const),
  ];
  it.each(good)('takes %s %s', (name, text) => expect(errorsOf(rooted(timed(time(name, text))))).toEqual([]));
  it.each(WRONG)('refuses %s %s by EVT-32', (name, text) => {
    expect(errorsOf(rooted(timed(time(name, text))))).toMatchObject([{ ruleId: 'EVT-32', elementId: 'x' }]);
  });

  it('is read by the calendar where the caller has one', () => {
    const calendar = {
      first: ({ value }: { readonly value: unknown }) =>
        value === 'noon' ? { dueAt: 0, remaining: 0, cycle: null } : { problem: 'no time' },
      next: () => null,
    };
    const told = (text: string) =>
      problemsOf(rooted(timed(time('timeDate', text))), 'spec', { calendar })
        .filter(({ severity }) => severity === 'ERROR')
        .map(({ ruleId }) => ruleId);
    expect(told('noon')).toEqual([]);
    expect(told('${whenever}')).toEqual([]);
    expect(told('2030-01-01')).toEqual(['EVT-32']);
  });
});
