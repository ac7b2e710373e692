// The twenty classic control-flow patterns as models of the standard, from the file to the run.
import { describe, expect, it } from 'vitest';
import { accepted, flows, logs, many, started } from '../testing/accepted-model.ts';
import { TRIGGERS } from '../testing/event-text.ts';
import { hasEnded, openTasks, type RunningModel, run } from '../testing/run-model.ts';
import { chain, END, formal, START } from '../testing/texts.ts';

const has = ({ trace }: RunningModel, id: string) => trace.filter((entry) => entry === `+${id}`).length;
const message = (ref: string) => `<messageEventDefinition messageRef="${ref}"/>`;
const { signal, timer } = TRIGGERS;

describe('basic control flow', () => {
  it('1 sequence: one after another', () => {
    expect(started(chain(START, logs('a'), logs('b'), logs('c'), END), { log: '' }).variables.log).toBe('abc');
  });

  it('2 parallel split: by gateway, and by several flows of an activity or a start event', () => {
    const gateway = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b', 'c')}${flows('s g', 'g a', 'g b', 'g c', 'a e', 'b e', 'c e')}${END}`;
    const implicit = `${START}${many('userTask', 'a', 'b', 'c')}${flows('s a', 's b', 's c', 'a e', 'b e', 'c e')}${END}`;
    for (const text of [gateway, implicit]) expect(openTasks(started(text))).toEqual(['a', 'b', 'c']);
  });

  it('3 synchronization: the join waits for every branch', () => {
    const text = `${START}${many('parallelGateway', 'g', 'j')}${many('userTask', 'a', 'b', 'z')}${END}
      ${flows('s g', 'g a', 'g b', 'a j', 'b j', 'j z', 'z e')}`;
    const one = started(text).complete('b');
    expect(openTasks(one)).toEqual(['a']);
    expect(openTasks(one.complete('a'))).toEqual(['z']);
  });

  it('4 exclusive choice: the first true condition in the order of the file, else the default flow', () => {
    const text = `${START}<exclusiveGateway id="g" default="g_c"/>${many('userTask', 'a', 'b', 'c')}${END}
      ${flows('s g', 'g c', 'g a n > 5', 'g b n > 1', 'a e', 'b e', 'c e')}`;
    expect([9, 3, 0].map((n) => started(text, { n }).tasks)).toEqual([['a'], ['b'], ['c']]);
  });

  it('5 simple merge: whichever branch was taken goes on', () => {
    const text = `${START}<exclusiveGateway id="g" default="g_b"/><exclusiveGateway id="m"/>${many('userTask', 'a', 'b', 'z')}${END}
      ${flows('s g', 'g a n == 1', 'g b', 'a m', 'b m', 'm z', 'z e')}`;
    expect([1, 2].map((n) => started(text, { n }).complete(n === 1 ? 'a' : 'b').tasks)).toEqual([['z'], ['z']]);
  });
});

describe('advanced branching and synchronization', () => {
  const split = (
    rest: string,
  ) => `${START}<inclusiveGateway id="g" default="g_c"/>${many('userTask', 'a', 'b', 'c', 'z')}${END}
    ${flows('s g', 'g a n > 0', 'g b n > 1', 'g c')}${rest}`;

  it('6 multi-choice: by inclusive gateway, and by conditional flows of an activity', () => {
    const gateway = split(flows('a e', 'b e', 'c e', 's z', 'z e'));
    expect([0, 1, 2].map((n) => openTasks(started(gateway, { n })))).toEqual([
      ['c', 'z'],
      ['a', 'z'],
      ['a', 'b', 'z'],
    ]);
    const activity = `${START}<task id="t" default="t_c"/>${many('userTask', 'a', 'b', 'c', 'z')}${END}
      ${flows('s t', 't a n > 0', 't b n > 1', 't c', 't z', 'a e', 'b e', 'c e', 'z e')}`;
    expect([0, 1, 2].map((n) => openTasks(started(activity, { n })))).toEqual([
      ['c', 'z'],
      ['a', 'z'],
      ['a', 'b', 'z'],
    ]);
  });

  it('7 structured synchronizing merge: waits for the branches taken, and for those alone', () => {
    const text = split(`<inclusiveGateway id="j"/>${flows('a j', 'b j', 'c j', 'j z', 'z e')}`);
    expect(started(text, { n: 0 }).complete('c').tasks).toEqual(['z']);
    expect(started(text, { n: 1 }).complete('a').tasks).toEqual(['z']);
    const both = started(text, { n: 2 }).complete('a');
    expect([both.tasks, both.complete('b').tasks]).toEqual([['b'], ['z']]);
  });

  it('8 multi-merge: each branch goes on by itself', () => {
    const text = `${START}<parallelGateway id="g"/><exclusiveGateway id="m"/>${logs('a')}${logs('b')}${logs('z')}${END}
      ${flows('s g', 'g a', 'g b', 'a m', 'b m', 'm z', 'z e')}`;
    expect(started(text, { log: '' }).variables.log).toBe('abzz');
  });

  const partial = (needed: number, branches: readonly string[]) =>
    `${START}<parallelGateway id="g"/><complexGateway id="j">${formal('activationCondition', `activationCount >= ${needed}`)}</complexGateway>
    ${many('userTask', ...branches, 'z')}${END}${flows('s g', ...branches.flatMap((id) => [`g ${id}`, `${id} j`]), 'j z', 'z e')}`;

  it('9 structured discriminator: the first goes on, the others are taken in, and it begins anew', () => {
    const first = started(partial(1, ['a', 'b', 'c'])).complete('b');
    expect(openTasks(first)).toEqual(['a', 'c', 'z']);
    const all = first.complete('a').complete('c');
    expect(openTasks(all)).toEqual(['z']);
    expect(hasEnded(all.complete('z'))).toBe(true);
  });

  it('9b n out of m: so many go on, once', () => {
    const one = started(partial(2, ['a', 'b', 'c'])).complete('c');
    expect(openTasks(one)).toEqual(['a', 'b']);
    const two = one.complete('a');
    expect(openTasks(two)).toEqual(['b', 'z']);
    expect(openTasks(two.complete('b'))).toEqual(['z']);
  });

  it('9c cancelling discriminator: the rest ends with the sub-process around it', () => {
    const inside = `<startEvent id="is"/><parallelGateway id="g"/>${many('userTask', 'a', 'b')}<exclusiveGateway id="m"/>
      <endEvent id="ie"><terminateEventDefinition/></endEvent>${flows('is g', 'g a', 'g b', 'a m', 'b m', 'm ie')}`;
    const text = chain(START, `<subProcess id="u">${inside}</subProcess>`, '<userTask id="z"/>', END);
    expect(started(text).complete('b').tasks).toEqual(['z']);
  });
});

