// Events at every position, nested and side by side, from the file to the run.
import { describe, expect, it } from 'vitest';
import { accepted, flows, logs, many, started } from '../testing/accepted-model.ts';
import { TRIGGERS } from '../testing/event-text.ts';
import { hasEnded, openTasks, type RunningModel, run } from '../testing/run-model.ts';
import { chain, END, formal, START } from '../testing/texts.ts';

const MESSAGE = '<messageEventDefinition messageRef="msg"/>';
const { signal: SIGNAL, error: ERROR, escalation: ESCALATION, compensation: COMPENSATE } = TRIGGERS;
const { terminate: TERMINATE, timer: TIMER, conditional: CONDITION } = TRIGGERS;
const CATCHABLE = { message: MESSAGE, signal: SIGNAL, timer: TIMER, condition: CONDITION } as const;
type Catchable = keyof typeof CATCHABLE;
const NAMES = Object.keys(CATCHABLE) as Catchable[];

/** Lets what waits at the element happen. */
function happens(running: RunningModel, name: Catchable, element: string): RunningModel {
  if (name === 'signal') return running.command({ kind: 'signal', name: 'go', payload: {} });
  if (name === 'timer') return running.fire(element);
  if (name === 'condition') return running.command({ kind: 'set-variables', variables: { ready: true } });
  return running.command({ kind: 'message', wait: running.waitAt(element).number, payload: {} });
}

const sub = (content: string, attributes = '', type = 'subProcess') =>
  `<${type} id="u" ${attributes}><startEvent id="us"/>${content}</${type}>`;
const boundary = (id: string, on: string, content: string, interrupting = true) =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" cancelActivity="${interrupting}">${content}</boundaryEvent>`;
const handler = (content: string, interrupting = true, id = 'h', inside = `<userTask id="${id}t"/>`) =>
  `<subProcess id="${id}" triggeredByEvent="true">${chain(`<startEvent id="${id}s" isInterrupting="${interrupting}">${content}</startEvent>`, inside, `<endEvent id="${id}e"/>`)}</subProcess>`;
const catching = (id: string, content: string) =>
  `<intermediateCatchEvent id="${id}">${content}</intermediateCatchEvent>`;
const throwing = (id: string, content: string) =>
  `<intermediateThrowEvent id="${id}">${content}</intermediateThrowEvent>`;
const endWith = (id: string, content: string) => `<endEvent id="${id}">${content}</endEvent>`;

