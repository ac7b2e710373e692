// Some rules of processes speak of interfaces, collaborations and other files, and of what only strict reading asks for.
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { rooted, WHOLE } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, END, flow, mark, model, problemsOf, process, START, TASK } from '../testing/model-text.ts';

const POOLS =
  '<collaboration id="co"><participant id="pa" processRef="p"/><participant id="pb"/>' +
  '<textAnnotation id="ta"/>FLOW</collaboration>';
const ITEMS =
  '<itemDefinition id="i1" structureRef="tns:One"/><message id="tm" name="T" itemRef="i1"/>' +
  '<interface id="tif" name="TI"><operation id="top" name="T"><inMessageRef>tm</inMessageRef></operation></interface>';
const IO =
  '<ioSpecification><dataInput id="pi" itemSubjectRef="i1"/><dataOutput id="po"/><inputSet><dataInputRefs>pi</dataInputRefs></inputSet>' +
  '<outputSet><dataOutputRefs>po</dataOutputRefs></outputSet></ioSpecification>';
const SUPPORTED = '<supportedInterfaceRef>tif</supportedInterfaceRef>';
const binding = (operation: string) => `<ioBinding operationRef="${operation}" inputDataRef="pi" outputDataRef="po"/>`;
const supporting = (content: string) => rooted(`${content}${WHOLE}`, undefined, ITEMS);

const CASES: readonly RuleCase[] = [
  {
    rule: 'PRC-08',
    element: 'p',
    broken: definitions(
      `<message id="m" name="M"/>\n${process(WHOLE, 'isExecutable="true" §definitionalCollaborationRef="m"')}`,
    ),
    twin: definitions(
      `${POOLS.replace('FLOW', '')}\n${process(WHOLE, 'isExecutable="true" definitionalCollaborationRef="co"')}`,
    ),
  },
  {
    rule: 'PRC-08',
    element: 'p',
    broken: rooted(`${WHOLE}§<supports>m</supports>`),
    twin: rooted(`${WHOLE}<supports>p</supports>`),
  },
  {
    rule: 'PRC-09',
    element: 'p',
    broken: supporting(`${SUPPORTED}${IO}§${binding('op')}${binding('top')}`),
    twin: supporting(`${SUPPORTED}${IO}${binding('top')}`),
  },
  {
    rule: 'PRC-12',
    element: 'mf',
    broken: definitions(
      `${POOLS.replace('<textAnnotation id="ta"/>FLOW', '§<messageFlow id="mf" sourceRef="pa" targetRef="ta"/><textAnnotation id="ta"/>')}\n${process(WHOLE)}`,
    ),
    twin: definitions(
      `${POOLS.replace('<textAnnotation id="ta"/>FLOW', '<messageFlow id="mf" sourceRef="pa" targetRef="pb"/><textAnnotation id="ta"/>')}\n${process(WHOLE)}`,
    ),
  },
  {
    rule: 'PRC-13',
    element: 'p',
    broken: supporting(`${SUPPORTED}${IO}`).replace('<process', '§<process'),
    twin: supporting(`${SUPPORTED}${IO}${binding('top')}`),
  },
];

const listed = (incoming: string) =>
  model(
    `<startEvent id="s"><outgoing>s_t</outgoing></startEvent>\n<userTask id="t">${incoming}<outgoing>t_e</outgoing></userTask>\n<endEvent id="e"><incoming>t_e</incoming></endEvent>${flow('s', 't')}${flow('t', 'e')}`,
  );

describe('a process', () => {
  it.each(CASES)('breaks $rule and its twin does not', (row) => expectRule(row));

  it('lists each flow at both its ends only where strict: SEQ-11', () => {
    const told = (strictness: 'strict' | 'spec' | 'lenient', text: string) =>
      problemsOf(text, strictness).map(({ ruleId, severity, elementId, line }) => [ruleId, severity, elementId, line]);
    expect(told('strict', listed(''))).toEqual([['SEQ-11', 'ERROR', 't', 4]]);
    expect(told('spec', listed(''))).toEqual([['SEQ-11', 'WARNING', 't', 4]]);
    expect(told('lenient', listed(''))).toEqual([['SEQ-11', 'WARNING', 't', 4]]);
    expect(told('strict', listed('<incoming>s_t</incoming>'))).toEqual([]);
  });

  it('tells lists that are left out once a file, at the first element, with the count of the others: SEQ-11', () => {
    const told = problemsOf(model(chain(START, TASK, END)), 'lenient').filter(({ ruleId }) => ruleId === 'SEQ-11');
    expect(told).toMatchObject([
      { elementId: 's', message: expect.stringMatching(/^s \(\+2\) does not list its flow s_t/) },
    ]);
  });

  it('a process of an id that another deployment has is PRC-07 where the caller says so', () => {
    const files = [{ name: 'a.bpmn', bytes: mark(model(chain(START, TASK, END))).bytes }];
    const told = (hasProcess: (key: string) => boolean) =>
      readDeployment(files, { strictness: 'spec', outside: { hasProcess } }).problems.map(({ ruleId }) => ruleId);
    expect(told((key) => key === 'p')).toContain('PRC-07');
    expect(told(() => false)).not.toContain('PRC-07');
  });
});
