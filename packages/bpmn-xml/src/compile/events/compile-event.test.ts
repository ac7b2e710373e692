// These tests look at events: every trigger at its positions, inline or by reference, with what the extensions add.
import type { Trigger } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, END, flow, formal, START } from '../../testing/texts.ts';

const ROOTS = `<message id="m" name="order-\${region}" itemRef="i"/><message id="m2"/>
  <signal id="sg" name="go"/><signal id="near" name="near" flowable:scope="processInstance"/>
  <error id="er" name="Broken \${what}" errorCode="E1"/><error id="any"/>
  <escalation id="es" escalationCode="C1"/><escalation id="anyEs"/>
  <interface id="if" name="i"><operation id="op" name="o"><inMessageRef>m2</inMessageRef></operation></interface>
  <signalEventDefinition id="rootSignal" signalRef="sg"/>
  <timerEventDefinition id="rootTimer"><timeDate>2030-01-01T00:00:00Z</timeDate></timerEventDefinition>`;

function compiled(content: string) {
  return compileText(content, ROOTS);
}

function caught(definition: string): Trigger | undefined {
  const text = `<intermediateCatchEvent id="c">${definition}</intermediateCatchEvent>`;
  return nodeOf(compiled(chain(START, text, END)), 'c').event?.triggers[0];
}

function thrown(definition: string): Trigger | undefined {
  const text = `<intermediateThrowEvent id="c">${definition}</intermediateThrowEvent>`;
  return nodeOf(compiled(chain(START, text, END)), 'c').event?.triggers[0];
}

describe('a message', () => {
  it('is named by its root element, by an expression, or by its operation', () => {
    expect(caught('<messageEventDefinition messageRef="m"/>')).toMatchObject({
      kind: 'message',
      name: { text: 'order-${region}', constant: undefined },
      correlationKey: null,
      delivery: 'one',
    });
    expect(caught('<messageEventDefinition messageRef="tns:m2"/>')).toMatchObject({ name: { constant: 'm2' } });
    expect(caught('<messageEventDefinition><operationRef>op</operationRef></messageEventDefinition>')).toMatchObject({
      name: { constant: 'm2' },
    });
    expect(caught('<messageEventDefinition flowable:messageExpression="${n}"/>')).toMatchObject({
      name: { text: '${n}' },
    });
    expect(caught('<messageEventDefinition/>')).toMatchObject({ name: null });
  });

  it('has its correlation key and delivery from the definition, the event or the message', () => {
    const key = 'keelson:correlationKey="${order}" keelson:delivery="oldest"';
    expect(caught(`<messageEventDefinition messageRef="m" ${key}/>`)).toMatchObject({
      correlationKey: { text: '${order}' },
      delivery: 'oldest',
    });
    const event = `<intermediateCatchEvent id="c" ${key}><messageEventDefinition messageRef="m"/></intermediateCatchEvent>`;
    const node = nodeOf(compiled(chain(START, event, END)), 'c');
    expect(node.event?.triggers[0]).toMatchObject({ correlationKey: { text: '${order}' }, delivery: 'oldest' });
  });

  it('a message of a send or receive task is the event of that task', () => {
    const whole = compiled(
      chain('<sendTask id="a" messageRef="m"/>', '<receiveTask id="b" operationRef="op"/>', '<receiveTask id="c"/>'),
    );
    expect(nodeOf(whole, 'a')).toMatchObject({ work: { kind: 'message' }, event: { triggers: [{ kind: 'message' }] } });
    expect(nodeOf(whole, 'b').event?.triggers).toMatchObject([{ name: { constant: 'm2' } }]);
    expect(nodeOf(whole, 'c').event).toBeNull();
  });
});

