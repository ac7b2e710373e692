// Data: objects, references, properties, specifications, sets, associations and assignments.
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, END, formal, START } from '../../testing/texts.ts';

describe('data of a scope', () => {
  it('data of a scope are variables named by their name where that is an identifier, else by their id', () => {
    const text = `<property id="p" name="own"/><dataObject id="a" name="order"/><dataObject id="b" name="my order"/>
      <dataObject id="c" isCollection="true"/><subProcess id="sub"><property id="q"/><dataObject id="d"/><task id="x"/></subProcess>`;
    const whole = compileText(text);
    expect(whole.scopes.map(({ data }) => data.map(({ name }) => name))).toEqual([['own', 'order', 'b', 'c'], ['d']]);
    expect(whole.scopes[0]?.data.map(({ collection }) => collection)).toEqual([false, false, false, true]);
    expect(nodeOf(whole, 'sub').activity?.properties.map(({ name }) => name)).toEqual(['q']);
  });

  it('data of a scope begin with the value of an extension, by the type of the item', () => {
    const object = (id: string, type: string, value: string) => `<dataObject id="${id}" itemSubjectRef="${type}">
      <extensionElements><flowable:value>${value}</flowable:value></extensionElements></dataObject>`;
    const text =
      object('a', 'xsd:int', '5') +
      object('b', 'xsd:boolean', 'true') +
      object('c', 'it', '7') +
      object('d', 'xsd:string', '8');
    const roots = '<itemDefinition id="it" structureRef="xsd:double"/>';
    const data = compileText(`${text}<dataObject id="e"/>`, roots).scopes[0]?.data;
    expect(data?.map(({ initial }) => initial)).toEqual([5, true, 7, '8', null]);
  });
});

describe('data of an activity', () => {
  const io = `<ioSpecification><dataInput id="i" name="in"/><dataInput id="j"/><dataInput id="k"/><dataOutput id="o"/>
    <inputSet><dataInputRefs>i</dataInputRefs><dataInputRefs>j</dataInputRefs><dataInputRefs>k</dataInputRefs>
      <optionalInputRefs>j</optionalInputRefs><whileExecutingInputRefs>k</whileExecutingInputRefs></inputSet>
    <outputSet><dataOutputRefs>o</dataOutputRefs></outputSet></ioSpecification>`;
  const objects = `<dataObject id="d" name="order"/><dataObjectReference id="r" dataObjectRef="d"/>`;
  const taskOf = (content: string) =>
    nodeOf(compileText(objects + chain(START, `<task id="t">${content}</task>`, END)), 't').activity;

  it('data of an activity are its inputs and outputs, of which sets need those that are neither optional nor for later', () => {
    expect(taskOf(io)?.io).toMatchObject({
      inputs: [{ name: 'in' }, { name: 'j' }, { name: 'k' }],
      outputs: [{ name: 'o' }],
      inputSets: [{ required: ['in'], optional: ['j', 'k'] }],
      outputSets: [{ required: ['o'], optional: [] }],
    });
    expect(taskOf('')?.io).toBeNull();
  });

  it('data of an activity flow by associations: a copy, a transformation, or assignments into the target', () => {
    const associations = `<dataInputAssociation><sourceRef>r</sourceRef><targetRef>i</targetRef></dataInputAssociation>
      <dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef>${formal('transformation', '${order.name}')}</dataInputAssociation>
      <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>r</targetRef>
        <assignment>${formal('from', '${o}')}${formal('to', '${order.customer.name}')}</assignment>
        <assignment>${formal('from', 'o')}${formal('to', 'd')}</assignment></dataOutputAssociation>`;
    const model = taskOf(io + associations)?.io;
    expect(model?.inputAssociations).toMatchObject([
      { sources: ['order'], target: 'in', transformation: null, assignments: [] },
      { sources: ['order'], target: 'in', transformation: { text: '${order.name}' } },
    ]);
    expect(model?.outputAssociations).toMatchObject([
      {
        sources: ['o'],
        target: 'order',
        assignments: [
          { from: { text: '${o}' }, to: { variable: 'order', path: ['customer', 'name'] } },
          { from: { text: 'o' }, to: { variable: 'order', path: [] } },
        ],
      },
    ]);
  });

  it('data of an activity flow into a property where there is no specification', () => {
    const content = `<property id="p"/><dataInputAssociation><sourceRef>d</sourceRef><targetRef>p</targetRef></dataInputAssociation>`;
    expect(taskOf(content)).toMatchObject({
      properties: [{ name: 'p' }],
      io: { inputAssociations: [{ target: 'p' }], inputSets: [] },
    });
  });
});
