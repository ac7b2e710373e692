// Rules of events by their position (BPMN 2.0.2, 10.5): every cell of the matrix, and what may be said at each.
import { describe, expect, it } from 'vitest';
import {
  event,
  HANDLER,
  LINK,
  ROOTS,
  rooted,
  subProcess,
  TRIGGER_NAMES,
  TRIGGERS,
  type TriggerName,
  WHOLE,
  withBoundary,
  withHandler,
  withIntermediate,
  withSubProcess,
} from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { withFlowLists } from '../testing/flow-lists.ts';
import { chain, definitions, END, errorsOf, model, process, START, TASK } from '../testing/model-text.ts';

const { message, timer, signal, error, escalation, compensation, cancel, terminate } = TRIGGERS;
const TRANSACTION = (content: string) =>
  `${withSubProcess(content, '', 'transaction')}\n${event('boundaryEvent', 'b', cancel, 'attachedToRef="u"')}
  <endEvent id="e2"/><sequenceFlow id="b_e2" sourceRef="b" targetRef="e2"/>`;
const COMPENSATED = (attributes = '', content: string = compensation) =>
  `${WHOLE}\n${event('boundaryEvent', 'b', content, `attachedToRef="t" ${attributes}`)}${HANDLER}${LINK}`;

const CASES: readonly RuleCase[] = [
  {
    rule: 'EVT-03',
    element: 's',
    broken: rooted(chain(event('startEvent', 's', `§${error}`), END)),
    twin: rooted(chain(event('startEvent', 's', signal), END)),
  },
  {
    rule: 'EVT-04',
    element: 'us',
    broken: rooted(withSubProcess(chain(event('startEvent', 'us', `§${timer}`), '<endEvent id="ue"/>'))),
    twin: rooted(withSubProcess(chain(event('startEvent', 'us', ''), '<endEvent id="ue"/>'))),
  },
  {
    rule: 'EVT-05',
    element: 'hs',
    broken: rooted(withHandler('').replace('<startEvent id="hs"', '§<startEvent id="hs"')),
    twin: rooted(withHandler(message)),
  },
  {
    rule: 'EVT-05',
    element: 'hs',
    broken: rooted(withHandler(`§${terminate}`)),
    twin: rooted(withHandler(`${message}${timer}`)),
  },
  {
    rule: 'EVT-06',
    element: 'hs',
    broken: rooted(withHandler(`§${error}`, 'isInterrupting="false"')),
    twin: rooted(withHandler(escalation, 'isInterrupting="false"')),
  },
  {
    rule: 'EVT-07',
    element: 's',
    broken: rooted(chain(`§${event('startEvent', 's', message, 'parallelMultiple="true"')}`, END)),
    twin: rooted(chain(event('startEvent', 's', message + signal, 'parallelMultiple="true"'), END)),
  },
  {
    rule: 'EVT-10',
    element: 'e',
    broken: rooted(chain(START, event('endEvent', 'e', `§${timer}`))),
    twin: rooted(chain(START, event('endEvent', 'e', terminate))),
  },
  {
    rule: 'EVT-12',
    element: 'e',
    broken: rooted(chain(START, event('endEvent', 'e', `§${cancel}`))),
    twin: rooted(TRANSACTION(chain('<startEvent id="us"/>', event('endEvent', 'ue', cancel)))),
  },
  {
    rule: 'EVT-13',
    element: 'x',
    broken: rooted(withIntermediate('Throw', `§${error}`)),
    twin: rooted(withIntermediate('Throw', escalation)),
  },
  {
    rule: 'EVT-14',
    element: 'x',
    broken: rooted(withIntermediate('Catch', '').replace('<intermediate', '§<intermediate')),
    twin: rooted(withIntermediate('Catch', timer)),
  },
  {
    rule: 'EVT-14',
    element: 'x',
    broken: rooted(
      `${WHOLE}${chain(event('intermediateCatchEvent', 'x', `${signal}§<linkEventDefinition name="L"/>`), '<endEvent id="e3"/>')}${LINK_THROW()}`,
    ),
    twin: rooted(withIntermediate('Catch', signal + message)),
  },
  {
    rule: 'EVT-17',
    element: 'b',
    broken: rooted(withBoundary(`§${terminate}`)),
    twin: rooted(withBoundary(timer)),
  },
  {
    rule: 'EVT-22',
    element: 'b',
    broken: rooted(withBoundary(`§${error}`, 'cancelActivity="false"')),
    twin: rooted(withBoundary(escalation, 'cancelActivity="false"')),
  },
  {
    rule: 'EVT-23',
    element: 'b',
    broken: rooted(withBoundary(`§${cancel}`)),
    twin: rooted(TRANSACTION(chain('<startEvent id="us"/>', '<endEvent id="ue"/>'))),
  },
  {
    rule: 'EVT-24',
    element: 'b',
    broken: rooted(COMPENSATED('', '§<compensateEventDefinition activityRef="t"/>')),
    twin: rooted(COMPENSATED()),
  },
  {
    rule: 'EVT-42',
    element: 'e',
    broken: rooted(
      chain(
        event('startEvent', 's', '<signalEventDefinition id="inner" signalRef="sg"/>'),
        event('endEvent', 'e', '§<eventDefinitionRef>inner</eventDefinitionRef>'),
      ),
    ),
    twin: rooted(
      chain(START, event('endEvent', 'e', '<eventDefinitionRef>outer</eventDefinitionRef>')),
      undefined,
      '<signalEventDefinition id="outer" signalRef="sg"/>',
    ),
  },
  {
    rule: 'EVT-44',
    element: 'b',
    broken: rooted(COMPENSATED('cancelActivity="false"', `§${compensation}`)),
    twin: rooted(COMPENSATED()),
  },
];

