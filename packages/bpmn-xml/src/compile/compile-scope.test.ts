// These tests look at scopes: nested sub-processes of every kind, their indexes over the whole process, where they begin, what they handle.
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../testing/compile-text.ts';
import { TRIGGERS } from '../testing/event-text.ts';
import { chain, END, flow, START } from '../testing/texts.ts';

const SIGNAL = TRIGGERS.signal;
const NESTED = `${START}
  <subProcess id="outer"><startEvent id="os"/>
    <transaction id="inner"><task id="deep"/></transaction>${flow('os', 'inner')}
    <subProcess id="handler" triggeredByEvent="true"><startEvent id="hs" isInterrupting="false">${SIGNAL}</startEvent></subProcess>
  </subProcess>
  <adHocSubProcess id="ad" ordering="Sequential" cancelRemainingInstances="false"><task id="one"/><task id="two"/>
    <completionCondition xsi:type="tFormalExpression">\${done}</completionCondition></adHocSubProcess>
  ${END}${flow('s', 'outer')}${flow('outer', 'ad')}${flow('ad', 'e')}`;

describe('indexes', () => {
  it('indexes are in document order over all scopes, outer before inner', () => {
    const { nodes, scopes, flows } = compileText(NESTED, '<signal id="sg" name="go"/>');
    const ids = ['s', 'outer', 'os', 'inner', 'deep', 'handler', 'hs', 'ad', 'one', 'two', 'e'];
    expect(nodes.map(({ id }) => id)).toEqual(ids);
    expect(nodes.map(({ scope }) => scope)).toEqual([0, 0, 1, 1, 2, 1, 3, 0, 4, 4, 0]);
    expect(nodes.map(({ body }) => body)).toEqual([-1, 1, -1, 2, -1, 3, -1, 4, -1, -1, -1]);
    expect(scopes.map(({ index, parent, node }) => [index, parent, node])).toEqual([
      [0, -1, -1],
      [1, 0, 1],
      [2, 1, 3],
      [3, 1, 5],
      [4, 0, 7],
    ]);
    expect(scopes.map((scope) => scope.nodes)).toEqual([[0, 1, 7, 10], [2, 3, 5], [4], [6], [8, 9]]);
    expect(flows.map(({ id }) => id)).toEqual(['os_inner', 's_outer', 'outer_ad', 'ad_e']);
  });

  it('indexes of flows stay what they were when a link is drawn', () => {
    const links = `<intermediateThrowEvent id="x"><linkEventDefinition name="l"/></intermediateThrowEvent>
      <intermediateThrowEvent id="y"><linkEventDefinition name="l"/></intermediateThrowEvent>
      <intermediateCatchEvent id="z"><linkEventDefinition name="l"/></intermediateCatchEvent>`;
    const whole = compileText(`${START}${links}${END}${flow('s', 'x')}${flow('s', 'y')}${flow('z', 'e')}`);
    expect(whole.flows.map(({ id }) => id)).toEqual(['s_x', 's_y', 'z_e', 'x>z', 'y>z']);
    expect([nodeOf(whole, 'x').outgoing, nodeOf(whole, 'z').incoming]).toEqual([[3], [3, 4]]);
    expect(nodeOf(whole, 'z').event?.triggers).toEqual([{ kind: 'link', name: 'l' }]);
  });
});

describe('a scope', () => {
  it('knows its starts, its handlers and the trigger of a handler', () => {
    const { scopes, nodes } = compileText(NESTED, '<signal id="sg" name="go"/>');
    expect(scopes.map(({ startNodes }) => startNodes.map((index) => nodes[index]?.id))).toEqual([
      ['s'],
      ['os'],
      ['deep'],
      ['hs'],
      ['one', 'two'],
    ]);
    expect(scopes.map(({ implicitStart }) => implicitStart)).toEqual([false, false, true, false, true]);
    expect(scopes.map(({ eventSubProcesses }) => eventSubProcesses)).toEqual([[], [5], [], [], []]);
    expect(scopes.map(({ trigger }) => trigger)).toEqual([-1, -1, -1, 6, -1]);
  });

  it('a scope of a kind of its own is a node of that kind', () => {
    const whole = compileText(NESTED, '<signal id="sg" name="go"/>');
    const types = ['outer', 'inner', 'handler', 'ad'].map((id) => nodeOf(whole, id).type);
    expect(types).toEqual(['subProcess', 'transaction', 'eventSubProcess', 'adHocSubProcess']);
    expect(nodeOf(whole, 'hs').event).toMatchObject({ interrupting: false, triggers: [{ kind: 'signal' }] });
    expect(nodeOf(whole, 'ad').adHoc).toMatchObject({
      activation: 'auto',
      sequential: true,
      cancelRemaining: false,
      completionCondition: { text: '${done}' },
    });
  });

  it('begins without start event at each node that nothing leads to, but at no handler, catch or instantiating one', () => {
    const text = `<task id="a"/><task id="c" isForCompensation="true"/><receiveTask id="r" instantiate="true"/>
      <intermediateCatchEvent id="l"><linkEventDefinition name="n"/></intermediateCatchEvent>
      <intermediateCatchEvent id="m"><signalEventDefinition signalRef="sg"/></intermediateCatchEvent>
      <boundaryEvent id="b" attachedToRef="a">${SIGNAL}</boundaryEvent>
      <eventBasedGateway id="g" instantiate="true" eventGatewayType="Parallel"/>
      <subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${SIGNAL}</startEvent></subProcess>`;
    const whole = compileText(text, '<signal id="sg" name="go"/>');
    expect(whole.startNodes.map((index) => whole.nodes[index]?.id)).toEqual(['a', 'm']);
    expect(nodeOf(whole, 'g')).toMatchObject({ instantiate: true, parallelEvents: true });
    expect(nodeOf(whole, 'r')).toMatchObject({ instantiate: true, event: null });
  });

  it('a scope with triggered starts alone has no start for the asking, and is not begun implicitly', () => {
    const whole = compileText(chain(`<startEvent id="s">${SIGNAL}</startEvent>`, END), '<signal id="sg" name="go"/>');
    expect(whole).toMatchObject({ startNodes: [], implicitStart: false });
  });

  it('begins an ad-hoc sub-process by itself unless it says that people do', () => {
    const ad = (said: string) => `<adHocSubProcess id="ad" ${said}><task id="one"/></adHocSubProcess>`;
    expect(nodeOf(compileText(ad('')), 'ad').adHoc).toEqual({
      activation: 'auto',
      sequential: false,
      cancelRemaining: true,
      completionCondition: null,
    });
    expect(nodeOf(compileText(ad('keelson:activation="manual"')), 'ad').adHoc?.activation).toBe('manual');
  });
});

describe('gateways', () => {
  it('gateways carry their default flow, and a complex one its condition and which flows it looks at again', () => {
    const text = `${START}<complexGateway id="g" default="g_a">
      <activationCondition xsi:type="tFormalExpression">activationCount &gt;= 2</activationCondition></complexGateway>
      <task id="a"/><task id="b"/><inclusiveGateway id="i"/>${flow('s', 'g')}${flow('g', 'a')}
      ${flow('g', 'b', '<conditionExpression xsi:type="tFormalExpression">${!waitingForStart}</conditionExpression>')}`;
    const whole = compileText(text);
    expect(nodeOf(whole, 'g')).toMatchObject({ defaultFlow: 1, activationCondition: { text: 'activationCount >= 2' } });
    expect(whole.flows.map(({ readsWaitingForStart }) => readsWaitingForStart)).toEqual([false, false, true]);
    expect(nodeOf(whole, 'i').activationCondition).toBeNull();
  });
});
