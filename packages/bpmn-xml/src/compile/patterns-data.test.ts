// Gateways of every degree, loops, quantities, data and what goes wrong with them, from the file to the run.
import { BARE_HOST, step } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { accepted, EVENT_ROOTS, flows, logs, many, started } from '../testing/accepted-model.ts';
import { hasEnded, openTasks, run } from '../testing/run-model.ts';
import { chain, END, formal, START, script } from '../testing/texts.ts';

/** How a start fails: nothing is kept of it. */
function failure(content: string, variables = {}): string {
  try {
    started(content, variables);
  } catch (error) {
    return /"code":"(\w+)"/.exec((error as Error).message)?.[1] ?? (error as Error).message;
  }
  return 'none';
}

describe('gateways of any degree', () => {
  const names = ['a', 'b', 'c', 'd', 'f', 'i', 'k'];
  const tasks = (n: number) => names.slice(0, n);

  it.each([2, 3, 5, 7])('a parallel gateway splits into %s branches, and another joins them', (n) => {
    const ids = tasks(n);
    const text = `${START}${many('parallelGateway', 'g', 'j')}${ids.map((id) => logs(id)).join('')}${logs('z')}${END}
      ${flows('s g', ...ids.flatMap((id) => [`g ${id}`, `${id} j`]), 'j z', 'z e')}`;
    expect(started(text, { log: '' }).variables.log).toBe(`${ids.join('')}z`);
  });

  it.each(['parallelGateway', 'inclusiveGateway', 'exclusiveGateway'])('a %s both merges and splits', (type) => {
    const isExclusive = type === 'exclusiveGateway';
    const of = (text: string) => (type === 'parallelGateway' ? '' : text);
    const text = `${START}<parallelGateway id="g"/>${logs('a')}${logs('b')}<${type} id="x" ${of('default="x_d"')} gatewayDirection="Mixed"/>${logs('c')}${logs('d')}${END}
      ${flows('s g', 'g a', 'g b', 'a x', 'b x', `x c ${of('n > 0')}`, 'x d', 'c e', 'd e')}`;
    const log = started(text, { log: '', n: 1 }).variables.log;
    expect(log).toBe(type === 'parallelGateway' ? 'abcd' : isExclusive ? 'abcc' : 'abc');
  });

  it('a parallel gateway with one flow in and out lets through', () => {
    const text = chain(START, '<parallelGateway id="g"/>', '<userTask id="t"/>', END);
    expect(run(accepted(text, { strictness: 'lenient' })).tasks).toEqual(['t']);
  });

  it('a join takes one token of each flow and keeps the surplus', () => {
    const text = `${START}<task id="q" completionQuantity="2"/>${many('userTask', 'b', 'z')}<parallelGateway id="j"/><parallelGateway id="g"/>${END}
      ${flows('s g', 'g q', 'g b', 'q j', 'b j', 'j z', 'z e')}`;
    const joined = started(text).complete('b');
    expect([joined.tasks, joined.state.tokens.length]).toEqual([['z'], 2]);
  });

  it('an inclusive join in a loop waits for the token that can still come', () => {
    const text = `${START}<inclusiveGateway id="g"/>${many('userTask', 'a', 'b', 'z')}<exclusiveGateway id="m"/><exclusiveGateway id="x" default="x_j"/>
      <inclusiveGateway id="j"/>${END}${flows('s g', 'g m true', 'm a', 'a x', 'x m again', 'x j', 'g b true', 'b j', 'j z', 'z e')}`;
    const waiting = started(text, { again: true }).complete('b').complete('a');
    expect(openTasks(waiting)).toEqual(['a']);
    expect(openTasks(waiting.complete('a', { again: false }))).toEqual(['z']);
  });

  it('a complex split takes every true condition, else its default', () => {
    const text = `${START}<complexGateway id="g" default="g_c"/>${many('userTask', 'a', 'b', 'c')}${END}
      ${flows('s g', 'g a n > 0', 'g b n > 1', 'g c', 'a e', 'b e', 'c e')}`;
    expect([0, 1, 2].map((n) => openTasks(started(text, { n })))).toEqual([['c'], ['a'], ['a', 'b']]);
  });

  it('an event-based gateway takes receive tasks, several gateways one after another', () => {
    const timer = `<timerEventDefinition>${formal('timeDuration', 'PT1S')}</timerEventDefinition>`;
    const text = `${START}${many('eventBasedGateway', 'g', 'h')}<receiveTask id="r" messageRef="msg"/><receiveTask id="q" messageRef="msg2"/>
      ${['c1', 'c2'].map((id) => `<intermediateCatchEvent id="${id}">${timer}</intermediateCatchEvent>`).join('')}<userTask id="z"/>${END}
      ${flows('s g', 'g r', 'g c1', 'r h', 'h q', 'h c2', 'q z', 'z e', 'c1 e', 'c2 e')}`;
    const first = started(text);
    const second = first.command({ kind: 'message', wait: first.waitAt('r').number, payload: {} });
    const third = second.command({ kind: 'message', wait: second.waitAt('q').number, payload: {} });
    expect([third.tasks, hasEnded(second.fire('c2'))]).toEqual([['z'], true]);
  });
});

