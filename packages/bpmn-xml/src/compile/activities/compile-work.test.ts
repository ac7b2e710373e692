// Tasks that are done by no person say in many ways what they do.
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, END, START } from '../../testing/texts.ts';

const ROOTS = '<message id="m" name="order"/><error id="er" name="Broken" errorCode="E1"/>';

function task(type: string, attributes: string, extensions = '', content = '') {
  const inner = extensions === '' ? '' : `<extensionElements>${extensions}</extensionElements>`;
  const text = `<${type} id="t" ${attributes}>${inner}${content}</${type}>`;
  return nodeOf(compileText(chain(START, text, END), ROOTS), 't');
}

describe('a service task', () => {
  it('evaluates an expression into a variable of either name, local or passing', () => {
    const said = 'flowable:useLocalScopeForResultVariable="true" flowable:storeResultVariableAsTransient="true"';
    const { work } = task('serviceTask', `flowable:expression="\${a + b}" flowable:resultVariableName="sum" ${said}`);
    expect(work).toMatchObject({
      kind: 'expression',
      expression: { text: '${a + b}' },
      resultVariable: 'sum',
      localResult: true,
      transientResult: true,
      triggerable: false,
    });
    expect(
      task('serviceTask', 'camunda:expression="${x}" camunda:resultVariable="y" flowable:triggerable="true"').work,
    ).toMatchObject({
      resultVariable: 'y',
      localResult: false,
      triggerable: true,
    });
  });

  it('is an external task by type and topic, with priority and the errors that its result stands for', () => {
    const errors = `<camunda:errorEventDefinition errorRef="er" expression="\${failed}"/>`;
    const { work } = task(
      'serviceTask',
      'camunda:type="external" camunda:topic="pay-${r}" camunda:taskPriority="${p}"',
      errors,
    );
    expect(work).toMatchObject({
      kind: 'external',
      target: { text: 'pay-${r}' },
      priority: { text: '${p}' },
      errors: [{ condition: { text: '${failed}' }, code: 'E1', message: 'Broken' }],
    });
    expect(task('serviceTask', 'flowable:type="external-worker" flowable:topic="x"').work?.kind).toBe('external');
  });

  it('has the priority of external tasks from its process where it says none', () => {
    const text = chain(START, '<serviceTask id="t" camunda:type="external" camunda:topic="x"/>', END);
    const whole = compileText(text, '', 'isExecutable="true" camunda:taskPriority="7" camunda:jobPriority="9"');
    expect(nodeOf(whole, 't').work?.priority?.text).toBe('7');
  });

  it('sends mail or asks a server by its fields: texts as written, and expressions', () => {
    const fields = `<flowable:field name="requestUrl" stringValue="http://x/\${a}"/>
      <flowable:field name="requestMethod"><flowable:string>POST</flowable:string></flowable:field>
      <flowable:field name="requestBody"><flowable:expression>\${body}</flowable:expression></flowable:field>
      <flowable:field name="responseVariableName" stringValue="answer"/>`;
    const { work } = task('serviceTask', 'flowable:type="http"', fields);
    expect(work).toMatchObject({ kind: 'http', resultVariable: 'answer' });
    expect(
      work?.parameters.map(({ name, value }) => [name, value.kind === 'expression' && value.expression.constant]),
    ).toEqual([
      ['requestUrl', 'http://x/${a}'],
      ['requestMethod', 'POST'],
      ['requestBody', undefined],
    ]);
    const mail = task('serviceTask', 'flowable:type="mail"', '<flowable:field name="to" expression="${who}"/>').work;
    expect(mail).toMatchObject({
      kind: 'mail',
      parameters: [{ name: 'to', value: { expression: { text: '${who}' } } }],
    });
  });

  it('is one of two connectors, whose outputs are evaluated on the answer', () => {
    const connector = (id: string) => `<camunda:connector><camunda:inputOutput>
      <camunda:inputParameter name="url">http://x</camunda:inputParameter>
      <camunda:outputParameter name="total">\${response.total}</camunda:outputParameter></camunda:inputOutput>
      <camunda:connectorId>${id}</camunda:connectorId></camunda:connector>`;
    expect(task('serviceTask', '', connector('http-connector')).work).toMatchObject({
      kind: 'http',
      parameters: [{ name: 'requestUrl' }],
      outputs: [{ name: 'total', value: { expression: { text: '${response.total}' } } }],
    });
    expect(task('serviceTask', '', connector('mail-send')).work).toMatchObject({
      kind: 'mail',
      parameters: [{ name: 'url' }],
    });
  });

  it('keeps the places of secrets beside the expressions of what an HTTP task sends', () => {
    const fields = `<flowable:field name="requestBody" expression="a \${b} \${ secret( 'crm.token' ) }-\${c}"/>
      <flowable:field name="responseVariableName" expression="\${name}"/>`;
    expect(task('serviceTask', 'flowable:type="http"', fields).work).toMatchObject({
      resultVariable: null,
      parameters: [
        {
          name: 'requestBody',
          value: {
            kind: 'confidential',
            parts: [{ expression: { text: 'a ${b} ' } }, { secret: 'crm.token' }, { expression: { text: '-${c}' } }],
          },
        },
        { name: 'responseVariableName', value: { expression: { text: '${name}' } } },
      ],
    });
  });

  it('is a native call with its parameters, however they are nested', () => {
    const given = `<keelson:with name="template" value="welcome"/><keelson:with name="to"><keelson:list>
      <keelson:value>\${a}</keelson:value></keelson:list></keelson:with>`;
    const expected = {
      kind: 'native',
      target: { constant: 'mail.send' },
      resultVariable: 'r',
      parameters: [
        { name: 'template', value: { kind: 'expression', expression: { constant: 'welcome' } } },
        { name: 'to', value: { kind: 'list', items: [{ expression: { text: '${a}' } }] } },
      ],
    };
    expect(task('serviceTask', 'keelson:call="mail.send" keelson:resultVariable="r"', given).work).toMatchObject(
      expected,
    );
    const element = `<keelson:call name="mail.send">${given}</keelson:call>`;
    expect(task('sendTask', 'keelson:resultVariable="r"', element).work).toMatchObject(expected);
  });

  it('maps failures to errors: all, or the one named', () => {
    const mapped = (attributes: string, extensions = '') =>
      task('serviceTask', `camunda:expression="\${x}" ${attributes}`, extensions).activity?.failureMap;
    expect(mapped('keelson:mapFailure="E"')).toEqual([{ failure: null, errorCode: 'E' }]);
    expect(
      mapped('', '<flowable:mapException errorCode="A"/><keelson:mapFailure failure="CALL_FAILED" errorCode="B"/>'),
    ).toEqual([
      { failure: 'CALL_FAILED', errorCode: 'B' },
      { failure: null, errorCode: 'A' },
    ]);
    expect(mapped('')).toEqual([]);
  });
});