describe.each(NAMES)('a %s', (name) => {
  const content = CATCHABLE[name];
  const task = chain(START, '<userTask id="t"/>', END);
  const inside = sub(`<userTask id="t"/><endEvent id="ue"/>${flows('us t', 't ue')}`);
  const nested = chain(START, inside, END);

  it('begins an instance', () => {
    const text = `<startEvent id="s">${content}</startEvent><userTask id="t"/>${END}${flows('s t', 't e')}`;
    expect(run(accepted(text), { ready: true }, 's').tasks).toEqual(['t']);
  });

  it('is waited for in the flow, also inside of a sub-process', () => {
    const text = chain(START, catching('c', content), '<userTask id="t"/>', END);
    const waiting = started(text, { ready: false });
    expect([waiting.tasks, happens(waiting, name, 'c').tasks]).toEqual([[], ['t']]);
    const deep = chain(
      START,
      sub(`${catching('c', content)}<endEvent id="ue"/>${flows('us c', 'c ue')}`),
      '<userTask id="t"/>',
      END,
    );
    expect(happens(started(deep, { ready: false }), name, 'c').tasks).toEqual(['t']);
  });

  it.each([
    ['task', task, 't'],
    ['sub-process', nested, 'u'],
  ])('interrupts a %s, or goes on beside it', (_, text, on) => {
    const whole = (interrupting: boolean) =>
      `${text}${boundary('b', on, content, interrupting)}<userTask id="x"/>${flows('b x', 'x e')}`;
    expect(openTasks(happens(started(whole(true), { ready: false }), name, 'b'))).toEqual(['x']);
    expect(openTasks(happens(started(whole(false), { ready: false }), name, 'b'))).toEqual(['t', 'x']);
  });

  it('begins an event sub-process of the process or of a sub-process', () => {
    for (const interrupting of [true, false]) {
      const expected = interrupting ? ['ht'] : ['ht', 't'];
      const top = `${task}${handler(content, interrupting)}`;
      expect(openTasks(happens(started(top, { ready: false }), name, 'hs'))).toEqual(expected);
      const deep = nested.replace('<endEvent id="ue"/>', `<endEvent id="ue"/>${handler(content, interrupting)}`);
      const caught = happens(started(deep, { ready: false }), name, 'hs');
      expect(openTasks(caught)).toEqual(expected);
      const all = interrupting ? caught.complete('ht') : caught.complete('t').complete('ht');
      expect(hasEnded(all)).toBe(true);
    }
  });

  it('is one of several triggers of one event', () => {
    const other = name === 'signal' ? MESSAGE : SIGNAL;
    const any = chain(START, `<intermediateCatchEvent id="c">${content}${other}</intermediateCatchEvent>`, END);
    const waiting = started(any, { ready: false });
    const fired =
      name === 'timer'
        ? waiting.command({ kind: 'timer', wait: waiting.waitAt('c', 'timer').number })
        : happens(waiting, name, 'c');
    expect([hasEnded(fired), fired.state.waits]).toEqual([true, []]);
  });
});

describe('signals between branches', () => {
  const both = (catcher: string) => `${START}<parallelGateway id="g"/>${throwing('x', SIGNAL)}${catcher}${END}`;

  it.each([
    ['an intermediate event', `${catching('c', SIGNAL)}${flows('s g', 'g x', 'g c', 'x e', 'c e')}`],
    [
      'a boundary event',
      `<userTask id="c"/>${boundary('b', 'c', SIGNAL)}${flows('s g', 'g x', 'g c', 'x e', 'c e', 'b e')}`,
    ],
    [
      'an event-based gateway',
      `<eventBasedGateway id="c"/>${catching('c1', SIGNAL)}${catching('c2', MESSAGE)}${flows('s g', 'g x', 'g c', 'x e', 'c c1', 'c c2', 'c1 e', 'c2 e')}`,
    ],
    [
      'a sub-process beside it',
      `${sub(`${catching('c', SIGNAL)}<endEvent id="ue"/>${flows('us c', 'c ue')}`)}${many('task', 'n1', 'n2')}${throwing('y', SIGNAL)}${flows('s g', 'g x', 'g u', 'x n1', 'n1 n2', 'n2 y', 'y e', 'u e')}`,
    ],
  ])('signals between branches reach %s that another branch has come to', (_, catcher) => {
    expect(hasEnded(started(both(catcher)))).toBe(true);
  });

  it('signals between branches reach everyone who waits, and later ones wait for the next', () => {
    const text = `${START}<parallelGateway id="g"/>${catching('a', SIGNAL)}${catching('b', SIGNAL)}${catching('b2', SIGNAL)}${END}
      ${flows('s g', 'g a', 'g b', 'a e', 'b b2', 'b2 e')}`;
    const once = started(text).command({ kind: 'signal', name: 'go', payload: {} });
    expect(once.state.waits.map(({ kind }) => kind)).toEqual(['signal']);
    expect(hasEnded(once.command({ kind: 'signal', name: 'go', payload: {} }))).toBe(true);
  });

  it('signals between branches end an instance that throws one last, without catcher', () => {
    expect(hasEnded(started(chain(START, '<task id="t"/>', endWith('x', SIGNAL))))).toBe(true);
  });
});