function LINK_THROW(): string {
  return '<task id="y"/><sequenceFlow id="s_y" sourceRef="s" targetRef="y"/><intermediateThrowEvent id="z"><linkEventDefinition name="L"/></intermediateThrowEvent><sequenceFlow id="y_z" sourceRef="y" targetRef="z"/>';
}

interface Cell {
  readonly position: string;
  readonly build: (content: string) => string;
  readonly rule: string;
  readonly allowed: readonly TriggerName[];
}

const WAITED: readonly TriggerName[] = ['message', 'timer', 'conditional', 'signal'];
const LINK_CATCH = '<intermediateCatchEvent id="lc"><linkEventDefinition name="L"/></intermediateCatchEvent>';

/** Links need their other end, compensation and cancel what they act on: each position is built so that they have it. */
const MATRIX: readonly Cell[] = [
  {
    position: 'process start',
    build: (content) => chain(event('startEvent', 's', content), END),
    rule: 'EVT-03',
    allowed: WAITED,
  },
  {
    position: 'event sub-process start',
    build: (content) => withHandler(content),
    rule: 'EVT-05',
    allowed: [...WAITED, 'error', 'escalation', 'compensation'],
  },
  {
    position: 'intermediate catch',
    build: (content) =>
      content.includes('link')
        ? `${WHOLE}<task id="y"/>${chain(event('intermediateCatchEvent', 'x', content), '<endEvent id="e3"/>')}${LINK_THROW()}`.replace(
            '<task id="y"/>',
            '',
          )
        : withIntermediate('Catch', content),
    rule: 'EVT-14',
    allowed: [...WAITED, 'link'],
  },
  {
    position: 'boundary',
    build: (content) => {
      if (content === compensation) return COMPENSATED();
      if (content === cancel) return TRANSACTION(chain('<startEvent id="us"/>', '<endEvent id="ue"/>'));
      return withBoundary(content);
    },
    rule: 'EVT-17',
    allowed: [...WAITED, 'error', 'escalation', 'compensation', 'cancel'],
  },
  {
    position: 'intermediate throw',
    build: (content) =>
      content.includes('link')
        ? `${chain(START, event('intermediateThrowEvent', 'x', content))}${chain(LINK_CATCH, END)}`
        : withIntermediate('Throw', content),
    rule: 'EVT-13',
    allowed: ['message', 'signal', 'escalation', 'compensation', 'link'],
  },
  {
    position: 'end',
    build: (content) =>
      content === cancel
        ? TRANSACTION(chain('<startEvent id="us"/>', event('endEvent', 'ue', cancel)))
        : chain(START, event('endEvent', 'e', content)),
    rule: 'EVT-10',
    allowed: ['message', 'signal', 'error', 'escalation', 'compensation', 'cancel', 'terminate'],
  },
];