describe('a decision', () => {
  it('is named with binding and mapping', () => {
    const { decision, work } = task('businessRuleTask', 'camunda:decisionRef="${key}" camunda:resultVariable="r"');
    expect(work).toBeNull();
    expect(decision).toMatchObject({
      key: { text: '${key}' },
      binding: { kind: 'latest' },
      resultVariable: 'r',
      mapResult: 'resultList',
      localResult: false,
    });
    const bound = (said: string) => task('businessRuleTask', `camunda:decisionRef="d" ${said}`).decision?.binding;
    expect(bound('camunda:decisionRefBinding="deployment"')).toEqual({ kind: 'deployment' });
    expect(bound('camunda:decisionRefBinding="version" camunda:decisionRefVersion="3"')).toMatchObject({
      kind: 'version',
      version: { text: '3' },
    });
    expect(bound('camunda:decisionRefBinding="versionTag" camunda:decisionRefVersionTag="v"')).toMatchObject({
      kind: 'versionTag',
      tag: { text: 'v' },
    });
    expect(
      task('businessRuleTask', 'camunda:decisionRef="d" camunda:mapDecisionResult="singleEntry"').decision,
    ).toMatchObject({
      mapResult: 'singleEntry',
    });
  });

  it('is what a service task of that type evaluates', () => {
    const field =
      '<flowable:field name="decisionTableReferenceKey"><flowable:string>d</flowable:string></flowable:field>';
    expect(task('serviceTask', 'flowable:type="dmn"', field)).toMatchObject({
      work: null,
      decision: { key: { constant: 'd' }, mapResult: 'variables' },
    });
  });

  it('is none where a rule task does something else', () => {
    const node = task('businessRuleTask', 'camunda:type="external" camunda:topic="rules"');
    expect(node).toMatchObject({ decision: null, work: { kind: 'external' } });
  });
});

describe('a script task', () => {
  const script = (format: string, text: string, attributes = '') =>
    task('scriptTask', `scriptFormat="${format}" ${attributes}`, '', `<script>${text}</script>`).script;

  it('keeps JavaScript as source and compiles what the core evaluates', () => {
    expect(script('javascript', 'x = 1', 'flowable:autoStoreVariables="true" camunda:resultVariable="r"')).toEqual({
      language: 'javascript',
      source: 'x = 1',
      expression: null,
      resultVariable: 'r',
      autoStoreVariables: true,
    });
    expect(script('text/javascript', 'x')).toMatchObject({ language: 'javascript', autoStoreVariables: false });
    expect(script('feel', 'a + 1')).toMatchObject({ language: 'feel', expression: { text: 'feel:a + 1' } });
    expect(script('juel', '${a + 1}')).toMatchObject({ language: 'uel', expression: { text: '${a + 1}' } });
  });

  it('a script task in a language that is not executed does not compile', () => {
    expect(() => script('groovy', 'x')).toThrow('groovy');
  });
});

describe('a manual task', () => {
  it('waits only when it says so', () => {
    expect(task('manualTask', 'keelson:wait="true"').waits).toBe(true);
    expect(task('manualTask', '').waits).toBe(false);
  });
});
