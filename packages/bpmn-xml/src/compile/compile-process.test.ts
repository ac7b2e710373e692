// Compiling: what a file says becomes the frozen, indexed model, and nothing else does.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { ProcessModel } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { compileFile, compileText, nodeOf } from '../testing/compile-text.ts';
import { chain, condition, END, flow, model, START, TASK } from '../testing/texts.ts';
import { constantExpression } from './compilation/expressions.ts';

const compiled = (content: string): ProcessModel => compileText(content);

function taskOf(attributes: string, content = '') {
  const text = `<userTask id="t" ${attributes}>${content}</userTask>`;
  const { userTask } = nodeOf(compiled(chain(START, text, END)), 't');
  if (userTask === null) throw new Error('no user task');
  return userTask;
}

const texts = (expressions: readonly { readonly text: string }[]) => expressions.map(({ text }) => text);

describe('a compiled process', () => {
  it('has nodes and flows with indexes in document order', () => {
    const { nodes, flows, startNodes, implicitStart, key } = compiled(chain(START, TASK, END));
    expect(key).toBe('p');
    expect(nodes.map(({ index, id, type, incoming, outgoing }) => [index, id, type, incoming, outgoing])).toEqual([
      [0, 's', 'startEvent', [], [0]],
      [1, 't', 'userTask', [0], [1]],
      [2, 'e', 'endEvent', [1], []],
    ]);
    expect(flows.map(({ index, id, source, target, condition: when }) => [index, id, source, target, when])).toEqual([
      [0, 's_t', 0, 1, null],
      [1, 't_e', 1, 2, null],
    ]);
    expect(startNodes).toEqual([0]);
    expect(implicitStart).toBe(false);
  });

  it('is frozen to its depths', () => {
    const whole = compiled(chain(START, TASK, END));
    const [node] = whole.nodes;
    expect([whole, whole.nodes, node, node?.outgoing, whole.flows[0]].every(Object.isFrozen)).toBe(true);
  });

  it('takes flows in the order of the file even where they stand before their nodes', () => {
    const text = `${flow('g', 'b')}${flow('g', 'a', condition('x'))}${flow('s', 'g')}
      <exclusiveGateway id="g" default="g_b"/><endEvent id="a"/><endEvent id="b"/>${START}`;
    const { nodes, flows, startNodes } = compiled(text);
    const [gateway] = nodes;
    expect(gateway).toMatchObject({ id: 'g', incoming: [2], outgoing: [0, 1], defaultFlow: 0 });
    expect(flows[1]?.condition?.text).toBe('x');
    expect(startNodes).toEqual([3]);
  });

  it('begins implicitly with every activity and gateway that nothing leads to', () => {
    const text = `<task id="a"/><task id="b"/><parallelGateway id="j"/><task id="c"/><task id="d"/>
      ${flow('a', 'j')}${flow('b', 'j')}${flow('j', 'c')}${flow('c', 'd')}`;
    expect(compiled(text)).toMatchObject({ startNodes: [0, 1], implicitStart: true });
  });

  it('keeps several start events as alternatives, with the variable of each starter', () => {
    const starts = '<startEvent id="s1" flowable:initiator="who"/><startEvent id="s2"/>';
    const { nodes, startNodes } = compiled(`${starts}${END}${flow('s1', 'e')}${flow('s2', 'e')}`);
    expect(startNodes).toEqual([0, 1]);
    expect(nodes.map((node) => node.initiatorVariable)).toEqual(['who', null, null]);
  });

  it('drops conditions behind a parallel gateway, which the standard ignores', () => {
    const text = `${START}<parallelGateway id="g"/><endEvent id="a"/><endEvent id="b"/>
      ${flow('s', 'g')}${flow('g', 'a', condition('${never}'))}${flow('g', 'b')}`;
    expect(compiled(text).flows.map((each) => each.condition)).toEqual([null, null, null]);
  });

  it('carries quantities, and the names of lanes from the outside in', () => {
    const lanes = `<laneSet id="ls"><lane id="l" name="Sales"><childLaneSet id="c"><lane id="l2" name="Berlin">
      <flowNodeRef>t</flowNodeRef></lane></childLaneSet></lane></laneSet>`;
    const text = chain(START, '<task id="t" startQuantity="2" completionQuantity="3"/>', END);
    const node = compiled(lanes + text).nodes[1];
    expect(node?.activity).toMatchObject({ startQuantity: 2, completionQuantity: 3 });
    expect(node?.laneNames).toEqual(['Sales', 'Berlin']);
    const nested = compiled(`${lanes}<subProcess id="t"><userTask id="in"/></subProcess>`);
    expect(nodeOf(nested, 'in').laneNames).toEqual(['Sales', 'Berlin']);
  });
});