describe('an event by its position', () => {
  it.each(CASES)('breaks $rule and its twin does not: $element', (row) => expectRule(row));

  const cells = MATRIX.flatMap((row) => TRIGGER_NAMES.map((trigger) => ({ ...row, trigger })));
  it.each(cells)('$position takes $trigger exactly as the matrix says', ({ build, rule, allowed, trigger }) => {
    const told = errorsOf(withFlowLists(rooted(build(TRIGGERS[trigger]))), 'strict').map(({ ruleId }) => ruleId);
    if (allowed.includes(trigger)) expect(told).toEqual([]);
    else expect(told).toContain(rule);
  });

  const referred = cells.filter(({ allowed, trigger }) => allowed.includes(trigger) && trigger !== 'link');
  it.each(referred)('$position takes $trigger by reference too', ({ build, trigger }) => {
    const root = TRIGGERS[trigger].replace('EventDefinition', 'EventDefinition id="def"');
    const content = build(TRIGGERS[trigger]).replace(TRIGGERS[trigger], '<eventDefinitionRef>def</eventDefinitionRef>');
    expect(errorsOf(withFlowLists(rooted(content, undefined, root)), 'strict')).toEqual([]);
  });

  it('is refused without trigger where one is needed, and only there', () => {
    const ofEmpty = MATRIX.map(({ build, position }) => {
      const text = build('');
      const [first] = errorsOf(rooted(text)).map(({ ruleId }) => ruleId);
      return [position, first ?? null];
    });
    expect(ofEmpty).toEqual([
      ['process start', null],
      ['event sub-process start', 'EVT-05'],
      ['intermediate catch', 'EVT-14'],
      ['boundary', 'EVT-17'],
      ['intermediate throw', null],
      ['end', null],
    ]);
  });

  it('is judged in a sub-process as in a process', () => {
    const inner = chain('<startEvent id="us"/>', event('intermediateThrowEvent', 'ux', error), '<endEvent id="ue"/>');
    expect(errorsOf(rooted(withSubProcess(inner)))).toMatchObject([{ ruleId: 'EVT-13', elementId: 'ux' }]);
  });

  it('tells a second cancel boundary of one transaction', () => {
    const text = `${TRANSACTION(chain('<startEvent id="us"/>', '<endEvent id="ue"/>'))}
      ${event('boundaryEvent', 'b2', cancel, 'attachedToRef="u"')}<sequenceFlow id="b2_e2" sourceRef="b2" targetRef="e2"/>`;
    expect(errorsOf(rooted(text))).toMatchObject([{ ruleId: 'EVT-23', elementId: 'b2' }]);
  });

  it('hears the same in a process that is not executed', () => {
    const text = definitions(
      `${ROOTS}${process(chain(START, TASK, event('endEvent', 'e', timer)), 'isExecutable="false"')}`,
    );
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'EVT-10', elementId: 'e' }]);
    expect(
      errorsOf(
        model(
          `${WHOLE}${subProcess('h', chain('<startEvent id="hs"/>', '<endEvent id="he"/>'), 'triggeredByEvent="true"')}`,
        ),
      ),
    ).toMatchObject([{ ruleId: 'EVT-05' }]);
  });
});