describe('activities', () => {
  it('activities collect as many tokens as they need, and send as many as they make', () => {
    const collecting = `${START}<parallelGateway id="g"/>${many('userTask', 'a', 'b')}<userTask id="t" startQuantity="2"/>${END}
      ${flows('s g', 'g a', 'g b', 'a t', 'b t', 't e')}`;
    const one = started(collecting).complete('a');
    expect([one.tasks, one.complete('b').tasks]).toEqual([['b'], ['t']]);
    expect(
      started(chain(START, '<task id="t" completionQuantity="3"/>', logs('a'), END), { log: '' }).variables.log,
    ).toBe('aaa');
  });

  it('activities without a join in front begin once for each token', () => {
    const text = `${START}<parallelGateway id="g"/>${many('task', 'a', 'b')}<userTask id="t"/>${END}${flows('s g', 'g a', 'g b', 'a t', 'b t', 't e')}`;
    expect(started(text).tasks).toEqual(['t', 't']);
  });

  it('activities begin where nothing leads to them, in a process and in a sub-process without start event', () => {
    const two = `${many('userTask', 'a', 'b')}<task id="c"/>${flows('a c')}`;
    expect(openTasks(started(two))).toEqual(['a', 'b']);
    expect(openTasks(started(chain(START, `<subProcess id="u">${two}</subProcess>`, END)))).toEqual(['a', 'b']);
  });

  it('activities of lanes run as if there were none', () => {
    const lanes = `<laneSet id="ls"><lane id="l1" name="One"><flowNodeRef>s</flowNodeRef><flowNodeRef>a</flowNodeRef><childLaneSet id="cl"><lane id="l3">
      <flowNodeRef>a</flowNodeRef></lane></childLaneSet></lane><lane id="l2" name="Two"><flowNodeRef>b</flowNodeRef><flowNodeRef>e</flowNodeRef></lane></laneSet>`;
    expect(started(`${lanes}${chain(START, logs('a'), logs('b'), END)}`, { log: '' }).variables.log).toBe('ab');
  });

  it('activities that call a global task do its work, with its data', () => {
    const global = `<globalScriptTask id="gs" scriptLanguage="juel" flowable:resultVariable="n"><script>n + 1</script></globalScriptTask>
      <globalUserTask id="gu" name="Look"/><globalTask id="gt"/><globalManualTask id="gm"/>`;
    const text = chain(
      START,
      ...['gs', 'gt', 'gm', 'gu'].map((id) => `<callActivity id="c${id}" calledElement="${id}"/>`),
      END,
    );
    const running = run(accepted(text, { roots: `${EVENT_ROOTS}${global}` }), { n: 1 });
    expect([running.tasks, running.variables.n]).toEqual([['cgu'], 2]);
  });

  it.each([
    ['before', 'testBefore="true"', 0],
    ['after', 'testBefore="false"', 1],
  ])('activities with a loop condition looked at %s the body', (_, attributes, rounds) => {
    const loop = `<standardLoopCharacteristics ${attributes}>${formal('loopCondition', 'false')}</standardLoopCharacteristics>`;
    const text = chain(START, logs('a').replace('<script>', `${loop}<script>`), END);
    expect(started(text, { log: '' }).variables.log).toBe('a'.repeat(rounds));
  });

  it('activities with a loop go on until the maximum, also as sub-process', () => {
    const loop = (max: number) =>
      `<standardLoopCharacteristics loopMaximum="${max}">${formal('loopCondition', 'true')}</standardLoopCharacteristics>`;
    const inner = chain(
      '<startEvent id="us"/>',
      logs('a').replace('<script>', `${loop(2)}<script>`),
      '<endEvent id="ue"/>',
    );
    const text = chain(START, `<subProcess id="u">${loop(3)}${inner}</subProcess>`, END);
    expect(started(text, { log: '' }).variables.log).toBe('aaaaaa');
  });
});