describe('a compiled user task', () => {
  it('has every fact of the extensions as an expression', () => {
    const task = taskOf(
      'name="Check ${x}" flowable:assignee="${a}" flowable:owner="o" camunda:dueDate="${d}" camunda:followUpDate="f" ' +
        'keelson:priority="70" flowable:category="c" flowable:formKey="k"',
      '<documentation>Look at ${x}</documentation>',
    );
    expect([task.assignee?.text, task.owner?.text, task.dueDate?.text, task.followUpDate?.text]).toEqual([
      '${a}',
      'o',
      '${d}',
      'f',
    ]);
    expect([task.priority?.text, task.category?.text, task.formKey?.text]).toEqual(['70', 'c', 'k']);
    expect([task.name?.text, task.description?.text]).toEqual(['Check ${x}', 'Look at ${x}']);
    expect(task.owner?.constant).toBe('o');
    expect(task.assignee?.constant).toBeUndefined();
  });

  it('has nulls and empty lists where the model says nothing, and where a tool wrote an empty attribute', () => {
    const nothing = { assignee: null, owner: null, dueDate: null, priority: null, name: null, formKey: null };
    expect(taskOf('')).toMatchObject({ ...nothing, candidateUsers: [], candidateGroups: [] });
    expect(taskOf('flowable:assignee="" flowable:candidateUsers=" , "')).toMatchObject({
      ...nothing,
      candidateUsers: [],
    });
  });

  it('parts candidates at commas, but not at those inside an expression', () => {
    const task = taskOf(
      `flowable:candidateUsers="a, \${variables:getOrDefault('x', '}, b')} ,c" flowable:candidateGroups="g"`,
    );
    expect(texts(task.candidateUsers)).toEqual(['a', "${variables:getOrDefault('x', '}, b')}", 'c']);
    expect(texts(task.candidateGroups)).toEqual(['g']);
  });

  it('reads performers and owners of the standard: user(x), group(y), and a bare name as a group', () => {
    const role = (type: string, text: string) =>
      `<${type}><resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression></${type}>`;
    const task = taskOf(
      'flowable:candidateUsers="first"',
      role('potentialOwner', 'user(a), group(${g}), z') + role('humanPerformer', '${who}'),
    );
    expect(task.assignee?.text).toBe('${who}');
    expect(texts(task.candidateUsers)).toEqual(['first', 'a']);
    expect(texts(task.candidateGroups)).toEqual(['${g}', 'z']);
  });

  it('reads roles in other languages whole', () => {
    const owner = `<potentialOwner><resourceAssignmentExpression><formalExpression language="feel">["a", b]</formalExpression>
      </resourceAssignmentExpression></potentialOwner>`;
    const text = chain(START, `<userTask id="t">${owner}</userTask>`, END);
    const feel = (source: string) => ({ ...constantExpression(source), text: `feel:${source}` });
    const file = compileFile(model(text), { languages: { feel, javascriptProblem: () => null } });
    expect(texts(nodeOf(file, 't').userTask?.candidateGroups ?? [])).toEqual(['feel:["a", b]']);
  });

  it('takes resources for people by their names: an owner is a group', () => {
    const content = '<potentialOwner><resourceRef>r</resourceRef></potentialOwner><performer/>';
    const text = chain(START, `<userTask id="t">${content}</userTask>`, END);
    const { userTask } = nodeOf(compileText(text, '<resource id="r" name="clerks"/>'), 't');
    expect(texts(userTask?.candidateGroups ?? [])).toEqual(['clerks']);
  });

  it('keeps the names of variables for its id and for who completes it', () => {
    const task = taskOf('flowable:taskIdVariableName="id" flowable:taskCompleterVariableName="who"');
    expect(task).toMatchObject({ taskIdVariable: 'id', taskCompleterVariable: 'who' });
  });

  it('belongs to the group of its lane where the lane set says so and nobody else is named', () => {
    const laneSet = (said: string) => `<laneSet id="ls" ${said}><lane id="l" name="Sales">
      <flowNodeRef>t</flowNodeRef></lane></laneSet>`;
    const groups = (said: string, attributes: string) => {
      const text = laneSet(said) + chain(START, `<userTask id="t" ${attributes}/>`, END);
      return texts(nodeOf(compiled(text), 't').userTask?.candidateGroups ?? []);
    };
    expect(groups('keelson:laneAsCandidateGroup="true"', '')).toEqual(['Sales']);
    expect(groups('', '')).toEqual([]);
    expect(groups('keelson:laneAsCandidateGroup="true"', 'flowable:assignee="x"')).toEqual([]);
  });

  it('has the form of its extensions: key, deployed form, fields of both kinds', () => {
    const content = `<extensionElements>
      <flowable:formProperty id="a" name="A" type="enum" required="true" writable="false" default="x" max="5">
        <flowable:value id="x" name="X"/></flowable:formProperty>
      <camunda:formData><camunda:formField id="b" label="B" type="long" defaultValue="${'${n}'}">
        <camunda:validation><camunda:constraint name="required"/><camunda:constraint name="min" config="3"/>
        </camunda:validation></camunda:formField></camunda:formData></extensionElements>`;
    const attributes = 'camunda:formRef="f" camunda:formRefBinding="version" camunda:formRefVersion="2"';
    const form = nodeOf(compiled(chain(START, `<userTask id="t" ${attributes}>${content}</userTask>`)), 't').form;
    expect(form).toMatchObject({ key: null, reference: { text: 'f' }, binding: 'version', version: { text: '2' } });
    expect(form?.fields).toMatchObject([
      { id: 'a', label: 'A', type: 'enum', required: true, readable: true, writable: false, constraints: { max: '5' } },
      { id: 'b', label: 'B', type: 'long', required: true, writable: true, constraints: { min: '3' } },
    ]);
    expect(form?.fields.map(({ values, default: first }) => [values, first?.text])).toEqual([
      [[{ id: 'x', name: 'X' }], 'x'],
      [[], '${n}'],
    ]);
    expect(nodeOf(compiled(chain('<startEvent id="s" flowable:formKey="k"/>', END)), 's').form?.key?.text).toBe('k');
    expect(nodeOf(compiled(chain(START, END)), 's').form).toBeNull();
  });
});

describe('facts of a process', () => {
  it('facts of a process are its time zone, what a failure leaves behind and its own listeners', () => {
    const listener = `<extensionElements><camunda:executionListener event="end" expression="${'${x}'}"/>
      <flowable:eventListener events="ACTIVITY_COMPLETED, PROCESS_STARTED" throwEvent="signal" signalName="done"/>
      </extensionElements>`;
    const attributes = 'isExecutable="true" keelson:timeZone="Europe/Istanbul" keelson:onFailure="INCIDENT"';
    const whole = compileText(`${listener}${chain(START, END)}`, '', attributes);
    expect(whole).toMatchObject({ timeZone: 'Europe/Istanbul', onFailure: 'INCIDENT' });
    expect(whole.listeners).toMatchObject([{ event: 'end', expression: { text: '${x}' } }]);
    expect(whole.eventListeners).toMatchObject([
      { events: ['ACTIVITY_COMPLETED', 'PROCESS_STARTED'], throws: 'signal', name: { constant: 'done' } },
    ]);
    expect(compiled(chain(START, END))).toMatchObject({ timeZone: null, onFailure: 'ROLLBACK', listeners: [] });
  });
});