describe('structural patterns', () => {
  it('10 arbitrary cycles: a loop with two ways in and two ways out', () => {
    const text = `${START}<exclusiveGateway id="x" default="x_m2"/>${many('exclusiveGateway', 'm1', 'm2')}<exclusiveGateway id="g1" default="g1_m2"/>
      <exclusiveGateway id="g2" default="g2_e2"/>${logs('a')}${logs('b')}${END}<endEvent id="e2"/>
      ${flows('s x', 'x m1 first', 'x m2', 'm1 a', 'a g1', "g1 e log == 'aba'", 'g1 m2', 'm2 b', 'b g2', 'g2 m1 log.length() < 3', 'g2 e2')}`;
    const inA = started(text, { first: true, log: '' });
    expect([inA.variables.log, has(inA, 'e'), has(inA, 'e2')]).toEqual(['aba', 1, 0]);
    const inB = started(text, { first: false, log: '' });
    expect([inB.variables.log, has(inB, 'e'), has(inB, 'e2')]).toEqual(['bab', 0, 1]);
  });

  it('11 implicit termination: the instance ends with its last branch', () => {
    const text = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b')}<endEvent id="e1"/><endEvent id="e2"/>
      ${flows('s g', 'g a', 'g b', 'a e1', 'b e2')}`;
    const one = started(text).complete('a');
    expect(hasEnded(one)).toBe(false);
    expect(hasEnded(one.complete('b'))).toBe(true);
  });
});

describe('multiple instances', () => {
  const loop = (content: string, attributes = '') =>
    `<multiInstanceLoopCharacteristics ${attributes}>${content}</multiInstanceLoopCharacteristics>`;
  const times = (text: string) => formal('loopCardinality', text);

  it('12 without synchronization: each round of a loop leaves an instance behind', () => {
    const text = `${START}${many('exclusiveGateway', 'm')}<scriptTask id="k" scriptFormat="juel" flowable:resultVariable="n"><script>n + 1</script></scriptTask>
      <parallelGateway id="g"/><exclusiveGateway id="x" default="x_e"/><userTask id="t"/>${END}<endEvent id="e2"/>
      ${flows('s m', 'm k', 'k g', 'g t', 'g x', 'x m n < 3', 'x e', 't e2')}`;
    const run3 = started(text, { n: 0 });
    expect(run3.tasks).toEqual(['t', 't', 't']);
    expect(run3.trace).toContain('+e');
  });

  it.each([
    ['13 known at design time', '3', {}],
    ['14 known at run time', 'wanted', { wanted: 3 }],
  ] as const)('%s: goes on after the last', (_, count, variables) => {
    const text = chain(START, `<userTask id="t">${loop(times(count))}</userTask>`, '<userTask id="z"/>', END);
    const two = started(text, variables).complete('t').complete('t');
    expect(two.tasks).toEqual(['t']);
    expect(two.complete('t').tasks).toEqual(['z']);
  });

  it('13b in sequence: one at a time', () => {
    const text = chain(START, `<userTask id="t">${loop(times('3'), 'isSequential="true"')}</userTask>`, END);
    const one = started(text);
    expect([one.tasks, one.complete('t').tasks]).toEqual([['t'], ['t']]);
    expect(hasEnded(one.complete('t').complete('t').complete('t'))).toBe(true);
  });

  it('13c cancelling: the completion condition ends the rest', () => {
    const condition = formal('completionCondition', 'nrOfCompletedInstances >= 2');
    const text = chain(START, `<userTask id="t">${loop(times('5') + condition)}</userTask>`, '<userTask id="z"/>', END);
    expect(started(text).complete('t').complete('t').tasks).toEqual(['z']);
  });

  it('14b none at all: goes on at once', () => {
    const text = chain(START, `<userTask id="t">${loop(times('0'))}</userTask>`, '<userTask id="z"/>', END);
    expect(started(text).tasks).toEqual(['z']);
  });

  it('15 not known before: a loop goes on for as long as its condition says', () => {
    const characteristics = `<standardLoopCharacteristics>${formal('loopCondition', 'more')}</standardLoopCharacteristics>`;
    const text = chain(START, `<userTask id="t">${characteristics}</userTask>`, '<userTask id="z"/>', END);
    const again = started(text, { more: true }).complete('t').complete('t');
    expect([again.tasks, again.complete('t', { more: false }).tasks]).toEqual([['t'], ['z']]);
  });
});

describe('state-based patterns', () => {
  const deferred = `${START}<eventBasedGateway id="g"/><intermediateCatchEvent id="c1">${message('msg')}</intermediateCatchEvent>
    <intermediateCatchEvent id="c2">${timer}</intermediateCatchEvent><intermediateCatchEvent id="c3">${signal}</intermediateCatchEvent>
    ${many('userTask', 'a', 'b', 'c')}${END}${flows('s g', 'g c1', 'g c2', 'g c3', 'c1 a', 'c2 b', 'c3 c', 'a e', 'b e', 'c e')}`;

  it('16 deferred choice: what happens first decides, the others are withdrawn', () => {
    const waiting = started(deferred);
    const chosen = [
      waiting.command({ kind: 'message', wait: waiting.waitAt('c1').number, payload: {} }),
      waiting.fire('c2'),
      waiting.command({ kind: 'signal', name: 'go', payload: {} }),
    ];
    expect(chosen.map(({ tasks, state }) => [tasks, state.waits.length])).toEqual([
      [['a'], 0],
      [['b'], 0],
      [['c'], 0],
    ]);
  });

  it('17 interleaved parallel routing: in any order, but one at a time', () => {
    const sub = `<adHocSubProcess id="ad" ordering="Sequential">${many('userTask', 'a', 'b')}</adHocSubProcess>`;
    const first = started(chain(START, sub, '<userTask id="z"/>', END));
    expect(first.tasks).toEqual(['a']);
    const second = first.complete('a');
    expect([second.tasks, second.complete('b').tasks]).toEqual([['b'], ['z']]);
  });

  it('18 milestone: reachable only while another branch has come there and not gone on', () => {
    const text = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'm', 'b')}<intermediateCatchEvent id="c"><conditionalEventDefinition>
      ${formal('condition', 'reached')}</conditionalEventDefinition></intermediateCatchEvent>${many('endEvent', 'e1', 'e2')}
      ${flows('s g', 'g a', 'a m', 'm e1', 'g c', 'c b', 'b e2')}`;
    const waiting = started(text, { reached: false });
    expect(openTasks(waiting)).toEqual(['a']);
    expect(openTasks(waiting.complete('a', { reached: true }))).toEqual(['b', 'm']);
  });
});

