// Rules of execution: extensions are known, carried or refused by name, expressions compile, and what has no effect is carried.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { withFlowLists } from '../testing/flow-lists.ts';
import {
  chain,
  choice,
  condition,
  definitions,
  END,
  errorsOf,
  extended,
  model,
  problemsOf,
  process,
  readText,
  START,
  WHOLE,
} from '../testing/model-text.ts';

/** Makes a user task with these attributes, or with this inside. */
function task(attributes: string, content = ''): string {
  return model(chain(START, `<userTask id="t" ${attributes}>${content}</userTask>`, END));
}

function extendedTask(content: string): string {
  return task('', extended(content));
}

const ROLE = (text: string) =>
  `<potentialOwner><resourceAssignmentExpression>${text}</resourceAssignmentExpression></potentialOwner>`;

const EXECUTION_CASES: readonly RuleCase[] = [
  { rule: 'EXE-01', element: 't', broken: task('§flowable:class="a.B"'), twin: task('flowable:assignee="a"') },
  {
    rule: 'EXE-01',
    element: 'x',
    broken: model(chain(START, '<serviceTask id="x" §camunda:class="a.B"/>', END)),
    twin: model(WHOLE),
  },
  { rule: 'EXE-02', element: 't', broken: task('§camunda:delegateExpression="x"'), twin: task('') },
  {
    rule: 'EXE-07',
    element: 'g_a',
    broken: choice(`§${condition('')}`),
    twin: choice(condition('ready')),
  },
  {
    rule: 'EXE-07',
    element: 'g_a',
    broken: choice(`§${condition('${1 +}')}`),
    twin: choice(condition('${1 + 1 == 2}')),
  },
  {
    rule: 'EXE-07',
    element: 't',
    broken: task('§flowable:assignee="${unclosed"'),
    twin: task('flowable:assignee="${closed}"'),
  },
  {
    rule: 'EXE-07',
    element: 't',
    broken: task('§flowable:candidateUsers="a, ${noSuchFunction()}, b"'),
    twin: task('flowable:candidateUsers="a, ${now()}, b"'),
  },
  {
    rule: 'EXE-07',
    element: 't',
    broken: task('', ROLE('§<formalExpression> </formalExpression>')),
    twin: task('', ROLE('<formalExpression>user(a), group(b), c</formalExpression>')),
  },
  {
    rule: 'EXE-08',
    element: 'g_a',
    broken: choice(`§${condition('${1 + 1}')}`),
    twin: choice(condition('${amount &gt; 1}')),
  },
  { rule: 'EXE-08', element: 'g_a', broken: choice(`§${condition('is ${x}')}`), twin: choice(condition('${x}')) },
  { rule: 'EXE-09', element: 't', broken: task('§flowable:asignee="a"'), twin: task('flowable:assignee="a"') },
  { rule: 'EXE-09', element: 't', broken: task('§flowable:initiator="a"'), twin: task('flowable:owner="a"') },
  { rule: 'EXE-09', element: 't', broken: extendedTask('§<camunda:nonsense/>'), twin: extendedTask('') },
  {
    rule: 'EXE-09',
    element: 'p',
    broken: definitions(
      process(WHOLE, 'isExecutable="true"').replace(
        'keelson:historyTimeToLive="P1D"',
        '§keelson:historyTimeToLive="soon"',
      ),
    ),
    twin: model(WHOLE),
  },
  {
    rule: 'EXE-12',
    element: 't',
    broken: extendedTask('§<flowable:taskListener event="create" class="a.B"/>'),
    twin: extendedTask(''),
  },
  {
    rule: 'EXE-12',
    element: 's',
    broken: model(
      chain(
        '<startEvent id="s"><extensionElements>§<camunda:executionListener event="end" delegateExpression="x"/></extensionElements></startEvent>',
        END,
      ),
    ),
    twin: model(chain(START, END)),
  },
  { rule: 'EXE-14', element: 't', broken: task('§camunda:caseRef="c"'), twin: task('') },
  {
    rule: 'EXE-15',
    element: 's',
    broken: model(chain('<startEvent id="s" §flowable:formHandlerClass="a.B"/>', END)),
    twin: model(chain('<startEvent id="s" flowable:formKey="f"/>', END)),
  },
  {
    rule: 'EXE-22',
    element: 'g_a',
    broken: choice('§<conditionExpression xsi:type="tFormalExpression" language="groovy">x</conditionExpression>'),
    twin: choice(
      '<conditionExpression xsi:type="tFormalExpression" language="http://www.w3.org/1999/XPath">x</conditionExpression>',
    ),
  },
  {
    rule: 'EXE-22',
    element: 'g_a',
    broken: choice(`§${condition('x')}`, 'targetNamespace="urn:test" expressionLanguage="urn:mvel"'),
    twin: choice(condition('x'), 'targetNamespace="urn:test" expressionLanguage="http://www.w3.org/1999/XPath"'),
  },
  {
    rule: 'EXE-24',
    element: 't',
    broken: extendedTask('§<zeebe:taskListeners/>'),
    twin: extendedTask('<zeebe:properties/>'),
  },
  {
    rule: 'EXE-25',
    element: 't',
    broken: task('flowable:assignee="a" §camunda:assignee="b"'),
    twin: task('flowable:assignee="a" camunda:assignee="a"'),
  },
  {
    rule: 'EXE-26',
    element: 's',
    broken: model(chain('<startEvent id="s" §flowable:initiator="the starter"/>', END)),
    twin: model(chain('<startEvent id="s" flowable:initiator="starter"/>', END)),
  },
  {
    rule: 'EXE-27',
    element: 'g_a',
    broken: choice('§<conditionExpression>x</conditionExpression>'),
    twin: choice(condition('x')),
  },
  {
    rule: 'W-05',
    element: 't',
    broken: extendedTask('§<camunda:properties><camunda:property name="a" value="b"/></camunda:properties>'),
    twin: extendedTask('<x:properties xmlns:x="urn:foreign"/>'),
  },
];

