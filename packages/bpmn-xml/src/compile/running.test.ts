// From the file to the run: what is compiled from XML makes the core do what the standard says.
import { describe, expect, it } from 'vitest';
import { compileText } from '../testing/compile-text.ts';
import { TRIGGERS } from '../testing/event-text.ts';
import { type RunningModel, run } from '../testing/run-model.ts';
import { chain, condition, END, flow, formal, START, script } from '../testing/texts.ts';

const ROOTS = `<signal id="sg" name="go"/><message id="m" name="paid"/><error id="er" name="Broken" errorCode="E1"/>
  <escalation id="es" name="late" escalationCode="L"/>
  <globalScriptTask id="gs" scriptLanguage="juel" flowable:resultVariable="doubled"><script>n * 2</script></globalScriptTask>`;

function start(content: string, variables: Parameters<typeof run>[1] = {}, at: string | null = null): RunningModel {
  return run(compileText(content, ROOTS), variables, at);
}

const { signal: SIGNAL, timer: TIMER } = TRIGGERS;

describe('events', () => {
  it('a boundary timer ends its task and goes its own way', () => {
    const text = `${chain(START, '<userTask id="t"/>', END)}<boundaryEvent id="b" attachedToRef="t">${TIMER}</boundaryEvent>
      <userTask id="late"/>${flow('b', 'late')}`;
    const late = start(text).fire('b');
    expect(late.trace).toEqual(['+b', '!t', '-b', 'b_late', '+late']);
    expect(late.tasks).toEqual(['late']);
  });

  it('a boundary signal that does not interrupt leaves its task open', () => {
    const text = `${chain(START, '<userTask id="t"/>', END)}
      <boundaryEvent id="b" attachedToRef="t" cancelActivity="false">${SIGNAL}</boundaryEvent><userTask id="too"/>${flow('b', 'too')}`;
    const told = start(text).command({ kind: 'signal', name: 'go', payload: {} });
    expect(told.tasks.toSorted()).toEqual(['t', 'too']);
  });

  it('a signal reaches what a parallel branch begins to wait for in the same round', () => {
    const text = `${START}<parallelGateway id="g"/><intermediateThrowEvent id="x">${SIGNAL}</intermediateThrowEvent>
      <intermediateCatchEvent id="c">${SIGNAL}</intermediateCatchEvent>
      ${flow('s', 'g')}${flow('g', 'x')}${flow('g', 'c')}`;
    expect(start(text).trace).toContain('end');
  });

  it('a link continues at its catch', () => {
    const text = `${START}<intermediateThrowEvent id="x"><linkEventDefinition name="l"/></intermediateThrowEvent>
      <intermediateCatchEvent id="c"><linkEventDefinition name="l"/></intermediateCatchEvent>${END}${flow('s', 'x')}${flow('c', 'e')}`;
    expect(start(text).trace).toEqual(['+s', '-s', 's_x', '+x', '-x', 'x>c', '+c', '-c', 'c_e', '+e', '-e', 'end']);
  });

  it('a condition lets its event go on in the burst that makes it true', () => {
    const text = chain(
      START,
      `<intermediateCatchEvent id="c"><conditionalEventDefinition>${formal('condition', 'amount > 10')}
        </conditionalEventDefinition></intermediateCatchEvent>`,
      END,
    );
    const waiting = start(text, { amount: 1 });
    expect(waiting.trace).not.toContain('end');
    expect(waiting.command({ kind: 'set-variables', variables: { amount: 11 } }).trace).toContain('end');
  });

  it('an event of the root is as one inside, and any of several triggers fires it', () => {
    const text = chain(
      START,
      `<intermediateCatchEvent id="c"><messageEventDefinition messageRef="m"/><eventDefinitionRef>rs</eventDefinitionRef></intermediateCatchEvent>`,
      END,
    );
    const waiting = run(compileText(text, `${ROOTS}<signalEventDefinition id="rs" signalRef="sg"/>`));
    expect(waiting.state.waits.map(({ kind }) => kind)).toEqual(['message', 'signal']);
    expect(waiting.command({ kind: 'signal', name: 'go', payload: {} }).trace).toContain('end');
  });

  it('a message start begins an instance when its message comes, and the none start when it is asked for', () => {
    const text = `${START}<startEvent id="ms"><messageEventDefinition messageRef="m"/></startEvent><userTask id="a"/><userTask id="b"/>
      ${flow('s', 'a')}${flow('ms', 'b')}`;
    expect(start(text).tasks).toEqual(['a']);
    expect(start(text, {}, 'ms').tasks).toEqual(['b']);
  });

  it('an instantiating receive task has received what it began with', () => {
    const text = chain('<receiveTask id="r" instantiate="true" messageRef="m"/>', '<userTask id="t"/>');
    expect(start(text, {}, 'r').trace).toEqual(['+r', '-r', 'r_t', '+t']);
  });
});