describe('a timer', () => {
  it('is a date, a duration or a cycle, literal or expression', () => {
    const timer = (content: string, attributes = '') =>
      caught(`<timerEventDefinition ${attributes}>${content}</timerEventDefinition>`);
    expect(timer(formal('timeDate', '${due}'))).toMatchObject({
      timer: 'date',
      value: { text: '${due}' },
      endDate: null,
    });
    expect(timer(formal('timeDuration', ' PT5M '))).toMatchObject({ timer: 'duration', value: { constant: 'PT5M' } });
    expect(timer(formal('timeCycle', 'R3/PT1H', 'flowable:endDate="${end}"'))).toMatchObject({
      kind: 'timer',
      timer: 'cycle',
      value: { constant: 'R3/PT1H' },
      endDate: { text: '${end}' },
    });
    expect(timer(formal('timeDuration', '${x}'), 'flowable:businessCalendarName="dueDate"')).toMatchObject({
      timer: 'date',
    });
    expect(timer(formal('timeDuration', '= wait'))).toMatchObject({ value: { text: 'feel: wait' } });
  });
});

describe('a condition', () => {
  it('is bare or marked, and may look at one variable and some of its changes', () => {
    const text = formal('condition', 'amount > 3');
    expect(caught(`<conditionalEventDefinition>${text}</conditionalEventDefinition>`)).toMatchObject({
      kind: 'conditional',
      condition: { text: 'amount > 3' },
      variableName: null,
      variableEvents: ['create', 'update', 'delete'],
    });
    const said = 'camunda:variableName="amount" camunda:variableEvents="update, delete"';
    expect(caught(`<conditionalEventDefinition ${said}>${text}</conditionalEventDefinition>`)).toMatchObject({
      variableName: 'amount',
      variableEvents: ['update', 'delete'],
    });
  });
});

describe('a signal', () => {
  it('is heard in the tenant, or in its instance alone where signal or event say so', () => {
    expect(caught('<signalEventDefinition signalRef="sg"/>')).toMatchObject({
      name: { constant: 'go' },
      scope: 'tenant',
    });
    expect(caught('<signalEventDefinition signalRef="near"/>')).toMatchObject({ scope: 'instance' });
    const own = 'keelson:scope="processInstance" flowable:signalExpression="${which}"';
    expect(thrown(`<signalEventDefinition ${own}/>`)).toMatchObject({ name: { text: '${which}' }, scope: 'instance' });
  });

  it('carries what its mappings say', () => {
    const mappings = `<extensionElements><camunda:in source="a" target="b"/><camunda:in sourceExpression="\${x+1}" target="c"/>
      <camunda:in variables="all" local="true"/><camunda:in businessKey="\${k}"/></extensionElements>`;
    const trigger = thrown(`<signalEventDefinition signalRef="sg">${mappings}</signalEventDefinition>`);
    expect(trigger).toMatchObject({
      payload: [
        { kind: 'value', target: 'b', local: false },
        { kind: 'value', source: { text: '${x+1}' }, target: 'c' },
        { kind: 'all', local: true },
        { kind: 'businessKey', source: { text: '${k}' } },
      ],
    });
    const event = `<intermediateThrowEvent id="c"><extensionElements><flowable:in source="a" target="b"/></extensionElements>
      <signalEventDefinition signalRef="sg"/></intermediateThrowEvent>`;
    expect(nodeOf(compiled(chain(START, event)), 'c').event?.triggers[0]).toMatchObject({ payload: [{ target: 'b' }] });
  });
});

describe('an error', () => {
  const boundary = (definition: string) => {
    const text = `<task id="t"/><boundaryEvent id="b" attachedToRef="t">${definition}</boundaryEvent>`;
    return nodeOf(compiled(text), 'b').event?.triggers[0];
  };

  it('has the code of its root element, none for all codes, or what is written as code', () => {
    expect(boundary('<errorEventDefinition errorRef="er"/>')).toMatchObject({
      code: { constant: 'E1' },
      message: null,
    });
    expect(boundary('<errorEventDefinition/>')).toMatchObject({ code: null });
    expect(boundary('<errorEventDefinition errorRef="any"/>')).toMatchObject({ code: null });
    expect(boundary('<errorEventDefinition errorRef="raw.code"/>')).toMatchObject({ code: { constant: 'raw.code' } });
  });

  it('says into which variables code and message go, and throws with the name of its root element', () => {
    const said = 'camunda:errorCodeVariable="code" camunda:errorMessageVariable="text"';
    expect(boundary(`<errorEventDefinition ${said}/>`)).toMatchObject({
      codeVariable: 'code',
      messageVariable: 'text',
    });
    expect(boundary('<errorEventDefinition flowable:errorVariableName="v"/>')).toMatchObject({ codeVariable: 'v' });
    const end = '<endEvent id="x"><errorEventDefinition errorRef="er"/></endEvent>';
    expect(nodeOf(compiled(chain(START, end)), 'x').event?.triggers[0]).toMatchObject({
      code: { constant: 'E1' },
      message: { text: 'Broken ${what}' },
    });
  });
});

