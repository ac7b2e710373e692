// Rules of activities: scripts, messages, calls, resources and the data that they exchange with operations.
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { ROOTS, rooted } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, END, errorsOf, io, mark, problemsOf, process, START } from '../testing/model-text.ts';

const LANGUAGES = {
  feel: () => ({ problem: 'no FEEL', offset: 0 }),
  javascriptProblem: (source: string) => (source.includes('!!') ? { problem: 'unexpected !!', offset: 0 } : null),
};
const within = (content: string) => chain(START, content, END);
const script = (content: string, attributes = 'scriptFormat="javascript"') =>
  rooted(within(`<scriptTask id="t" ${attributes}>${content}</scriptTask>`));
const task = (type: string, attributes: string, content = '') => `<${type} id="t" ${attributes}>${content}</${type}>`;
const ITEMS =
  '<itemDefinition id="i1" structureRef="tns:One"/><itemDefinition id="i2" structureRef="tns:Two"/>' +
  '<message id="tm" name="T" itemRef="i1"/><message id="tr" name="R" itemRef="i2"/>' +
  '<interface id="tif" name="TI"><operation id="top" name="T"><inMessageRef>tm</inMessageRef><outMessageRef>tr</outMessageRef></operation></interface>';
const IN = (type: string, id = 'di') => `<dataInput id="${id}" itemSubjectRef="${type}"/>`;
const OUT = (type: string) => `<dataOutput id="do" itemSubjectRef="${type}"/>`;
const IN_SET = '<inputSet><dataInputRefs>di</dataInputRefs></inputSet>';
const OUT_SET = '<outputSet><dataOutputRefs>do</dataOutputRefs></outputSet>';
const typed = (content: string) => rooted(within(content), undefined, ITEMS);
const SERVICE = (specification: string) =>
  typed(
    `<serviceTask id="t" operationRef="top" camunda:type="external" camunda:topic="x">${io(specification)}</serviceTask>`,
  );
const RESOURCE =
  '<resource id="r" name="R"><resourceParameter id="rp" name="P" isRequired="true"/><resourceParameter id="rq" name="Q"/></resource>' +
  '<resource id="r2" name="R2"><resourceParameter id="rx" name="X"/></resource>';
const bind = (parameter: string) =>
  `<resourceParameterBinding parameterRef="${parameter}"><formalExpression>1</formalExpression></resourceParameterBinding>`;
const role = (content: string) =>
  rooted(within(`<userTask id="t"><performer id="pf">${content}</performer></userTask>`), undefined, RESOURCE);
const RESOURCE_REF = '<resourceRef>r</resourceRef>';

