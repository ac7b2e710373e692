// Event-based and complex gateways have rules of their own.
import { describe, expect, it } from 'vitest';
import { event, rooted, TRIGGERS } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { condition, END, errorsOf, flow, START } from '../testing/model-text.ts';

const { message, signal, timer } = TRIGGERS;
const caught = (id: string, content: string) => event('intermediateCatchEvent', id, content);
const receive = (id: string, attributes = '') =>
  `<receiveTask id="${id}" messageRef="m" operationRef="op" ${attributes}/>`;

interface Choice {
  readonly attributes?: string;
  readonly a?: string;
  readonly b?: string;
  readonly toB?: string;
  readonly more?: string;
}

/** Makes a gateway `g` behind the start with `a` and `b` behind it. */
function choice({ attributes = '', a = caught('a', signal), b = caught('b', timer), toB, more = '' }: Choice): string {
  const flows = [flow('s', 'g'), flow('g', 'a'), toB ?? flow('g', 'b'), flow('a', 'e'), flow('b', 'e')].join('\n');
  return rooted(`${START}\n<eventBasedGateway id="g" ${attributes}/>\n${a}\n${b}\n${END}${flows}${more}`);
}

/** Makes the same, starting the process itself. */
function instantiating(parts: Choice): string {
  return choice({ attributes: 'instantiate="true"', b: caught('b', message), ...parts })
    .replace(`${START}\n`, '\n')
    .replace(flow('s', 'g'), '');
}

const GOOD = choice({});

const CASES: readonly RuleCase[] = [
  {
    rule: 'GWY-07',
    element: 'g',
    broken: rooted(
      `${START}§<eventBasedGateway id="g"/>${caught('a', signal)}${END}${flow('s', 'g')}${flow('g', 'a')}${flow('a', 'e')}`,
    ),
    twin: GOOD,
  },
  { rule: 'GWY-08', element: 'a', broken: choice({ a: '§<userTask id="a"/>' }), twin: choice({ a: receive('a') }) },
  {
    rule: 'GWY-09',
    element: 'a',
    broken: choice({ a: `§${caught('a', signal)}`, more: `<task id="t"/>${flow('s', 't')}${flow('t', 'a')}` }),
    twin: choice({ more: `<task id="t"/>${flow('s', 't')}${flow('t', 'e')}` }),
  },
  {
    rule: 'GWY-10',
    element: 'g',
    broken: choice({ a: receive('a'), b: caught('b', message) }).replace('<eventBased', '§<eventBased'),
    twin: choice({ a: receive('a') }),
  },
  {
    rule: 'GWY-11',
    element: 'a',
    broken: choice({
      a: `§${receive('a')}`,
      more: `${event('boundaryEvent', 'x', timer, 'attachedToRef="a"')}${flow('x', 'e')}`,
    }),
    twin: choice({ a: receive('a') }),
  },
  {
    rule: 'GWY-12',
    element: 'g',
    broken: choice({ toB: flow('g', 'b', `§${condition('yes')}`) }),
    twin: GOOD,
  },
  {
    rule: 'GWY-13',
    element: 'g',
    broken: choice({ attributes: 'eventGatewayType="Parallel"' }).replace('<eventBased', '§<eventBased'),
    twin: instantiating({ attributes: 'instantiate="true" eventGatewayType="Parallel"' }),
  },
  {
    rule: 'GWY-14',
    element: 'g',
    broken: choice({ attributes: 'instantiate="true"', b: caught('b', message) }).replace(
      '<eventBased',
      '§<eventBased',
    ),
    twin: instantiating({}),
  },
  {
    rule: 'GWY-15',
    element: 'b',
    broken: instantiating({ b: `§${caught('b', timer)}` }),
    twin: instantiating({}),
  },
];

const activated = (content: string) =>
  rooted(
    `${START}<task id="a"/><task id="b"/><complexGateway id="g">${content}</complexGateway>${END}
    ${flow('s', 'a')}${flow('s', 'b')}${flow('a', 'g')}${flow('b', 'g')}${flow('g', 'e')}`,
  );
const activation = (text: string) => `<activationCondition xsi:type="tFormalExpression">${text}</activationCondition>`;

const COMPLEX_CASES: readonly RuleCase[] = [
  {
    rule: 'GWY-16',
    element: 'g',
    broken: activated(`§${activation('activationCount + 1')}`),
    twin: activated(activation('activationCount == 2')),
  },
  {
    rule: 'W-06',
    element: 'g',
    broken: activated('').replace('<complexGateway', '§<complexGateway'),
    twin: activated(activation('activationCount == 2')),
  },
];

describe('gateways', () => {
  it.each(CASES)('gateways break $rule with events behind them and the twin does not: $element', (row) =>
    expectRule(row),
  );
  it.each(COMPLEX_CASES)('gateways break $rule with a condition of their own and the twin does not', (row) =>
    expectRule(row),
  );

  it('gateways take every event that they may wait for', () => {
    for (const kind of ['message', 'timer', 'signal', 'conditional'] as const) {
      expect(errorsOf(choice({ a: caught('a', TRIGGERS[kind]) }))).toEqual([]);
    }
    expect(errorsOf(choice({ a: caught('a', message + signal) }))).toEqual([]);
  });
});