describe('other triggers', () => {
  it('other triggers are escalation, cancel, terminate and link', () => {
    const code = 'camunda:escalationCodeVariable="c"';
    expect(thrown(`<escalationEventDefinition escalationRef="es" ${code}/>`)).toMatchObject({
      kind: 'escalation',
      code: { constant: 'C1' },
      codeVariable: 'c',
    });
    expect(thrown('<escalationEventDefinition escalationRef="anyEs"/>')).toMatchObject({ code: null });
    const end = (definition: string) =>
      nodeOf(compiled(chain(START, `<endEvent id="x">${definition}</endEvent>`)), 'x').event?.triggers[0];
    expect(end('<cancelEventDefinition/>')).toEqual({ kind: 'cancel' });
    expect(end('<terminateEventDefinition/>')).toEqual({ kind: 'terminate', all: false });
    expect(end('<terminateEventDefinition flowable:terminateAll="true"/>')).toMatchObject({ all: true });
    expect(end('<terminateEventDefinition flowable:terminateMultiInstance="true"/>')).toMatchObject({
      all: false,
      multiInstance: true,
    });
  });

  it('other triggers are compensation: of one activity or of all, waiting or not', () => {
    const text = (attributes: string) => `${START}<task id="t"/><intermediateThrowEvent id="c">
      <compensateEventDefinition ${attributes}/></intermediateThrowEvent>${flow('s', 't')}${flow('t', 'c')}`;
    const trigger = (attributes: string) => nodeOf(compiled(text(attributes)), 'c').event?.triggers[0];
    expect(trigger('')).toEqual({ kind: 'compensation', activity: -1, waitForCompletion: true });
    expect(trigger('activityRef="t" waitForCompletion="false"')).toEqual({
      kind: 'compensation',
      activity: 1,
      waitForCompletion: false,
    });
  });
});

describe('an event', () => {
  it('takes its definitions in document order, references after those inside', () => {
    const text = `<intermediateCatchEvent id="c" parallelMultiple="true"><messageEventDefinition messageRef="m"/>
      <conditionalEventDefinition>${formal('condition', 'x')}</conditionalEventDefinition>
      <eventDefinitionRef>rootTimer</eventDefinitionRef><eventDefinitionRef>tns:rootSignal</eventDefinitionRef>
      </intermediateCatchEvent>`;
    const { event } = nodeOf(compiled(chain(START, text)), 'c');
    expect(event?.triggers.map(({ kind }) => kind)).toEqual(['message', 'conditional', 'timer', 'signal']);
    expect(event?.parallelMultiple).toBe(true);
  });

  it('an event on a boundary knows its activity, which knows its events, but its compensation apart', () => {
    const text = `<task id="t"/>
      <boundaryEvent id="b1" attachedToRef="t" cancelActivity="false"><signalEventDefinition signalRef="sg"/></boundaryEvent>
      <boundaryEvent id="b2" attachedToRef="t"><eventDefinitionRef>rootTimer</eventDefinitionRef></boundaryEvent>
      <boundaryEvent id="bc" attachedToRef="t"><compensateEventDefinition/></boundaryEvent>
      <task id="undo" isForCompensation="true"/><association id="a" sourceRef="bc" targetRef="undo"/>`;
    const whole = compiled(text);
    expect(nodeOf(whole, 'b1').event).toMatchObject({ attachedTo: 0, interrupting: false });
    expect(nodeOf(whole, 'b2').event).toMatchObject({ interrupting: true, triggers: [{ kind: 'timer' }] });
    expect(nodeOf(whole, 't').activity).toMatchObject({ boundaryEvents: [1, 2], compensationHandler: 4 });
    expect(nodeOf(whole, 'undo').activity).toMatchObject({ isForCompensation: true, compensationHandler: -1 });
  });

  it('has its data: outputs of a catch, inputs of a throw, with associations and properties', () => {
    const text = `<dataObject id="d" name="order"/>
      <intermediateCatchEvent id="c"><property id="p" name="own"/><dataOutput id="o" name="body"/>
        <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation>
        <messageEventDefinition messageRef="m"/></intermediateCatchEvent>
      <intermediateThrowEvent id="x"><dataInput id="i"/>
        <dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>
        <messageEventDefinition messageRef="m"/></intermediateThrowEvent>`;
    const whole = compiled(text);
    expect(nodeOf(whole, 'c').event).toMatchObject({
      items: ['body'],
      properties: [{ name: 'own' }],
      associations: [{ sources: ['body'], target: 'order' }],
    });
    expect(nodeOf(whole, 'x').event).toMatchObject({
      items: ['i'],
      associations: [{ sources: ['order'], target: 'i' }],
    });
  });
});

