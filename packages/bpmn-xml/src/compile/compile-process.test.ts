// Compiling: what a file says becomes the frozen, indexed model, and nothing else does.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { ProcessModel } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { chain, condition, END, flow, model, readText, START, TASK } from '../testing/model-text.ts';

function compiled(content: string): ProcessModel {
  const { problems, definitions } = readText(model(content), 'strict');
  const compiledModel = definitions[0]?.model;
  if (compiledModel === null || compiledModel === undefined) throw new Error(JSON.stringify(problems));
  return compiledModel;
}

function nodeOf(content: string, id: string) {
  const node = compiled(content).nodes.find((each) => each.id === id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}

function taskOf(attributes: string, content = '') {
  const text = `<userTask id="t" ${attributes}>${content}</userTask>`;
  const { userTask } = nodeOf(chain(START, text, END), 't');
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
    const { definitions } = readText(model(lanes + text), 'lenient');
    const node = definitions[0]?.model?.nodes[1];
    expect(node).toMatchObject({ startQuantity: 2, completionQuantity: 3, laneNames: ['Sales', 'Berlin'] });
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
});