describe('errors', () => {
  const failing = (rest = '') => chain(START, sub(`${endWith('x', ERROR)}${rest}${flows('us x')}`), END);

  it('errors are caught at the boundary by code, before one that catches all', () => {
    const all = `${failing()}${boundary('b1', 'u', '<errorEventDefinition/>')}${boundary('b2', 'u', ERROR)}${many('userTask', 'a', 'b')}
      ${flows('b1 a', 'b2 b', 'a e', 'b e')}`;
    expect(started(all).tasks).toEqual(['b']);
    const other = '<errorEventDefinition errorRef="er2"/>';
    const rest = `${failing()}${boundary('b1', 'u', '<errorEventDefinition/>')}${boundary('b2', 'u', other)}${many('userTask', 'a', 'b')}
      ${flows('b1 a', 'b2 b', 'a e', 'b e')}`;
    expect(started(rest).tasks).toEqual(['a']);
  });

  it('errors are caught by an event sub-process in front of the boundary', () => {
    const text = `${failing(handler(ERROR))}${boundary('b', 'u', ERROR)}<userTask id="a"/>${flows('b a', 'a e')}`;
    const caught = started(text);
    expect([caught.tasks, hasEnded(caught.complete('ht'))]).toEqual([['ht'], true]);
  });

  it('errors thrown again by their handler go outward', () => {
    const again = handler(ERROR, true, 'h', '<task id="ht"/>').replace('<endEvent id="he"/>', endWith('he', ERROR));
    const text = `${failing(again)}${boundary('b', 'u', ERROR)}<userTask id="a"/>${flows('b a', 'a e')}`;
    expect(started(text).tasks).toEqual(['a']);
  });

  it('errors pass sub-processes that do not catch them', () => {
    const inner = `<subProcess id="v"><startEvent id="vs"/>${endWith('x', ERROR)}${flows('vs x')}</subProcess><endEvent id="ue"/>${flows('us v', 'v ue')}`;
    const text = `${chain(START, sub(inner), END)}${boundary('b', 'u', ERROR)}<userTask id="a"/>${flows('b a', 'a e')}`;
    expect(started(text).tasks).toEqual(['a']);
  });

  it('errors of one instance of several end them all', () => {
    const loop = `<multiInstanceLoopCharacteristics>${formal('loopCardinality', '3')}</multiInstanceLoopCharacteristics>`;
    const inner = `<startEvent id="us"/><userTask id="t"/>${endWith('x', ERROR)}${flows('us t', 't x')}`;
    const text = `${chain(START, `<subProcess id="u">${loop}${inner}</subProcess>`, END)}${boundary('b', 'u', ERROR)}<userTask id="a"/>${flows('b a', 'a e')}`;
    expect(openTasks(started(text).complete('t'))).toEqual(['a']);
  });

  it('errors that nobody catches end the instance', () => {
    const running = started(
      `${START}<parallelGateway id="g"/><userTask id="t"/>${endWith('x', ERROR)}${END}${flows('s g', 'g t', 'g x', 't e')}`,
    );
    expect([hasEnded(running), running.tasks]).toEqual([true, []]);
    expect(running.effects).toContainEqual(expect.objectContaining({ endState: 'ERROR', errorCode: 'E1' }));
  });
});

describe('escalations', () => {
  const inner = (content: string) => chain(START, sub(content), '<userTask id="z"/>', END);
  const thrown = `${throwing('x', ESCALATION)}<userTask id="t"/><endEvent id="ue"/>${flows('us x', 'x t', 't ue')}`;

  it.each([
    [true, ['a']],
    [false, ['a', 't']],
  ])('escalations are caught at the boundary, interrupting: %s', (interrupting, tasks) => {
    const text = `${inner(thrown)}${boundary('b', 'u', ESCALATION, interrupting)}<userTask id="a"/>${flows('b a', 'a e')}`;
    expect(openTasks(started(text))).toEqual(tasks);
  });

  it('escalations that nobody catches let their thrower go on, and an end is an end', () => {
    expect(started(inner(thrown)).tasks).toEqual(['t']);
    expect(started(inner(`${endWith('x', ESCALATION)}${flows('us x')}`)).tasks).toEqual(['z']);
  });

  it('escalations begin an event sub-process beside the flow', () => {
    const text = `${chain(START, throwing('x', ESCALATION), '<userTask id="t"/>', END)}${handler(ESCALATION, false)}`;
    expect(openTasks(started(text))).toEqual(['ht', 't']);
  });
});