describe('execution', () => {
  it.each(EXECUTION_CASES)('is refused by $rule and the twin is not: $element', (row) => expectRule(row));

  it('carries what has no effect: annotations, groups, documentation, lanes, monitoring, unused root elements', () => {
    const text = definitions(
      `<itemDefinition id="i"/><message id="m"/><signal id="si"/><error id="er"/>
      <collaboration id="c"><participant id="pa" processRef="p"/><participant id="pb"/>
        <messageFlow id="mf" sourceRef="pb" targetRef="pa"/></collaboration>
      ${process(`<documentation>d</documentation><auditing/><monitoring/>
        <laneSet id="ls"><lane id="l"><flowNodeRef>t</flowNodeRef></lane></laneSet>${WHOLE}
        <textAnnotation id="x"><text>note</text></textAnnotation><association id="as" sourceRef="t" targetRef="x"/>
        <group id="g"/>`)}`,
    );
    expect(errorsOf(withFlowLists(text), 'strict')).toEqual([]);
  });

  it('reads an extension namespace under any prefix, and refuses unknown names there too', () => {
    const prefixed = (name: string) => task(`xmlns:my="http://operaton.org/schema/1.0/bpmn" my:${name}="kermit"`);
    expect(errorsOf(prefixed('assignee'))).toEqual([]);
    expect(errorsOf(prefixed('assigneee'))[0]?.message).toBe('my:assigneee is unknown to this engine');
  });

  it('does not mistake a forged prefix for the namespace', () => {
    const text = task('xmlns:flowable="urn:not-flowable" flowable:assignee="a" flowable:nonsense="b"');
    expect(problemsOf(withFlowLists(text), 'strict')).toEqual([]);
    const node = readText(text).definitions[0]?.model?.nodes.find(({ id }) => id === 't');
    expect(node?.userTask?.assignee).toBeNull();
  });

  it('tells both of two reasons that say why an element is not executed, and not EXE-00 beside them', () => {
    const text = model(chain(START, '<serviceTask id="x" camunda:class="a.B" camunda:delegateExpression="c"/>', END));
    expect(errorsOf(text).map((problem) => problem.ruleId)).toEqual(['EXE-01', 'EXE-02']);
  });

  it('does not take an empty attribute as a second word on the same', () => {
    const text = task('flowable:assignee="" camunda:assignee="a"');
    expect(errorsOf(text)).toEqual([]);
    const node = readText(text).definitions[0]?.model?.nodes.find(({ id }) => id === 't');
    expect(node?.userTask?.assignee?.text).toBe('a');
  });

  it('names like those of every object are unknown, not found', () => {
    expect(errorsOf(task('flowable:constructor="a" flowable:toString="b"'))).toMatchObject([
      { ruleId: 'EXE-09' },
      { ruleId: 'EXE-09' },
    ]);
  });
});