describe('several instances', () => {
  const io = (
    content: string,
  ) => `<ioSpecification id="io">${content}<inputSet id="is"><dataInputRefs>i</dataInputRefs></inputSet>
    <outputSet id="os"><dataOutputRefs>o</dataOutputRefs></outputSet></ioSpecification>`;
  const lists = io(
    '<dataInput id="i" name="ours" isCollection="true"/><dataOutput id="o" name="theirs" isCollection="true"/>',
  );
  const ways = `<dataInputAssociation id="ia"><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>
    <dataOutputAssociation id="oa"><sourceRef>o</sourceRef><targetRef>r</targetRef></dataOutputAssociation>`;
  const objects =
    '<dataObject id="d" name="numbers" isCollection="true"/><dataObject id="r" name="doubles" isCollection="true"/>';

  it.each(['true', 'false'])(
    'several instances run over the entries of a collection and leave a list of what they gave; sequential: %s',
    (isSequential) => {
      const loop = `<multiInstanceLoopCharacteristics isSequential="${isSequential}"><loopDataInputRef>i</loopDataInputRef><loopDataOutputRef>o</loopDataOutputRef>
      <inputDataItem id="x" name="x"/><outputDataItem id="y" name="y"/></multiInstanceLoopCharacteristics>`;
      const task = script('t', 'x * 2', 'y', `${lists}${ways}${loop}`);
      expect(started(`${objects}${chain(START, task, END)}`, { numbers: [1, 2, 3] }).variables.doubles).toEqual([
        2, 4, 6,
      ]);
    },
  );

  const SIGNAL_DEFINITION = '<signalEventDefinition id="sed" signalRef="sg"/>';
  const reporting = (attributes: string, content = '') =>
    `${chain(
      START,
      `<userTask id="t"><multiInstanceLoopCharacteristics ${attributes}>${formal('loopCardinality', '3')}${content}</multiInstanceLoopCharacteristics></userTask>`,
      '<userTask id="z"/>',
      END,
    )}<boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><signalEventDefinition signalRef="sg"/></boundaryEvent>${logs('r')}${flows('b r', 'r e')}`;
  const all = (text: string) => {
    const model = accepted(text, { roots: `${EVENT_ROOTS}${SIGNAL_DEFINITION}` });
    return run(model, { log: '' }).complete('t').complete('t').complete('t');
  };

  it.each([
    ['All: nothing', 'behavior="All"', '', ''],
    ['None: each', 'behavior="None" noneBehaviorEventRef="sed"', '', 'rrr'],
    ['One: the first', 'behavior="One" oneBehaviorEventRef="sed"', '', 'r'],
    [
      'Complex: those that its condition is true at',
      'behavior="Complex"',
      `<complexBehaviorDefinition id="cb">${formal('condition', 'nrOfCompletedInstances == 2')}<event id="ce"><signalEventDefinition signalRef="sg"/></event></complexBehaviorDefinition>`,
      'r',
    ],
  ])('several instances tell of their completions under %s', (_, attributes, content, log) => {
    const running = all(reporting(attributes, content));
    expect([running.tasks, running.variables.log]).toEqual([['z'], log]);
  });

  it('several instances of a sub-process run with loops inside of loops', () => {
    const loop = (n: string) =>
      `<multiInstanceLoopCharacteristics>${formal('loopCardinality', n)}</multiInstanceLoopCharacteristics>`;
    const inner = chain(
      '<startEvent id="us"/>',
      logs('a').replace('<script>', `${loop('loopCounter + 1')}<script>`),
      '<endEvent id="ue"/>',
    );
    const text = chain(START, `<subProcess id="u">${loop('3')}${inner}</subProcess>`, END);
    expect(started(text, { log: '' }).variables.log).toBe('aaaaaa');
  });
});