describe('cancellation', () => {
  it('19 cancel activity: a boundary event ends one activity and no other', () => {
    const text = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b', 'c')}<boundaryEvent id="x" attachedToRef="a">${signal}</boundaryEvent>${END}
      ${flows('s g', 'g a', 'g b', 'a e', 'b e', 'x c', 'c e')}`;
    const told = started(text).command({ kind: 'signal', name: 'go', payload: {} });
    expect(openTasks(told)).toEqual(['b', 'c']);
    expect(told.trace).toContain('!a');
  });

  it('20 cancel case: terminate ends all there is', () => {
    const inside = `<startEvent id="is"/><userTask id="c"/><endEvent id="ie"/>${flows('is c', 'c ie')}`;
    const text = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b')}<subProcess id="u">${inside}</subProcess>
      <endEvent id="x"><terminateEventDefinition/></endEvent>${END}${flows('s g', 'g a', 'g b', 'g u', 'a x', 'b e', 'u e')}`;
    const cancelled = started(text).complete('a');
    expect(hasEnded(cancelled)).toBe(true);
    expect([cancelled.tasks, cancelled.trace.includes('!b'), cancelled.trace.includes('!c')]).toEqual([[], true, true]);
  });

  it('20b cancel case by an error that nobody catches', () => {
    const text = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b')}<endEvent id="x"><errorEventDefinition errorRef="er"/></endEvent>${END}
      ${flows('s g', 'g a', 'g b', 'a x', 'b e')}`;
    const failed = run(accepted(text)).complete('a');
    expect([hasEnded(failed), failed.tasks]).toEqual([true, []]);
  });
});