describe('terminate', () => {
  const forked = (id: string) => `<parallelGateway id="${id}g"/><userTask id="${id}t"/>${endWith(`${id}x`, TERMINATE)}`;

  it('ends the sub-process that holds it, which goes on by its flow', () => {
    const text = chain(
      START,
      sub(`${forked('i')}<endEvent id="ue"/>${flows('us ig', 'ig it', 'ig ix', 'it ue')}`),
      '<userTask id="z"/>',
      END,
    );
    const running = started(text);
    expect(running.tasks).toEqual(['z']);
    expect(running.trace).toContain('!it');
  });

  it('terminate in an event sub-process ends that alone', () => {
    const text = `${chain(START, '<userTask id="t"/>', END)}${handler(SIGNAL, false).replace('<endEvent id="he"/>', endWith('he', TERMINATE))}`;
    const running = started(text).command({ kind: 'signal', name: 'go', payload: {} }).complete('ht');
    expect([hasEnded(running), running.tasks]).toEqual([false, ['t']]);
  });

  it('terminate of the process ends what is inside of sub-processes', () => {
    const text = `${START}${forked('i')}${sub(`<userTask id="ut"/><endEvent id="ue"/>${flows('us ut', 'ut ue')}`)}${END}
      ${flows('s ig', 'ig it', 'ig u', 'u e', 'it ix')}`;
    const running = started(text).complete('it');
    expect([hasEnded(running), running.trace.includes('!ut')]).toEqual([true, true]);
  });
});

describe('links', () => {
  const link = (name: string) => `<linkEventDefinition name="${name}"/>`;

  it('links join several throws with one catch, each level by itself', () => {
    const inner = `${throwing('it', link('A'))}${catching('ic', link('A'))}<endEvent id="ue"/>${flows('us it', 'ic ue')}`;
    const text = `${START}<parallelGateway id="g"/>${throwing('t1', link('A'))}${throwing('t2', link('A'))}${sub(inner)}${catching('c', link('A'))}
      ${logs('a')}${END}${flows('s g', 'g t1', 'g t2', 'g u', 'u e', 'c a', 'a e')}`;
    const running = started(text, { log: '' });
    expect([running.variables.log, hasEnded(running)]).toEqual(['aa', true]);
  });

  it('may lead back', () => {
    const text = `${START}${catching('c', link('A'))}<exclusiveGateway id="m"/>${logs('a')}<exclusiveGateway id="x" default="x_e"/>${throwing('t', link('A'))}${END}
      ${flows('s m', 'c m', 'm a', 'a x', 'x t log.length() < 3', 'x e')}`;
    expect(started(text, { log: '' }).variables.log).toBe('aaa');
  });
});

