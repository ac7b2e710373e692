// Rules of sequence flows, gateways, events, activities and processes: each broken alone, and an accepted twin of each.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { withFlowLists } from '../testing/flow-lists.ts';
import {
  chain,
  condition,
  definitions,
  END,
  errorsOf,
  flow,
  model,
  problemsOf,
  process,
  readText,
  START,
  TASK,
  utf8,
  WHOLE,
} from '../testing/model-text.ts';

const NODES = `${START}${TASK}${END}`;
const Q = '<process id="q" isExecutable="false"><startEvent id="qs"/><endEvent id="qe"/>';
const YES = condition('${yes}');

/** Makes a split at `g` of `type` into `a` and `b`, joined at `j` of `joinType`. */
function diamond(type: string, joinType: string, gAttributes = '', toA = flow('g', 'a'), toB = flow('g', 'b')): string {
  return [
    START,
    `<${type} id="g" ${gAttributes}/>`,
    '<task id="a"/><task id="b"/>',
    `<${joinType} id="j"/>`,
    END,
    flow('s', 'g'),
    toA,
    toB,
    flow('a', 'j'),
    flow('b', 'j'),
    flow('j', 'e'),
  ].join('\n');
}

const CHOICE = diamond('exclusiveGateway', 'exclusiveGateway', 'default="g_b"', flow('g', 'a', YES));
const FORK = diamond('parallelGateway', 'parallelGateway');