const TASK_CASES: readonly RuleCase[] = [
  {
    rule: 'ACT-05',
    element: 't',
    broken: script('<script>1</script>', '').replace('<scriptTask', '§<scriptTask'),
    twin: script('<script>1</script>'),
    options: { languages: LANGUAGES },
  },
  {
    rule: 'ACT-06',
    element: 't',
    broken: script('').replace('<scriptTask', '§<scriptTask'),
    twin: script('<script>1</script>'),
    options: { languages: LANGUAGES },
  },
  {
    rule: 'ACT-07',
    element: 't',
    broken: rooted(within(`§${task('receiveTask', 'messageRef="m" operationRef="op" instantiate="true"')}`)),
    twin: rooted(chain(task('receiveTask', 'messageRef="m" operationRef="op" instantiate="true"'), END)),
  },
  {
    rule: 'ACT-08',
    element: 't',
    broken: rooted(within(`§${task('sendTask', 'messageRef="m2" operationRef="op"')}`)),
    twin: rooted(within(task('sendTask', 'messageRef="m" operationRef="op"'))),
  },
  {
    rule: 'ACT-09',
    element: 't',
    broken: rooted(within(`§${task('sendTask', '')}`)),
    twin: rooted(within(task('sendTask', 'messageRef="m"'))),
  },
  {
    rule: 'ACT-22',
    element: 't',
    broken: rooted(
      within(
        task(
          'task',
          '',
          '<standardLoopCharacteristics loopMaximum="2"/>§<multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">2</loopCardinality></multiInstanceLoopCharacteristics>',
        ),
      ),
    ),
    twin: rooted(within(task('task', '', '<standardLoopCharacteristics loopMaximum="2"/>'))),
  },
  {
    rule: 'W-03',
    element: 't',
    broken: rooted(within(`§${task('sendTask', 'messageRef="m"')}`)),
    twin: rooted(within(task('sendTask', 'messageRef="m" operationRef="op"'))),
  },
  {
    rule: 'W-04',
    element: 't',
    broken: rooted(within(`§${task('receiveTask', '')}`)),
    twin: rooted(within(task('receiveTask', 'messageRef="m"'))),
  },
  {
    rule: 'ACT-14',
    element: 't',
    broken: SERVICE(`${IN('i2')}${OUT('i2')}${IN_SET}${OUT_SET}`).replace('<serviceTask', '§<serviceTask'),
    twin: SERVICE(`${IN('i1')}${OUT('i2')}${IN_SET}${OUT_SET}`),
  },
  {
    rule: 'ACT-15',
    element: 't',
    broken: typed(`§${task('sendTask', 'messageRef="tm"', io(`${IN('i2')}${IN_SET}<outputSet/>`))}`),
    twin: typed(task('sendTask', 'messageRef="tm"', io(`${IN('i1')}${IN_SET}<outputSet/>`))),
  },
  {
    rule: 'ACT-16',
    element: 't',
    broken: typed(`§${task('receiveTask', 'messageRef="tm"', io(`${OUT('i2')}<inputSet/>${OUT_SET}`))}`),
    twin: typed(task('receiveTask', 'messageRef="tm"', io(`${OUT('i1')}<inputSet/>${OUT_SET}`))),
  },
  {
    rule: 'ACT-17',
    element: 't',
    broken: rooted(within('<task id="t">§<humanPerformer/></task>')),
    twin: rooted(within('<manualTask id="t"><humanPerformer/></manualTask>')),
  },
  {
    rule: 'ACT-18',
    element: 't',
    broken: rooted(
      within(
        `<userTask id="t"><performer><resourceRef>r2</resourceRef><resourceAssignmentExpression><formalExpression>a</formalExpression></resourceAssignmentExpression></performer></userTask>`.replace(
          '<performer>',
          '§<performer>',
        ),
      ),
      undefined,
      RESOURCE,
    ),
    twin: role(`${RESOURCE_REF}${bind('rp')}`),
  },
  {
    rule: 'ACT-19',
    element: 't',
    broken: role(`${RESOURCE_REF}${bind('rp')}§${bind('rx')}`),
    twin: role(`${RESOURCE_REF}${bind('rp')}${bind('rq')}`),
  },
  {
    rule: 'ACT-20',
    element: 't',
    broken: role(RESOURCE_REF).replace('<performer', '§<performer'),
    twin: role(`${RESOURCE_REF}${bind('rp')}`),
  },
  {
    rule: 'ACT-21',
    element: 't',
    broken: imported('w:elsewhere').replace('<sendTask', '§<sendTask'),
    twin: imported('op'),
  },
];

function imported(operation: string): string {
  const content = within(task('sendTask', `messageRef="m" operationRef="${operation}"`));
  return definitions(
    `<import namespace="urn:w" location="w.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>${ROOTS}\n${process(content)}`,
    'targetNamespace="urn:test" xmlns:w="urn:w"',
  );
}

const call = (attributes: string, content = '') => task('callActivity', attributes, content);
const CALLED = (content: string) => `<process id="q" isExecutable="true">${content}</process>`;
const PLAIN = CALLED(chain('<startEvent id="qs"/>', '<endEvent id="qe"/>'));
const beside = (content: string, other: string) =>
  rooted(within(content)).replace('</definitions>', `${other}</definitions>`);
const NAMED_IO = (type: string) =>
  io(
    `<dataInput id="qi" name="a" itemSubjectRef="${type}"/><inputSet><dataInputRefs>qi</dataInputRefs></inputSet><outputSet/>`,
  );