describe('compensation', () => {
  /** Handlers of these activities; artifacts stand behind all elements. */
  const undo = (...ids: readonly string[]) => {
    const handlers = ids.map(
      (id) =>
        `<boundaryEvent id="b${id}" attachedToRef="${id}">${COMPENSATE}</boundaryEvent>${logs(`u${id}`, 'isForCompensation="true"')}`,
    );
    const associations = ids.map((id) => `<association id="as${id}" sourceRef="b${id}" targetRef="u${id}"/>`);
    return [...handlers, ...associations].join('');
  };
  const done = (...ids: string[]) => ids.map((id) => logs(id)).join('');

  it('undoes what is completed, in reverse, at an intermediate event and at an end', () => {
    const middle = `${START}${done('a', 'b')}${throwing('x', COMPENSATE)}${logs('c')}${END}${flows('s a', 'a b', 'b x', 'x c', 'c e')}${undo('a', 'b')}`;
    expect(started(middle, { log: '' }).variables.log).toBe('abubuac');
    const last = `${START}${done('a', 'b')}${endWith('x', COMPENSATE)}${flows('s a', 'a b', 'b x')}${undo('a', 'b')}`;
    const running = started(last, { log: '' });
    expect([running.variables.log, hasEnded(running)]).toEqual(['abubua', true]);
  });

  it('undoes one activity where it is named', () => {
    const named = '<compensateEventDefinition activityRef="a"/>';
    const text = `${START}${done('a', 'b')}${endWith('x', named)}${flows('s a', 'a b', 'b x')}${undo('a', 'b')}`;
    expect(started(text, { log: '' }).variables.log).toBe('abua');
  });

  it('leaves alone what has not been done', () => {
    const text = `${START}<exclusiveGateway id="g" default="g_b"/><exclusiveGateway id="j"/>${done('a', 'b')}${endWith('x', COMPENSATE)}
      ${flows('s g', 'g a which', 'g b', 'a j', 'b j', 'j x')}${undo('a', 'b')}`;
    expect(started(text, { log: '', which: true }).variables.log).toBe('aua');
  });

  it('undoes the inside of a completed sub-process, or runs its handler instead', () => {
    const inside = (rest: string) =>
      `${done('a', 'b')}<endEvent id="ue"/>${flows('us a', 'a b', 'b ue')}${rest}${undo('a', 'b')}`;
    const text = (rest: string) => chain(START, sub(inside(rest)), endWith('x', COMPENSATE));
    expect(started(text(''), { log: '' }).variables.log).toBe('abubua');
    const own = handler(COMPENSATE, true, 'h', logs('h'))
      .replace('isInterrupting="true"', '')
      .replace('id="h" trigg', 'id="hh" trigg');
    expect(started(text(own), { log: '' }).variables.log).toBe('abh');
  });

  it('undoes each round of several instances', () => {
    const loop = `<multiInstanceLoopCharacteristics isSequential="true">${formal('loopCardinality', '3')}</multiInstanceLoopCharacteristics>`;
    const text = `${chain(START, logs('a').replace('<script>', `${loop}<script>`), endWith('x', COMPENSATE))}${undo('a')}`;
    expect(started(text, { log: '' }).variables.log).toBe('aaauauaua');
  });

  it('compensation of a cancelled transaction comes before its boundary event', () => {
    const inside = `${done('a')}<userTask id="w"/><parallelGateway id="g"/>${endWith('x', '<cancelEventDefinition/>')}<endEvent id="ue"/>
      ${flows('us a', 'a g', 'g x', 'g w', 'w ue')}${undo('a')}`;
    const text = `${chain(START, sub(inside, '', 'transaction'), END)}${boundary('b', 'u', '<cancelEventDefinition/>')}${logs('z')}${flows('b z', 'z e')}`;
    const running = started(text, { log: '' });
    expect([running.variables.log, hasEnded(running), running.tasks]).toEqual(['auaz', true, []]);
  });

  it('compensation of a transaction that ends well or with an error does not happen', () => {
    const inside = (end: string) => `${done('a')}${end}${flows('us a', 'a x')}${undo('a')}`;
    const text = (end: string) =>
      `${chain(START, sub(inside(end), '', 'transaction'), END)}${boundary('b', 'u', ERROR)}${logs('z')}${flows('b z', 'z e')}`;
    expect(started(text('<endEvent id="x"/>'), { log: '' }).variables.log).toBe('a');
    expect(started(text(endWith('x', ERROR)), { log: '' }).variables.log).toBe('az');
  });
});