const FLOW_CASES: readonly RuleCase[] = [
  {
    rule: 'SEQ-01',
    element: 's_qe',
    broken: definitions(`${process(`${WHOLE}\n§${flow('s', 'qe')}`)}${Q}${flow('qs', 'qe')}</process>`),
    twin: definitions(`${process(`${WHOLE}\n${flow('s', 'e')}`)}${Q}${flow('qs', 'qe')}</process>`),
  },
  {
    rule: 'SEQ-02',
    element: 't_s',
    broken: model(`${WHOLE}\n§${flow('t', 's')}`),
    twin: model(`${WHOLE}\n${flow('t', 't')}`),
  },
  {
    rule: 'SEQ-03',
    element: 'e_t',
    broken: model(`${WHOLE}\n§${flow('e', 't')}`),
    twin: model(`${WHOLE}\n${flow('s', 'e')}`),
  },
  {
    rule: 'SEQ-04',
    element: 't_x',
    broken: model(`${WHOLE}\n§${flow('t', 'x')}<textAnnotation id="x"/>`),
    twin: model(`${WHOLE}<textAnnotation id="x"/><association id="as" sourceRef="t" targetRef="x"/>`),
  },
  {
    rule: 'SEQ-05',
    element: 's_t',
    broken: model(`${NODES}\n§${flow('s', 't', YES)}${flow('t', 'e')}`),
    twin: model(CHOICE),
  },
  {
    rule: 'W-01',
    element: 'g_a',
    broken: model(diamond('parallelGateway', 'parallelGateway', '', `§${flow('g', 'a', YES)}`)),
    twin: model(FORK),
  },
  {
    rule: 'SEQ-06',
    element: 't_e',
    broken: model(`${NODES}${flow('s', 't')}\n§${flow('t', 'e', YES)}`),
    twin: model(`${NODES}<endEvent id="e2"/>${flow('s', 't')}\n${flow('t', 'e', YES)}${flow('t', 'e2')}`),
  },
  {
    rule: 'SEQ-07',
    element: 'g_b',
    broken: model(
      diamond('exclusiveGateway', 'exclusiveGateway', 'default="g_b"', flow('g', 'a', YES), `§${flow('g', 'b', YES)}`),
    ),
    twin: model(CHOICE),
  },
  {
    rule: 'SEQ-08',
    element: 't',
    broken: model(chain(START, '<userTask id="t" §default="s_t"/>', END)),
    twin: model(chain(START, '<userTask id="t" default="t_e"/>', END)),
  },
  {
    rule: 'SEQ-08',
    element: 't',
    broken: model(chain(START, '<userTask id="t" §default="gone"/>', END)),
    twin: model(chain(START, '<userTask id="t"/>', END)),
  },
  {
    rule: 'SEQ-09',
    element: 't_e',
    broken: model(`${NODES}${flow('s', 't')}\n§${flow('t', 'e', '', 'isImmediate="false"')}`),
    twin: model(`${NODES}${flow('s', 't')}\n${flow('t', 'e', '', 'isImmediate="true"')}`),
  },
  {
    rule: 'SEQ-10',
    element: 't',
    broken: model(chain(START, '<userTask id="t">§<incoming>t_e</incoming></userTask>', END)),
    twin: model(chain(START, '<userTask id="t"><incoming>s_t</incoming><outgoing>t_e</outgoing></userTask>', END)),
  },
  {
    rule: 'SEQ-10',
    element: 't',
    broken: model(chain(START, '<userTask id="t">§<outgoing>gone</outgoing></userTask>', END)),
    twin: model(chain(START, '<userTask id="t"><outgoing>tns:t_e</outgoing></userTask>', END)),
  },
  {
    rule: 'GWY-01',
    element: 'g',
    broken: model(chain(START, '§<exclusiveGateway id="g"/>', END)),
    twin: model(CHOICE),
  },
  {
    rule: 'GWY-02',
    element: 'g',
    broken: model(
      diamond('parallelGateway', 'parallelGateway', 'gatewayDirection="Converging"').replace(
        '<parallelGateway id="g"',
        '§<parallelGateway id="g"',
      ),
    ),
    twin: model(FORK.replace('id="j"', 'id="j" gatewayDirection="Converging"')),
  },
  {
    rule: 'GWY-03',
    element: 'j',
    broken: model(FORK.replace('<parallelGateway id="j"', '§<parallelGateway id="j" gatewayDirection="Diverging"')),
    twin: model(FORK.replace('id="g"', 'id="g" gatewayDirection="Diverging"')),
  },
  {
    rule: 'GWY-03',
    element: 'g',
    broken: model(chain(START, '§<exclusiveGateway id="g" gatewayDirection="Diverging"/>', END)),
    twin: model(CHOICE.replace('id="g"', 'id="g" gatewayDirection="Unspecified"')),
  },
  {
    rule: 'GWY-04',
    element: 'j',
    broken: model(FORK.replace('<parallelGateway id="j"', '§<parallelGateway id="j" gatewayDirection="Mixed"')),
    twin: model(`${FORK.replace('id="j"', 'id="j" gatewayDirection="Mixed"')}<endEvent id="e2"/>${flow('j', 'e2')}`),
  },
  {
    rule: 'GWY-05',
    element: 'g',
    broken: model(CHOICE.replace('default="g_b"', '').replace('<exclusiveGateway id="g"', '§<exclusiveGateway id="g"')),
    twin: model(CHOICE),
  },
  {
    rule: 'EVT-01',
    element: 's2',
    broken: model(`${WHOLE.replace(END, `${END}\n§<startEvent id="s2"/>`)}`),
    twin: model(`${WHOLE.replace(END, `${END}\n<startEvent id="s2"/>`)}${flow('s2', 'e')}`),
  },
  {
    rule: 'EVT-02',
    element: 'e2',
    broken: model(`${WHOLE.replace(END, `${END}\n§<endEvent id="e2"/>`)}`),
    twin: model(`${WHOLE.replace(END, `${END}\n<endEvent id="e2"/>`)}${flow('t', 'e2')}`),
  },
  {
    rule: 'W-07',
    element: 's',
    broken: model(chain('§<startEvent id="s" isInterrupting="false"/>', END)),
    twin: model(chain('<startEvent id="s" isInterrupting="true"/>', END)),
  },
  {
    rule: 'ACT-01',
    element: 't',
    broken: model(chain(START, '§<userTask id="t" startQuantity="0"/>', END)),
    twin: model(chain(START, '<userTask id="t" startQuantity="1"/>', END)),
  },
  {
    rule: 'ACT-02',
    element: 't',
    broken: model(chain(START, '§<task id="t" completionQuantity="-3"/>', END)),
    twin: model(chain(START, '<task id="t" completionQuantity="3"/>', END)),
  },
  {
    rule: 'ACT-17',
    element: 't',
    broken: model(chain(START, '<task id="t">§<potentialOwner/></task>', END)),
    twin: model(chain(START, '<userTask id="t"><potentialOwner/></userTask>', END)),
  },
];