describe('data', () => {
  const io = (inputs: string, outputs: string, sets: string) =>
    `<ioSpecification id="io">${inputs}${outputs}${sets}</ioSpecification>`;

  it('data go through a reference of their object, with a transformation and with assignments', () => {
    const input = io(
      '<dataInput id="i" name="mine"/>',
      '<dataOutput id="o" name="result"/>',
      '<inputSet><dataInputRefs>i</dataInputRefs></inputSet><outputSet><dataOutputRefs>o</dataOutputRefs></outputSet>',
    );
    const ways = `<dataInputAssociation id="ia"><sourceRef>dr</sourceRef><targetRef>i</targetRef>${formal('transformation', 'amount + 1')}</dataInputAssociation>
      <dataOutputAssociation id="oa"><sourceRef>o</sourceRef><targetRef>r</targetRef><assignment id="as">${formal('from', 'result * 10')}${formal('to', 'total')}</assignment></dataOutputAssociation>`;
    const text = `<dataObject id="d" name="amount"/><dataObjectReference id="dr" dataObjectRef="d"/><dataObject id="r" name="total"/>
      ${chain(START, script('t', 'mine * 2', 'result', input + ways), '<userTask id="z"/>', END)}`;
    expect(started(text, { amount: 4 }).variables.total).toBe(100);
  });

  it('data of a sub-process are gone with it', () => {
    const inner = `<dataObject id="d" name="inner"/>${chain('<startEvent id="us"/>', script('t', '7', 'inner'), '<endEvent id="ue"/>')}`;
    const text = chain(START, `<subProcess id="u">${inner}</subProcess>`, '<userTask id="z"/>', END);
    expect(started(text).variables).toEqual({});
  });

  it('data that are missing keep an activity from beginning until they are there', () => {
    const input = io(
      '<dataInput id="i" name="mine"/>',
      '',
      '<inputSet><dataInputRefs>i</dataInputRefs></inputSet><outputSet/>',
    );
    const way = '<dataInputAssociation id="ia"><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>';
    const text = `<dataObject id="d" name="amount"/>${chain(START, `<userTask id="t">${input}${way}</userTask>`, END)}`;
    const waiting = started(text);
    expect(waiting.tasks).toEqual([]);
    expect(waiting.command({ kind: 'set-variables', variables: { amount: 1 } }).tasks).toEqual(['t']);
  });
});

describe('what goes wrong takes the command back', () => {
  const split = (type: string) =>
    `${START}<${type} id="g"/>${many('userTask', 'a', 'b')}${END}${flows('s g', 'g a n == 1', 'g b n == 2', 'a e', 'b e')}`;
  const loop = (count: string) =>
    chain(
      START,
      `<userTask id="t"><multiInstanceLoopCharacteristics>${formal('loopCardinality', count)}</multiInstanceLoopCharacteristics></userTask>`,
      END,
    );

  it.each([
    ['an exclusive split without true condition', split('exclusiveGateway'), { n: 3 }, 'NO_FLOW_SELECTED'],
    ['an inclusive split without true condition', split('inclusiveGateway'), { n: 3 }, 'NO_FLOW_SELECTED'],
    ['a complex split without true condition', split('complexGateway'), { n: 3 }, 'NO_FLOW_SELECTED'],
    [
      'conditional flows of a task without true condition',
      `${START}<task id="t"/>${many('userTask', 'a', 'b')}${END}${flows('s t', 't a n == 1', 't b n == 2', 'a e', 'b e')}`,
      { n: 3 },
      'NO_FLOW_SELECTED',
    ],
    ['a condition on a variable that is not there', split('exclusiveGateway'), {}, 'EXPRESSION_FAILED'],
    ['a condition that is no boolean', split('exclusiveGateway').replace('n == 1', 'n'), { n: 3 }, 'EXPRESSION_FAILED'],
    ['a negative number of instances', loop('n'), { n: -1 }, 'LOOP_CARDINALITY_INVALID'],
    ['a broken number of instances', loop('n'), { n: 1.5 }, 'LOOP_CARDINALITY_INVALID'],
    ['a text as number of instances', loop('n'), { n: 'many' }, 'LOOP_CARDINALITY_INVALID'],
  ])('%s', (_, text, variables, code) => {
    expect(failure(text, variables)).toBe(code);
  });

  it('a join that can never be fed stands still and says so', () => {
    const text = `${START}<exclusiveGateway id="g" default="g_b"/><parallelGateway id="j"/>${many('task', 'a', 'b')}${END}
      ${flows('s g', 'g a n == 1', 'g b', 'a j', 'b j', 'j e')}`;
    const model = accepted(text);
    const facts = {
      id: '01900000-0000-7000-8000-000000000001',
      tenantIdentifier: 'default',
      processDefinitionId: 'p:1',
      startedAt: 1,
      startUserId: null,
    };
    const start = { businessKey: null, name: null, startElementId: null, priority: null, dueAt: null };
    const command = { kind: 'start', at: 1, actor: null, facts: { ...facts, ...start }, variables: { n: 1 } } as const;
    const result = step(model, null, command, { ...BARE_HOST, keepsIncidents: false });
    expect(JSON.stringify(result)).toContain('STUCK_TOKENS');
  });
});
