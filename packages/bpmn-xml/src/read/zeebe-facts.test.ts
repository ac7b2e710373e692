// What Camunda 8 says in elements of its own is read where the same can be said here, and refused with what to write elsewhere.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../testing/compile-text.ts';
import { chain, definitions, END, extended, process, readText, START } from '../testing/model-text.ts';

const feel = (text: string) => ({ text, constant: undefined, resultType: 'unknown' as const, evaluate: () => null });
const languages = { feel, javascriptProblem: () => null };

const file = (element: string, roots = '') => definitions(roots + process(chain(START, element, END)));
const task = (type: string, inside: string, attributes = '') =>
  `<${type} id="t" ${attributes}>${extended(inside)}</${type}>`;
/** The errors of a file, with what each says one should write. */
function errors(text: string) {
  const found = readText(text, 'spec', { languages }).problems.filter(({ severity }) => severity === 'ERROR');
  return found.map(({ ruleId, message, help }) => `${ruleId} ${message} ${help}`);
}
const compiled = (element: string, roots = '') => nodeOf(modelOf(file(element, roots)), 't');

function modelOf(text: string) {
  const { definitions: found, problems } = readText(text, 'spec', { languages });
  if (found[0]?.model == null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === 'ERROR')));
  return found[0].model;
}