describe('errors and escalations', () => {
  const sub = (inside: string) => `<subProcess id="sub"><startEvent id="ss"/>${inside}</subProcess>`;

  it('an error end reaches the boundary of the sub-process around it, by its code', () => {
    const text = `${START}${sub(`<endEvent id="x"><errorEventDefinition errorRef="er"/></endEvent>${flow('ss', 'x')}`)}${END}
      <boundaryEvent id="b" attachedToRef="sub"><errorEventDefinition errorRef="er" camunda:errorMessageVariable="said"/></boundaryEvent>
      <userTask id="mend"/>${flow('s', 'sub')}${flow('sub', 'e')}${flow('b', 'mend')}`;
    const caught = start(text);
    expect(caught.tasks).toEqual(['mend']);
    expect(caught.variables).toMatchObject({ said: 'Broken' });
  });

  it('an event sub-process that interrupts ends its parent, which leaves by its own flow', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${SIGNAL}</startEvent><userTask id="ht"/>${flow('hs', 'ht')}</subProcess>`;
    const text = `${START}${sub(`<userTask id="t"/>${flow('ss', 't')}${handler}`)}${END}${flow('s', 'sub')}${flow('sub', 'e')}`;
    const handled = start(text).command({ kind: 'signal', name: 'go', payload: {} });
    expect(handled.tasks).toEqual(['ht']);
    expect(handled.complete('ht').trace).toEqual(['-ht', '-h', '-sub', 'sub_e', '+e', '-e', 'end']);
  });

  it('an escalation that nobody interrupts for lets its thrower go on', () => {
    const inside = `<intermediateThrowEvent id="x"><escalationEventDefinition escalationRef="es"/></intermediateThrowEvent>
      <userTask id="t"/>${flow('ss', 'x')}${flow('x', 't')}`;
    const text = `${START}${sub(inside)}<boundaryEvent id="b" attachedToRef="sub" cancelActivity="false">
      <escalationEventDefinition escalationRef="es"/></boundaryEvent><userTask id="told"/>${flow('s', 'sub')}${flow('b', 'told')}`;
    expect(start(text).tasks.toSorted()).toEqual(['t', 'told']);
  });
});

describe('compensation', () => {
  const undo = (
    id: string,
  ) => `<boundaryEvent id="b${id}" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent>
    ${script(`u${id}`, `(empty log ? '' : log) += '${id}'`, 'log', '', 'isForCompensation="true"')}
    <association id="as${id}" sourceRef="b${id}" targetRef="u${id}"/>`;

  it('undoes what is done in reverse order, then the thrower goes on', () => {
    const text = `${chain(START, '<task id="a"/>', '<task id="b"/>', '<intermediateThrowEvent id="x"><compensateEventDefinition/></intermediateThrowEvent>', END)}${undo('a')}${undo('b')}`;
    const undone = start(text, { log: '' });
    expect(undone.trace.filter((entry) => /^[+-](u|x|e)/.test(entry))).toEqual([
      '+x',
      '+ub',
      '-ub',
      '+ua',
      '-ua',
      '-x',
      '+e',
      '-e',
    ]);
    expect(undone.variables).toMatchObject({ log: 'ba' });
  });

  it('compensation of a cancelled transaction comes before its cancel boundary', () => {
    const inside = `<startEvent id="ss"/><task id="a"/>${undo('a')}<endEvent id="x"><cancelEventDefinition/></endEvent>${flow('ss', 'a')}${flow('a', 'x')}`;
    const text = `${START}<transaction id="tx">${inside}</transaction>${END}<boundaryEvent id="cb" attachedToRef="tx"><cancelEventDefinition/></boundaryEvent>
      <userTask id="after"/>${flow('s', 'tx')}${flow('tx', 'e')}${flow('cb', 'after')}`;
    const cancelled = start(text, { log: '' });
    expect(cancelled.variables).toMatchObject({ log: 'a' });
    expect(cancelled.tasks).toEqual(['after']);
    expect(cancelled.trace.indexOf('-ua')).toBeLessThan(cancelled.trace.indexOf('+cb'));
  });
});

describe('loops', () => {
  it('a sequential multi-instance runs its body once for each element, with the element in its scope', () => {
    const body = script('t', 'log += item += loopCounter', 'log').replace(
      '</scriptTask>',
      '<multiInstanceLoopCharacteristics isSequential="true" flowable:collection="list" flowable:elementVariable="item"/></scriptTask>',
    );
    expect(start(chain(START, body, END), { log: '', list: ['a', 'b', 'c'] }).variables).toMatchObject({
      log: 'a0b1c2',
    });
  });

  it('a parallel one opens all at once and gathers what each leaves', () => {
    const loop = `<multiInstanceLoopCharacteristics><extensionElements><flowable:variableAggregation target="all"><variable source="ok"/>
      </flowable:variableAggregation></extensionElements>${formal('loopCardinality', '2')}</multiInstanceLoopCharacteristics>`;
    const open = start(chain(START, `<userTask id="t">${loop}</userTask>`, '<userTask id="z"/>'));
    expect(open.tasks).toEqual(['t', 't']);
    const done = open.complete('t', { ok: 1 }).complete('t', { ok: 2 });
    expect(done.variables).toMatchObject({ all: [{ ok: 1 }, { ok: 2 }] });
  });

  it('the standard collection fills the item, and the output item the list', () => {
    const loop = `<multiInstanceLoopCharacteristics isSequential="true"><loopDataInputRef>list</loopDataInputRef><loopDataOutputRef>out</loopDataOutputRef>
      <inputDataItem id="i" name="item"/><outputDataItem id="o" name="result"/></multiInstanceLoopCharacteristics>`;
    const text = `<dataObject id="list" name="list" isCollection="true"/><dataObject id="out" name="out" isCollection="true"/>
      ${chain(START, `<subProcess id="sub">${loop}${script('x', "item += '!'", 'result')}</subProcess>`, '<userTask id="z"/>')}`;
    expect(start(text, { list: ['a', 'b'] }).variables).toMatchObject({ out: ['a!', 'b!'] });
  });

  it('a standard loop goes on while its condition holds', () => {
    const body = script('t', 'n + 1', 'n').replace(
      '</scriptTask>',
      `<standardLoopCharacteristics>${formal('loopCondition', 'n < 3')}</standardLoopCharacteristics></scriptTask>`,
    );
    expect(start(chain(START, body, '<userTask id="z"/>'), { n: 0 }).variables).toMatchObject({ n: 3 });
  });
});

describe('gateways and ad-hoc', () => {
  it('a complex gateway goes on when two of three are there, and once', () => {
    const text = `${START}<parallelGateway id="g"/><userTask id="a"/><userTask id="b"/><userTask id="c"/>
      <complexGateway id="j">${formal('activationCondition', 'activationCount >= 2')}</complexGateway><userTask id="z"/>
      ${flow('s', 'g')}${['a', 'b', 'c'].map((id) => flow('g', id) + flow(id, 'j')).join('')}${flow('j', 'z')}`;
    const two = start(text).complete('a').complete('b');
    expect(two.tasks.toSorted()).toEqual(['c', 'z']);
    expect(two.complete('c').tasks).toEqual(['z']);
  });

  it('an exclusive gateway takes the first true condition, in whatever language', () => {
    const feel = '<conditionExpression xsi:type="tFormalExpression">= n == 2</conditionExpression>';
    const text = `${START}<exclusiveGateway id="g" default="g_c"/><userTask id="a"/><userTask id="b"/><userTask id="c"/>
      ${flow('s', 'g')}${flow('g', 'a', condition('n == 1'))}${flow('g', 'b', feel)}${flow('g', 'c')}`;
    expect([1, 2, 3].map((n) => start(text, { n }).tasks[0])).toEqual(['a', 'b', 'c']);
  });

  it('a sequential ad-hoc sub-process does one after another until its condition holds', () => {
    const text = chain(
      START,
      `<adHocSubProcess id="ad" ordering="Sequential"><userTask id="a"/><userTask id="b"/>${formal('completionCondition', 'enough')}</adHocSubProcess>`,
      '<userTask id="z"/>',
    );
    const open = start(text, { enough: false });
    expect(open.tasks).toEqual(['a']);
    expect(open.complete('a').tasks).toEqual(['b']);
    expect(open.complete('a', { enough: true }).tasks).toEqual(['z']);
  });
});

describe('work', () => {
  it('a call orders its instance with what the mappings say, and takes back what they say', () => {
    const mappings = `<extensionElements><camunda:in source="a" target="b"/><camunda:out source="r" target="s"/></extensionElements>`;
    const open = start(
      chain(START, `<callActivity id="t" calledElement="child">${mappings}</callActivity>`, '<userTask id="z"/>'),
      { a: 1 },
    );
    const order = open.effects.flatMap((effect) => (effect.kind === 'do-work' ? effect.order : []))[0];
    expect(order).toMatchObject({
      work: 'call',
      target: 'child',
      parameters: { b: 1 },
      options: { binding: 'latest' },
    });
    expect(open.work('t', 'id', { r: 5, other: 6 }).variables).toEqual({ a: 1, s: 5 });
  });

  it('a global script task runs in the instance of its caller', () => {
    const text = chain(START, '<callActivity id="t" calledElement="gs"/>', '<userTask id="z"/>');
    expect(start(text, { n: 4 }).variables).toMatchObject({ doubled: 8 });
  });

  it('a send task sends its message with key, and an external task is ordered', () => {
    const key = 'keelson:correlationKey="${order}"';
    const text = chain(
      START,
      `<sendTask id="a" messageRef="m" ${key}/>`,
      '<serviceTask id="b" camunda:type="external" camunda:topic="pay"/>',
    );
    const { effects } = start(text, { order: 7 });
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'send-message', name: 'paid', keys: [{ name: '', values: [7] }] }),
    );
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'do-work', order: expect.objectContaining({ work: 'external', target: 'pay' }) }),
    );
  });

  it('data flow into a task and out of it, through its own variables', () => {
    const io = `<ioSpecification><dataInput id="i" name="ours"/><dataOutput id="o" name="res"/><inputSet><dataInputRefs>i</dataInputRefs></inputSet>
      <outputSet><dataOutputRefs>o</dataOutputRefs></outputSet></ioSpecification>
      <dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>
      <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation>`;
    const task = script('t', 'ours * 2', 'res').replace('<script>', `${io}<script>`);
    const text = `<dataObject id="d" name="amount"/>${chain(START, task, '<userTask id="z"/>')}`;
    expect(start(text, { amount: 21 }).variables.amount).toBe(42);
  });

  it('an activity before which a job is asked for waits for it, and its listeners run when it goes on', () => {
    const listener = `<extensionElements><flowable:executionListener event="start" expression="\${execution.setVariable('began', true)}"/></extensionElements>`;
    const open = start(chain(START, `<userTask id="t" camunda:asyncBefore="true">${listener}</userTask>`, END));
    expect([open.tasks, open.variables]).toEqual([[], {}]);
    const begun = open.command({ kind: 'job', wait: open.waitAt('t', 'job').number });
    expect([begun.tasks, begun.variables]).toEqual([['t'], { began: true }]);
  });
});

describe('extensions at work', () => {
  const listeners = (...facts: readonly string[]) => `<extensionElements>${facts.join('')}</extensionElements>`;
  const listener = (event: string, name: string) =>
    `<camunda:executionListener event="${event}" expression="\${execution.setVariable('${name}', (empty ${name} ? 0 : ${name}) + 1)}"/>`;

  it('listeners of process, event and gateway run when it begins and ends', () => {
    const text = `${listeners(listener('start', 'p'), listener('end', 'q'))}
      <startEvent id="s">${listeners(listener('start', 'a'), listener('end', 'b'))}</startEvent>
      <exclusiveGateway id="g">${listeners(listener('start', 'c'))}</exclusiveGateway>
      <endEvent id="e">${listeners(listener('end', 'd'))}</endEvent>${flow('s', 'g')}${flow('g', 'e')}`;
    const names = ['p', 'q', 'a', 'b', 'c', 'd'];
    const zeros = Object.fromEntries(names.map((name) => [name, 0]));
    const ones = Object.fromEntries(names.map((name) => [name, 1]));
    expect(start(text, zeros).variables).toEqual(ones);
  });

  it('parameters of an event are its own, and what it puts out goes around it', () => {
    const parameters = `<extensionElements><camunda:inputOutput><camunda:inputParameter name="own">\${n + 1}</camunda:inputParameter>
      <camunda:outputParameter name="seen">\${own * 10}</camunda:outputParameter></camunda:inputOutput>
      <camunda:in source="own" target="sent"/></extensionElements>`;
    const text = chain(
      START,
      `<intermediateThrowEvent id="x">${parameters}<messageEventDefinition messageRef="m"/></intermediateThrowEvent>`,
      '<userTask id="z"/>',
    );
    const { variables, effects } = start(text, { n: 1 });
    expect(variables).toEqual({ n: 1, seen: 20 });
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'send-message', payload: { sent: 2 } }));
  });

  it('a connector puts out what it makes of the answer, which itself stays inside', () => {
    const connector = `<extensionElements><camunda:connector><camunda:inputOutput>
      <camunda:outputParameter name="total">\${response.total + statusCode}</camunda:outputParameter></camunda:inputOutput>
      <camunda:connectorId>http-connector</camunda:connectorId></camunda:connector></extensionElements>`;
    const open = start(chain(START, `<serviceTask id="t">${connector}</serviceTask>`, '<userTask id="z"/>'));
    expect(open.work('t', { statusCode: 200, response: { total: 5 } }).variables).toEqual({ total: 205 });
  });

  it('an external task throws the error that its result stands for', () => {
    const errors =
      '<extensionElements><camunda:errorEventDefinition errorRef="er" expression="${failed}"/></extensionElements>';
    const text = `${chain(START, `<serviceTask id="t" camunda:type="external" camunda:topic="x">${errors}</serviceTask>`, '<userTask id="fine"/>')}
      <boundaryEvent id="b" attachedToRef="t"><errorEventDefinition errorRef="er"/></boundaryEvent><userTask id="mend"/>${flow('b', 'mend')}`;
    expect(start(text).work('t', null, { failed: true }).tasks).toEqual(['mend']);
    expect(start(text).work('t', null, { failed: false }).tasks).toEqual(['fine']);
  });

  it('a task tells its id and who completed it', () => {
    const said = 'flowable:taskIdVariableName="id" flowable:taskCompleterVariableName="who"';
    const open = start(chain(START, `<userTask id="t" ${said}/>`, '<userTask id="z"/>'));
    expect(open.variables.id).toMatch(/^01900000-/);
    expect(open.complete('t').variables.who).toBe('ada');
  });

  it('a terminate end ends one instance of a multi-instance, or all where it says so', () => {
    const text = (said: string) => {
      const end = `<endEvent id="x"><terminateEventDefinition ${said}/></endEvent>`;
      const inside = `<startEvent id="ss"/><userTask id="t"/>${end}${flow('ss', 't')}${flow('t', 'x')}`;
      const loop = `<multiInstanceLoopCharacteristics>${formal('loopCardinality', '2')}</multiInstanceLoopCharacteristics>`;
      return chain(START, `<subProcess id="sub">${loop}${inside}</subProcess>`, '<userTask id="z"/>');
    };
    expect(start(text('')).complete('t').tasks).toEqual(['t']);
    expect(start(text('flowable:terminateMultiInstance="true"')).complete('t').tasks).toEqual(['z']);
  });

  it('a call gives its data outputs by the names that the called process has for them', () => {
    const io = `<ioSpecification><dataOutput id="o" name="result"/><inputSet/><outputSet><dataOutputRefs>o</dataOutputRefs></outputSet></ioSpecification>
      <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation>`;
    const text = `<dataObject id="d" name="kept"/>${chain(START, `<callActivity id="t" calledElement="child">${io}</callActivity>`, '<userTask id="z"/>')}`;
    expect(start(text).work('t', 'id', { result: 3, other: 4 }).variables).toEqual({ kept: 3 });
  });

  it('a timeout of a task runs its listener and leaves the task open', () => {
    const timeout = `<extensionElements><camunda:taskListener event="timeout" id="l" expression="\${execution.setVariable('late', true)}">
      <timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></camunda:taskListener></extensionElements>`;
    const open = start(chain(START, `<userTask id="t">${timeout}</userTask>`, END));
    const late = open.fire('t');
    expect([late.tasks, late.variables]).toEqual([['t'], { late: true }]);
    expect(late.complete('t').trace).toContain('end');
    expect(open.complete('t').effects.map(({ kind }) => kind)).toContain('close-wait');
  });

  it('what happens in the instance throws what an event listener of the process says', () => {
    const listener = (said: string) => `<extensionElements><flowable:eventListener ${said}/></extensionElements>`;
    const handler = (trigger: string, interrupting: boolean) => `<subProcess id="h" triggeredByEvent="true">
      <startEvent id="hs" isInterrupting="${interrupting}">${trigger}</startEvent><task id="ht"/>${flow('hs', 'ht')}</subProcess>`;
    const text = (said: string, rest: string) =>
      `${listener(said)}${chain(START, '<userTask id="t"/>', '<userTask id="z"/>')}${rest}`;
    const told = start(text('events="TASK_CREATED" throwEvent="signal" signalName="go"', handler(SIGNAL, false)));
    expect(told.trace).toContain('+h');
    expect(told.tasks).toEqual(['t']);
    expect(told.complete('t').trace.filter((entry) => entry === '+h')).toHaveLength(1);
    const other = start(text('events="TASK_COMPLETED" throwEvent="signal" signalName="go"', handler(SIGNAL, false)));
    expect(other.trace).not.toContain('+h');
    const error = handler('<errorEventDefinition errorRef="er"/>', true);
    const failed = start(text('events="TASK_COMPLETED" throwEvent="error" errorCode="E1"', error)).complete('t');
    expect(failed.tasks).toEqual([]);
    expect(failed.trace).toContain('+h');
  });

  it('the payload of an event goes by its data where it has any', () => {
    const event = `<intermediateCatchEvent id="c"><dataOutput id="o" name="body"/><dataOutputAssociation>
      <sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation><messageEventDefinition messageRef="m"/></intermediateCatchEvent>`;
    const thrower = `<intermediateThrowEvent id="x"><dataInput id="i" name="sent"/><dataInputAssociation><sourceRef>d</sourceRef>
      <targetRef>i</targetRef></dataInputAssociation><messageEventDefinition messageRef="m"/></intermediateThrowEvent>`;
    const text = `<dataObject id="d" name="order"/>${chain(START, event, thrower, '<userTask id="z"/>')}`;
    const waiting = start(text);
    const told = waiting.command({ kind: 'message', wait: waiting.waitAt('c').number, payload: { number: 7 } });
    expect(told.variables).toEqual({ order: { number: 7 } });
    expect(told.effects).toContainEqual(expect.objectContaining({ kind: 'send-message', payload: { number: 7 } }));
  });

  it('a receive task and a send task hand their message on by their own data', () => {
    const io = (data: string) => `<ioSpecification>${data}<inputSet/><outputSet/></ioSpecification>`;
    const receive = `<receiveTask id="r" messageRef="m">${io('<dataOutput id="o" name="body"/>')}
      <dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation></receiveTask>`;
    const send = `<sendTask id="x" messageRef="m">${io('<dataInput id="i" name="sent"/>')}
      <dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation></sendTask>`;
    const text = `<dataObject id="d" name="order"/>${chain(START, receive, send, '<userTask id="z"/>')}`;
    const waiting = start(text);
    const told = waiting.command({ kind: 'message', wait: waiting.waitAt('r').number, payload: { body: 7 } });
    expect(told.variables).toEqual({ order: 7 });
    expect(told.effects).toContainEqual(expect.objectContaining({ kind: 'send-message', payload: { sent: 7 } }));
  });

  it('a job before each instance is not one before the whole', () => {
    const loop = `<multiInstanceLoopCharacteristics flowable:async="true">${formal('loopCardinality', '2')}</multiInstanceLoopCharacteristics>`;
    const open = start(chain(START, `<userTask id="t">${loop}</userTask>`, END));
    expect([open.tasks, open.state.waits.map(({ kind }) => kind)]).toEqual([[], ['job', 'job']]);
    const around = start(
      chain(
        START,
        `<userTask id="t" camunda:asyncBefore="true">${loop.replace('flowable:async="true"', '')}</userTask>`,
        END,
      ),
    );
    const begun = around.command({ kind: 'job', wait: around.waitAt('t').number });
    expect([around.state.waits.length, begun.tasks]).toEqual([1, ['t', 't']]);
  });

  it('a decision of a service task gives its outputs as variables', () => {
    const field = `<extensionElements><flowable:field name="decisionTableReferenceKey" stringValue="rate"/></extensionElements>`;
    const open = start(
      chain(START, `<serviceTask id="t" flowable:type="dmn">${field}</serviceTask>`, '<userTask id="z"/>'),
    );
    const order = open.effects.flatMap((effect) => (effect.kind === 'do-work' ? effect.order : []))[0];
    expect(order).toMatchObject({ work: 'decision', target: 'rate' });
    expect(open.work('t', [{ risk: 'low', fee: 3 }]).variables).toEqual({ risk: 'low', fee: 3 });
    expect(open.work('t', [{ risk: 'low' }, { risk: 'high' }]).variables).toEqual({
      rate: [{ risk: 'low' }, { risk: 'high' }],
    });
  });
});