describe('flows, gateways, events and activities', () => {
  it.each(FLOW_CASES)('flows, gateways, events and activities break $rule and the twin does not: $element', (row) =>
    expectRule(row),
  );

  it('flows, gateways, events and activities break ACT-18 with both kinds of assignment, also where nothing is executed', () => {
    const role = `<potentialOwner><resourceRef>r</resourceRef><resourceAssignmentExpression>
      <formalExpression>x</formalExpression></resourceAssignmentExpression></potentialOwner>`;
    const whole = chain(START, `<userTask id="t">${role}</userTask>`, END);
    const text = definitions(`<resource id="r" name="r"/>${process(whole, 'isExecutable="false"')}`);
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'ACT-18', elementId: 't' }]);
    const one = role.replace('<resourceRef>r</resourceRef>', '');
    expect(errorsOf(text.replace(role, one))).toEqual([]);
  });

  it('flows, gateways, events and activities warn under GWY-06 for an inclusive split only when lenient', () => {
    const text = model(diamond('inclusiveGateway', 'parallelGateway', '', flow('g', 'a', YES)));
    const of = (strictness: 'spec' | 'lenient') =>
      problemsOf(text, strictness).find((problem) => problem.ruleId === 'GWY-06');
    expect(of('spec')).toMatchObject({ severity: 'ERROR', elementId: 'g' });
    expect(of('lenient')).toMatchObject({ severity: 'WARNING', elementId: 'g' });
    const twin = model(diamond('inclusiveGateway', 'parallelGateway', 'default="g_b"', flow('g', 'a', YES)));
    expect(problemsOf(twin).some((problem) => problem.ruleId === 'GWY-06')).toBe(false);
  });

  it('flows, gateways, events and activities name what cannot be a target', () => {
    const text = model(`${WHOLE}\n${flow('t', 's')}`);
    expect(errorsOf(text)[0]?.message).toBe("A start event cannot be a flow's target");
  });
});

const RING = '<task id="r1"/><task id="r2"/>';
const RING_FLOWS = flow('r1', 'r2') + flow('r2', 'r1');

const PROCESS_CASES: readonly RuleCase[] = [
  {
    rule: 'PRC-01',
    element: 'p',
    broken: definitions(`§${process('<textAnnotation id="x"/>')}`),
    twin: definitions(process('<task id="t"/>')),
  },
  {
    rule: 'PRC-02',
    element: 'p',
    broken: definitions(`§${process(chain(START, TASK))}`),
    twin: model(WHOLE),
  },
  { rule: 'PRC-03', element: 'p', broken: definitions(`§${process(chain(TASK, END))}`), twin: model(WHOLE) },
  {
    rule: 'PRC-04',
    element: 'x',
    broken: model(`${START}${TASK}${END}\n§<task id="x"/>${flow('s', 't')}${flow('t', 'e')}${flow('x', 'e')}`),
    twin: model(chain(START, TASK, '<task id="x"/>', END)),
  },
  {
    rule: 'PRC-05',
    element: 'x',
    broken: model(`${START}${TASK}${END}\n§<task id="x"/>${flow('s', 't')}${flow('t', 'e')}${flow('t', 'x')}`),
    twin: model(chain(START, TASK, '<task id="x"/>', END)),
  },
  {
    rule: 'PRC-06',
    element: 'p',
    broken: definitions(`§${process(WHOLE, 'isExecutable="true" processType="Public"')}`),
    twin: model(WHOLE, 'isExecutable="true" processType="Private"'),
  },
  {
    rule: 'PRC-07',
    element: 'p',
    broken: definitions(`${process(WHOLE)}\n§<process id="p" isExecutable="false"/>`),
    twin: definitions(`${process(WHOLE)}\n<process id="p2" isExecutable="false"/>`),
  },
  {
    rule: 'PRC-10',
    element: 'p',
    broken: definitions(`§${process(RING + RING_FLOWS)}`),
    twin: model(`${RING}<task id="r0"/>${RING_FLOWS}${flow('r0', 'r1')}`),
  },
  {
    rule: 'W-02',
    element: 'p',
    broken: definitions(`§${process(WHOLE, '')}`),
    twin: model(WHOLE),
  },
  {
    rule: 'W-08',
    element: 'j',
    broken: model(
      diamond('exclusiveGateway', 'parallelGateway', 'default="g_b"', flow('g', 'a', YES)).replace(
        '<parallelGateway',
        '§<parallelGateway',
      ),
    ),
    twin: model(FORK),
  },
  {
    rule: 'W-09',
    element: 'j',
    broken: model(diamond('parallelGateway', 'exclusiveGateway').replace('<exclusive', '§<exclusive')),
    twin: model(CHOICE),
  },
  {
    rule: 'W-10',
    element: 'r',
    broken: model(`${NODES}\n§<task id="r"/>${flow('s', 't')}${flow('t', 'e')}${flow('r', 'r')}`),
    twin: model(`${NODES}<task id="r"/>${flow('s', 't')}${flow('t', 'e')}${flow('t', 'r')}${flow('r', 'r')}`),
  },
  {
    rule: 'W-11',
    element: 'p',
    broken: definitions(`§${process(WHOLE).replace('keelson:historyTimeToLive="P1D"', '')}`),
    twin: model(WHOLE),
  },
  {
    rule: 'W-14',
    element: 'p',
    broken: definitions(`<collaboration id="c"><participant id="pa"/></collaboration>\n§${process(WHOLE)}`),
    twin: definitions(`<collaboration id="c"><participant id="pa" processRef="p"/></collaboration>${process(WHOLE)}`),
  },
];

