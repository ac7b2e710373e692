// These tests look at call activities: whom they call, how that is bound, and what goes in and out.
import { describe, expect, it } from 'vitest';
import { compileFile, compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, definitions, END, process, START } from '../../testing/texts.ts';

function call(attributes: string, extensions = '', content = '', roots = '') {
  const inner = extensions === '' ? '' : `<extensionElements>${extensions}</extensionElements>`;
  const text = `<callActivity id="t" ${attributes}>${inner}${content}</callActivity>`;
  return nodeOf(compileText(chain(START, text, END), roots), 't');
}

describe('the called process', () => {
  it('is named by key, by a name of this file, or by an expression', () => {
    expect(call('calledElement="other"').call).toMatchObject({
      key: { constant: 'other' },
      byId: false,
      binding: { kind: 'latest' },
      tenant: null,
      inheritVariables: false,
      inheritBusinessKey: false,
      in: [],
      out: [],
    });
    expect(call('calledElement="tns:other"').call?.key.constant).toBe('other');
    expect(call('calledElement="${which}"').call?.key.text).toBe('${which}');
    expect(call('calledElement="other" flowable:calledElementType="id"').call?.byId).toBe(true);
  });

  it('is bound as the extensions say', () => {
    const bound = (said: string) => call(`calledElement="o" ${said}`).call?.binding;
    expect(bound('camunda:calledElementBinding="deployment"')).toEqual({ kind: 'deployment' });
    expect(bound('flowable:sameDeployment="true"')).toEqual({ kind: 'deployment' });
    expect(bound('camunda:calledElementBinding="version" camunda:calledElementVersion="${v}"')).toMatchObject({
      kind: 'version',
      version: { text: '${v}' },
    });
    expect(bound('camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="x"')).toMatchObject({
      tag: { constant: 'x' },
    });
  });

  it('gets key, name, tenant and variables as the extensions say', () => {
    const said = [
      'camunda:calledElementTenantId="${t}"',
      'flowable:fallbackToDefaultTenant="true"',
      'flowable:businessKey="${k}"',
      'flowable:inheritBusinessKey="true"',
      'flowable:inheritVariables="true"',
      'flowable:processInstanceName="Order ${n}"',
      'flowable:idVariableName="child"',
      'flowable:useLocalScopeForOutParameters="true"',
    ].join(' ');
    expect(call(`calledElement="o" ${said}`).call).toMatchObject({
      tenant: { text: '${t}' },
      fallbackToDefaultTenant: true,
      businessKey: { text: '${k}' },
      inheritBusinessKey: true,
      inheritVariables: true,
      name: { text: 'Order ${n}' },
      idVariable: 'child',
      localOut: true,
    });
    const written = (value: string) => `<flowable:fallbackToDefaultTenant value="${value}"/>`;
    expect(call('calledElement="o"', written('true')).call?.fallbackToDefaultTenant).toBe(true);
    expect(call('calledElement="o"', written('false')).call?.fallbackToDefaultTenant).toBe(false);
    expect(call('calledElement="o" flowable:completeAsync="true"').job).toMatchObject({ before: false, after: true });
  });

  it('takes variables in and gives them back', () => {
    const mappings = `<camunda:in source="a" target="b"/><camunda:in sourceExpression="\${a+1}" target="c" local="true"/>
      <camunda:in businessKey="\${k}"/><camunda:out variables="all"/><camunda:out source="r" target="s"/>`;
    const { call: model } = call('calledElement="o"', mappings);
    expect(model?.in.map((each) => [each.kind, each.kind === 'value' && [each.source.text, each.target]])).toEqual([
      ['value', ['a', 'b']],
      ['value', ['${a+1}', 'c']],
      ['businessKey', false],
    ]);
    expect(model?.out).toMatchObject([{ kind: 'all' }, { kind: 'value', target: 's' }]);
  });

  it('takes the data inputs of the call, under the names that it has for them itself', () => {
    const io = (input: string, output: string) =>
      `<ioSpecification>${input}${output}<inputSet/><outputSet/></ioSpecification>`;
    const called = `<process id="child" isExecutable="true">${io('<dataInput id="ci" name="theirs"/>', '<dataOutput id="co" name="result"/>')}
      ${START}</process>`;
    const main = process(`<dataObject id="d" name="order"/><callActivity id="t" calledElement="child">
      ${io('<dataInput id="i" name="ours"/>', '<dataOutput id="o" name="result"/>')}
      <dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>
      <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation></callActivity>`);
    const file = definitions(main + called.replaceAll('id="s"', 'id="cs"'));
    const node = nodeOf(compileFile(file, { key: 'p' }), 't');
    expect(node.call?.in).toMatchObject([{ source: { text: 'theirs' }, target: 'theirs' }]);
    expect(node.activity?.io).toMatchObject({
      inputs: [{ name: 'theirs' }],
      outputs: [{ name: 'result' }],
      inputAssociations: [{ sources: ['order'], target: 'theirs' }],
    });
    expect(compileFile(file, { key: 'child' })).toMatchObject({
      inputs: ['theirs'],
      outputs: ['result'],
      scopes: [{ data: [{ name: 'theirs' }, { name: 'result' }] }],
    });
  });
});

describe('a global task', () => {
  it('runs as that task inside the caller, with the mappings of the call as parameters', () => {
    const roots = '<globalUserTask id="g" name="Approve" flowable:assignee="${who}" flowable:formKey="f"/>';
    const mappings = '<camunda:in source="boss" target="who"/><camunda:out source="ok" target="approved"/>';
    const node = call('name="Ask" calledElement="tns:g" flowable:async="true"', mappings, '', roots);
    expect(node).toMatchObject({ type: 'userTask', name: 'Ask', call: null, job: { before: true } });
    expect(node.userTask).toMatchObject({
      assignee: { text: '${who}' },
      formKey: { text: 'f' },
      name: { text: 'Ask' },
    });
    expect(node.activity?.inputParameters).toMatchObject([{ name: 'who', value: { expression: { text: 'boss' } } }]);
    expect(node.activity?.outputParameters).toMatchObject([
      { name: 'approved', value: { expression: { text: 'ok' } } },
    ]);
  });

  it('is of each kind', () => {
    const kinds = {
      globalTask: 'task',
      globalManualTask: 'manualTask',
      globalUserTask: 'userTask',
      globalScriptTask: 'scriptTask',
      globalBusinessRuleTask: 'businessRuleTask',
    };
    for (const [element, type] of Object.entries(kinds)) {
      const script = element === 'globalScriptTask' ? '<script>1</script>' : '';
      const roots = `<${element} id="g" scriptLanguage="javascript" camunda:decisionRef="d">${script}</${element}>`;
      const node = call('calledElement="g"', '', '', roots);
      expect(node.type).toBe(type);
      expect(node.script?.language).toBe(type === 'scriptTask' ? 'javascript' : undefined);
      expect(node.decision?.key.text).toBe(type === 'businessRuleTask' ? 'd' : undefined);
    }
  });

  it('has its own data, of which what the mappings give is not waited for', () => {
    const roots = `<globalUserTask id="g"><ioSpecification><dataInput id="a"/><dataInput id="b"/>
      <inputSet><dataInputRefs>a</dataInputRefs><dataInputRefs>b</dataInputRefs></inputSet><outputSet/></ioSpecification></globalUserTask>`;
    const node = call('calledElement="g"', '<camunda:in source="x" target="a"/>', '', roots);
    expect(node.activity?.io?.inputSets).toEqual([{ required: ['b'], optional: ['a'] }]);
  });
});