describe('correlation keys', () => {
  const collaboration = (keys: string) =>
    `<collaboration id="co"><participant id="pa" processRef="p"/>${keys}</collaboration>`;
  const key =
    '<correlationKey id="k" name="order"><correlationPropertyRef>no</correlationPropertyRef></correlationKey>';
  const property = `<correlationProperty id="no" name="number"><correlationPropertyRetrievalExpression messageRef="m">
    ${formal('messagePath', 'body.number')}</correlationPropertyRetrievalExpression></correlationProperty>`;
  const subscription = `<correlationSubscription id="su" correlationKeyRef="k"><correlationPropertyBinding correlationPropertyRef="no">
    ${formal('dataPath', '${orderNumber}')}</correlationPropertyBinding></correlationSubscription>`;
  const keysOf = (message: string, subscribed: string, roots: string) => {
    const text = chain(
      START,
      `<intermediateCatchEvent id="c"><messageEventDefinition messageRef="${message}"/></intermediateCatchEvent>`,
    );
    const trigger = nodeOf(compileText(text + subscribed, ROOTS + roots), 'c').event?.triggers[0];
    return trigger?.kind === 'message' ? trigger.subscriptionKeys : undefined;
  };

  it('correlation keys of the collaboration are retrieved from the message', () => {
    expect(keysOf('m', '', collaboration(key) + property)).toMatchObject([
      { name: 'order', properties: [{ name: 'number', binding: null, retrieval: { text: 'body.number' } }] },
    ]);
  });

  it('correlation keys are bound to the data of the process by its subscription', () => {
    const keys = keysOf('m', subscription, collaboration(key) + property);
    expect(keys).toMatchObject([
      { properties: [{ binding: { text: '${orderNumber}' }, retrieval: { text: 'body.number' } }] },
    ]);
  });

  it('correlation keys are none where the message carries none of them, and none of a collaboration of others', () => {
    expect(keysOf('m2', '', collaboration(key) + property)).toEqual([]);
    const others = collaboration(key).replace('processRef="p"', '');
    expect(keysOf('m', '', others + property)).toEqual([]);
  });
});

describe('message flows', () => {
  it('message flows say where a message is to go: to an element of another process, or to the whole of one', () => {
    const collaboration = `<collaboration id="co"><participant id="pa" processRef="p"/><participant id="pb" processRef="other"/>
      <participant id="black"/><messageFlow id="f1" sourceRef="x" targetRef="rt"/><messageFlow id="f2" sourceRef="x" targetRef="pb"/>
      <messageFlow id="f3" sourceRef="y" targetRef="black"/></collaboration>
      <process id="other"><receiveTask id="rt"/></process>`;
    const throws = ['x', 'y'].map(
      (id) => `<intermediateThrowEvent id="${id}"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>`,
    );
    const whole = compileText(chain(START, ...throws), ROOTS + collaboration);
    const targetsOf = (id: string) => {
      const trigger = nodeOf(whole, id).event?.triggers[0];
      return trigger?.kind === 'message' ? trigger.targets : null;
    };
    expect(targetsOf('x')).toEqual([
      { process: 'other', element: 'rt' },
      { process: 'other', element: null },
    ]);
    expect(targetsOf('y')).toBeUndefined();
  });
});