describe('a process', () => {
  it.each(PROCESS_CASES)('breaks $rule and its twin does not', (row) => expectRule(row));

  it('a process id in two files is PRC-07 in the second and told as a duplicate', () => {
    const bytes = utf8(model(WHOLE));
    const files = [
      { name: 'a.bpmn', bytes },
      { name: 'b.bpmn', bytes },
    ];
    const { problems, duplicateKeys } = readDeployment(files, { strictness: 'lenient' });
    expect(problems.filter(({ ruleId }) => ruleId !== 'SEQ-11')).toMatchObject([
      { ruleId: 'PRC-07', file: 'b.bpmn', elementId: 'p' },
    ]);
    expect(duplicateKeys).toEqual([{ key: 'p', files: ['a.bpmn', 'b.bpmn'] }]);
  });

  it('is reported once about a start event without flow: EVT-01 stands for PRC-05', () => {
    const text = model(`${WHOLE.replace(END, `${END}<startEvent id="s2"/>`)}`);
    expect(problemsOf(text).filter((problem) => problem.elementId === 's2')).toHaveLength(1);
  });

  it('a process without isExecutable is executable when no X rule speaks against it', () => {
    const { problems, definitions: read } = readText(withFlowLists(definitions(process(WHOLE, ''))));
    expect(problems).toMatchObject([{ ruleId: 'W-02', severity: 'WARNING' }]);
    expect(read).toMatchObject([{ executable: true, startable: true }]);
  });

  it('a process without isExecutable is stored as not executable with X rules as warnings', () => {
    const { problems, definitions: read } = readText(
      withFlowLists(definitions(process(chain(START, '<scriptTask id="t"/>', END), ''))),
    );
    expect(problems).toMatchObject([
      { ruleId: 'W-02', severity: 'WARNING' },
      { ruleId: 'ACT-06', severity: 'WARNING', elementId: 't' },
    ]);
    expect(read).toMatchObject([{ executable: false, startable: false, model: null }]);
    expect(read[0]?.warnings).toHaveLength(2);
  });

  it('a process with isExecutable="false" is stored, hears nothing of X rules and all of the others', () => {
    const stored = withFlowLists(
      definitions(process(chain(START, '<scriptTask id="t"/>', END), 'isExecutable="false"')),
    );
    expect(readText(stored)).toMatchObject({
      problems: [{ ruleId: 'W-21', severity: 'WARNING' }],
      definitions: [{ executable: false, model: null }],
    });
    const broken = definitions(process(`${WHOLE}${flow('e', 't')}`, 'isExecutable="0"'));
    expect(errorsOf(broken)).toMatchObject([{ ruleId: 'SEQ-03' }]);
  });
});