const CALL_CASES: readonly RuleCase[] = [
  {
    rule: 'ACT-10',
    element: 't',
    broken: rooted(within(`§${call('')}`)),
    twin: beside(call('calledElement="q"'), PLAIN),
  },
  {
    rule: 'ACT-11',
    element: 't',
    broken: beside(`§${call('calledElement="m"')}`, PLAIN),
    twin: beside(call('calledElement="q"'), PLAIN),
  },
  {
    rule: 'ACT-12',
    element: 't',
    broken: beside(
      `§${call('calledElement="q"')}`,
      CALLED(chain('<startEvent id="qs"><signalEventDefinition signalRef="sg"/></startEvent>', '<endEvent id="qe"/>')),
    ),
    twin: beside(call('calledElement="q"'), CALLED('<task id="qt"/>')),
  },
  {
    rule: 'ACT-13',
    element: 't',
    broken: typed(`§${call('calledElement="q"', io(`${IN('i1')}${IN_SET}<outputSet/>`))}`).replace(
      '</definitions>',
      `${CALLED(NAMED_IO('i2') + chain('<startEvent id="qs"/>', '<endEvent id="qe"/>'))}</definitions>`,
    ),
    twin: typed(call('calledElement="q"', io(`${IN('i1')}${IN_SET}<outputSet/>`))).replace(
      '</definitions>',
      `${CALLED(NAMED_IO('i1') + chain('<startEvent id="qs"/>', '<endEvent id="qe"/>'))}</definitions>`,
    ),
  },
  {
    rule: 'EXE-10',
    element: 't',
    broken: rooted(within(`§${call('calledElement="gone"')}`)),
    twin: rooted(within(call('calledElement="there"'))),
    options: {
      outside: { callable: (key) => (key === 'there' ? { startsPlainly: true, inputs: [], outputs: [] } : null) },
    },
  },
];

describe('activities', () => {
  it.each(TASK_CASES)('activities break $rule and the twin does not: $element', (row) => expectRule(row));
  it.each(CALL_CASES)('activities break $rule by a call and the twin does not', (row) => expectRule(row));

  it('activities call what is outside without a word where nobody can look', () => {
    expect(errorsOf(rooted(within(call('calledElement="anything"'))))).toEqual([]);
  });

  it('activities call what another file of the deployment has', () => {
    const files = [rooted(within(call('calledElement="q"'))), definitions(PLAIN)].map((text, at) => ({
      name: `${at}.bpmn`,
      bytes: mark(text).bytes,
    }));
    const options = { strictness: 'spec', outside: { callable: () => null } } as const;
    expect(readDeployment(files, options).problems.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(readDeployment(files.slice(0, 1), options).problems).toContainEqual(
      expect.objectContaining({ ruleId: 'EXE-10', elementId: 't' }),
    );
  });

  it('activities hear of what is deployed as of what is in the file', () => {
    const outside = { callable: () => ({ startsPlainly: false, inputs: [], outputs: [] }) };
    const told = problemsOf(rooted(within(call('calledElement="q"'))), 'spec', { outside });
    expect(told.filter(({ severity }) => severity === 'ERROR')).toMatchObject([{ ruleId: 'ACT-12' }]);
  });

  it('activities are held to the rules of scripts in a global task that is called', () => {
    const global = '<globalScriptTask id="gs" scriptLanguage="javascript"><script>!!</script></globalScriptTask>';
    const text = beside(call('calledElement="gs"'), global);
    expect(problemsOf(text, 'spec', { languages: LANGUAGES })).toContainEqual(
      expect.objectContaining({ ruleId: 'EXE-06', elementId: 'gs', severity: 'ERROR' }),
    );
    const drawn = text.replace('isExecutable="true"', 'isExecutable="false"');
    expect(errorsOf(drawn)).toEqual([]);
  });

  it('activities count the same input twice in a send task as too many', () => {
    const two = io(
      `${IN('i1')}${IN('i1', 'd2')}<inputSet><dataInputRefs>di</dataInputRefs><dataInputRefs>d2</dataInputRefs></inputSet><outputSet/>`,
    );
    expect(errorsOf(typed(task('sendTask', 'messageRef="tm"', two)))).toMatchObject([{ ruleId: 'ACT-15' }]);
  });
});