describe('a file of Camunda 8', () => {
  it('has tasks of workers: the type is the topic of an external task, and headers are its fields', () => {
    const node = compiled(
      task(
        'serviceTask',
        '<zeebe:taskDefinition type="pay" retries="5"/><zeebe:taskHeaders><zeebe:header key="k" value="v"/></zeebe:taskHeaders>',
      ),
    );
    expect(node.work).toMatchObject({
      kind: 'external',
      target: { constant: 'pay' },
      parameters: [{ name: 'k', value: { expression: { constant: 'v' } } }],
    });
    expect(compiled(task('serviceTask', '<zeebe:taskDefinition type="=kind"/>')).work?.target?.text).toBe('${kind}');
  });

  it('tells that the retries of a task and the mark of a task for people have no effect', () => {
    const told = (text: string) =>
      readText(text, 'spec').problems.flatMap(({ ruleId, message }) => (ruleId === 'W-05' ? message : []));
    expect(told(file(task('serviceTask', '<zeebe:taskDefinition type="pay" retries="5"/>')))).toEqual([
      'extension carried without effect: zeebe:taskDefinition retries',
    ]);
    expect(told(file(task('userTask', '<zeebe:userTask/>')))).toEqual([
      'extension carried without effect: zeebe:userTask',
    ]);
  });

  it('has tasks of people: assignment, dates, priority and form', () => {
    const node = compiled(
      task(
        'userTask',
        `<zeebe:userTask/><zeebe:assignmentDefinition assignee="=order.owner" candidateGroups="sales, support" candidateUsers='="ada"'/>
         <zeebe:taskSchedule dueDate="=due" followUpDate="2030-01-01T00:00:00Z"/><zeebe:priorityDefinition priority="80"/>
         <zeebe:formDefinition formKey="f"/>`,
      ),
    );
    expect(node.userTask).toMatchObject({
      assignee: { text: '${order.owner}' },
      candidateGroups: [{ constant: 'sales' }, { constant: 'support' }],
      candidateUsers: [{ constant: 'ada' }],
      dueDate: { text: '${due}' },
      followUpDate: { constant: '2030-01-01T00:00:00Z' },
      priority: { text: '80' },
      formKey: { constant: 'f' },
    });
    const form = compiled(task('userTask', '<zeebe:formDefinition formId="f" bindingType="deployment"/>')).form;
    expect(form).toMatchObject({ reference: { constant: 'f' } });
  });

  it('has scripts, and parameters that are computed in FEEL', () => {
    const node = compiled(
      task(
        'scriptTask',
        `<zeebe:script expression="=a + 1" resultVariable="b"/><zeebe:ioMapping><zeebe:input source="=x * 2" target="a"/>
         <zeebe:input source="fixed" target="c"/><zeebe:output source="=b" target="d"/></zeebe:ioMapping>`,
      ),
    );
    expect(node.script).toMatchObject({ language: 'feel', source: 'a + 1', resultVariable: 'b' });
    expect(node.activity).toMatchObject({
      inputParameters: [
        { name: 'a', value: { expression: { text: 'x * 2' } } },
        { name: 'c', value: { expression: { constant: 'fixed' } } },
      ],
      outputParameters: [{ name: 'd', value: { expression: { text: 'b' } } }],
    });
  });

  it('has calls, which hand everything over unless they say otherwise', () => {
    const call = (said: string) => compiled(task('callActivity', `<zeebe:calledElement ${said}/>`)).call;
    expect(call('processId="child"')).toMatchObject({
      key: { constant: 'child' },
      in: [{ kind: 'all' }],
      out: [{ kind: 'all' }],
      binding: { kind: 'latest' },
    });
    const bound = 'bindingType="versionTag" versionTag="v2"';
    expect(
      call(`processId="=which" propagateAllChildVariables="false" propagateAllParentVariables="false" ${bound}`),
    ).toMatchObject({ key: { text: '${which}' }, in: [], out: [], binding: { kind: 'versionTag' } });
  });

  it('has loops, message keys and version tags', () => {
    const loop = `<userTask id="t"><multiInstanceLoopCharacteristics>${extended('<zeebe:loopCharacteristics inputCollection="=items" inputElement="item"/>')}</multiInstanceLoopCharacteristics></userTask>`;
    expect(compiled(loop).activity?.loop).toMatchObject({
      collection: { text: '${items}' },
      elementVariable: 'item',
    });
    const roots = `<message id="m" name="paid">${extended('<zeebe:subscription correlationKey="=orderId"/>')}</message>`;
    const receive = '<receiveTask id="t" messageRef="m"/>';
    expect(compiled(receive, roots).event?.triggers).toMatchObject([{ correlationKey: { text: '${orderId}' } }]);
    const tagged = definitions(process(`${extended('<zeebe:versionTag value="v1"/>')}${chain(START, END)}`));
    expect(readText(tagged).definitions[0]).toMatchObject({ versionTag: 'v1' });
  });

  it.each([
    ['userTask', '<zeebe:assignmentDefinition assignee="=if a then b else c"/>', 'flowable:assignee'],
    ['userTask', `<zeebe:assignmentDefinition candidateGroups='=["a","b"]'/>`, 'candidateGroups'],
    ['userTask', '<zeebe:taskSchedule dueDate="=now() + duration(1)"/>', 'flowable:dueDate'],
    ['userTask', '<zeebe:formDefinition formId="f" bindingType="versionTag"/>', 'camunda:formRef'],
    [
      'userTask',
      '<zeebe:taskListeners><zeebe:taskListener eventType="x" type="y"/></zeebe:taskListeners>',
      'flowable:taskListener',
    ],
    ['userTask', '<zeebe:executionListeners/>', 'flowable:executionListener'],
    ['businessRuleTask', '<zeebe:calledDecision decisionId="d" resultVariable="r"/>', 'camunda:decisionRef'],
    ['userTask', '<zeebe:somethingNew/>', 'one of the extension namespaces that are read'],
  ])('is refused with what to write where it has no counterpart: %s %s', (type, inside, written) => {
    const attributes = type === 'businessRuleTask' ? 'camunda:decisionRef="d"' : '';
    const [first] = errors(file(task(type, inside, attributes)));
    expect(first).toMatch(/^EXE-24 Zeebe extension zeebe:\w+ is not executed /);
    expect(first).toContain(written);
  });

  it('is told where it contradicts another extension', () => {
    const text = task('userTask', '<zeebe:assignmentDefinition assignee="ada"/>', 'camunda:assignee="bob"');
    expect(errors(file(text))[0]).toContain('EXE-25');
    expect(compileText(chain(START, task('userTask', '<zeebe:userTask/>'), END))).toBeDefined();
  });
});
