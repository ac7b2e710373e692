// What would be without effect, or take effect only by luck, is refused or told: nothing of a model is passed over in silence.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { accepted, acceptedFile } from '../testing/accepted-model.ts';
import { nodeOf } from '../testing/compile-text.ts';
import { chain, definitions, END, extended, model, problemsOf, process, START } from '../testing/model-text.ts';

/** Lists rule and message of every error. */
function errors(text: string): readonly string[] {
  const found = problemsOf(text).filter(({ severity }) => severity === 'ERROR');
  return found.map(({ ruleId, elementId, message }) => `${ruleId} ${elementId}: ${message}`);
}

describe('a start whose name is computed', () => {
  const start = (name: string) => chain(`<startEvent id="s">${name}</startEvent>`, END);
  const named = (kind: 'message' | 'signal', name: string) =>
    definitions(`<${kind} id="m" name="${name}"/>${process(start(`<${kind}EventDefinition ${kind}Ref="m"/>`))}`);

  it.each(['message', 'signal'] as const)('is refused where only an instance could know it (%s)', (kind) => {
    for (const name of ['${tenant}-paid', '${now()}', '${execution.id}', '${null}']) {
      const said = `Expression: ${name}: a start needs a name that is known when it is deployed`;
      expect(errors(named(kind, name))).toEqual([`EXE-07 s: ${said}`]);
    }
    const expression = start(`<${kind}EventDefinition flowable:${kind}Expression="\${tenant}"/>`);
    expect(errors(definitions(process(expression)))).toHaveLength(1);
  });

  it.each(['message', 'signal'] as const)('is evaluated when it is deployed where it can be (%s)', (kind) => {
    const content = start(`<${kind}EventDefinition ${kind}Ref="m"/>`);
    const model = accepted(content, { roots: `<${kind} id="m" name="\${'order'}-\${'paid'}"/>` });
    expect(nodeOf(model, 's').event?.triggers[0]).toMatchObject({ kind, name: { constant: 'order-paid' } });
  });

  it('is refused of a receive task and behind a gateway that begin instances, too', () => {
    const task = `<message id="m" name="\${x}"/>${process(chain('<receiveTask id="r" instantiate="true" messageRef="m"/>', END))}`;
    expect(errors(definitions(task)).map((each) => each.slice(0, 9))).toEqual(['EXE-07 r:']);
    const caught = (id: string) =>
      `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>`;
    const gateway = `<eventBasedGateway id="g" instantiate="true"/>${caught('a')}${caught('b')}${END}
      ${['g a', 'g b', 'a e', 'b e']
        .map((ends) => ends.split(' '))
        .map(([from, to]) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`)
        .join('')}`;
    const found = errors(definitions(`<message id="m" name="\${x}"/>${process(gateway)}`));
    expect(found.map((each) => each.slice(0, 9))).toEqual(['EXE-07 a:', 'EXE-07 b:']);
  });

  it('is accepted of what an instance waits for', () => {
    const text = `<message id="m" name="\${x}"/>${process(chain(START, '<receiveTask id="r" messageRef="m"/>', END))}`;
    expect(errors(definitions(text))).toEqual([]);
  });
});

describe('what would be passed over', () => {
  const task = (text: string) => model(chain(START, text, END));
  /** Rules of warnings that are told of the text and not of a plain one. */
  const warned = (text: string) =>
    problemsOf(text)
      .filter(({ ruleId }) => /^W-(19|20)$/.test(ruleId))
      .map(({ ruleId, elementId, message }) => `${ruleId} ${elementId}: ${message}`);

  it('is an external task without a topic', () => {
    const said = 't (external without topic) has no implementation';
    expect(errors(task('<serviceTask id="t" camunda:type="external"/>'))).toEqual([`EXE-16 t: ${said}`]);
    expect(errors(task('<serviceTask id="t" camunda:type="external" camunda:topic="x"/>'))).toEqual([]);
  });

  it.each([
    ['camunda:jobPriority', 'userTask', 'camunda:asyncBefore="true"'],
    ['camunda:taskPriority', 'serviceTask', 'camunda:type="external" camunda:topic="x"'],
    ['camunda:priority', 'userTask', ''],
  ])('is %s that is no number', (name, type, rest) => {
    expect(errors(task(`<${type} id="t" ${name}="high" ${rest}/>`))).toEqual([
      `EXE-09 t: ${name}="high" (whole number) is unknown to this engine`,
    ]);
    for (const fine of ['7', '-1', '${p}'])
      expect(errors(task(`<${type} id="t" ${name}="${fine}" ${rest}/>`))).toEqual([]);
    expect(errors(task(`<${type} id="t" ${name}="\${" ${rest}/>`)).map((each) => each.slice(0, 9))).toEqual([
      'EXE-07 t:',
    ]);
  });

  it.each(['dueDate', 'followUpDate'])('is a %s that no start could read', (name) => {
    const task = (value: string) =>
      definitions(process(chain(START, `<userTask id="t" camunda:${name}="${value}"/>`, END)));
    for (const value of ['P7D', 'PT1H', '2026-03-01', '2026-03-01T10:00:00+03:00', '${due}']) {
      expect(errors(task(value))).toEqual([]);
    }
    for (const value of ['7 days', '2026-02-30', '2026-03-01T10:00:00', 'P']) {
      expect(errors(task(value)).map((each) => each.slice(0, 9))).toEqual(['EXE-09 t:']);
    }
  });

  it.each([
    [
      'the definition',
      '<startEvent id="s"><messageEventDefinition messageRef="m" keelson:correlationKey="${id}"/></startEvent>',
    ],
    [
      'the event',
      '<startEvent id="s" keelson:correlationKey="${id}"><messageEventDefinition messageRef="m"/></startEvent>',
    ],
    ['a receive task', '<receiveTask id="s" instantiate="true" messageRef="m" keelson:correlationKey="${id}"/>'],
  ])('is a correlation key of what begins an instance, at %s', (_, start) => {
    const text = definitions(`<message id="m" name="M"/>${process(chain(start, END))}`);
    const [said = '', ...more] = warned(text);
    expect([said.slice(0, 49), more]).toEqual(['W-19 s: keelson:correlationKey has no effect: a m', []]);
    expect(warned(text.replace(' keelson:correlationKey="${id}"', ''))).toEqual([]);
    const handler = `<subProcess id="h" triggeredByEvent="true">${chain(start, '<endEvent id="he"/>')}</subProcess>`;
    if (!start.startsWith('<receive')) {
      expect(warned(definitions(`<message id="m" name="M"/>${process(chain(START, END) + handler)}`))).toEqual([]);
    }
  });

  it('is a correlation key of a message that only begins instances, and not of one that somebody waits for, too', () => {
    const message = '<message id="m" name="M" keelson:correlationKey="${id}"/>';
    const start = '<startEvent id="s"><messageEventDefinition messageRef="m"/></startEvent>';
    const began = definitions(message + process(chain(start, END)));
    const [said = '', ...more] = warned(began);
    expect([said.slice(0, 49), more]).toEqual(['W-19 m: keelson:correlationKey has no effect: a m', []]);
    const waiting = '<intermediateCatchEvent id="w"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
    expect(warned(definitions(message + process(chain(start, waiting, END))))).toEqual([]);
    const throwing = '<intermediateThrowEvent id="w"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>';
    expect(warned(definitions(message + process(chain(start, throwing, END))))).toEqual([]);
  });

  const noted = '<message id="m" name="M"/>';
  const definition = '<messageEventDefinition messageRef="m" keelson:delivery="all"/>';
  const told = (text: string) => warned(text).map((each) => each.slice(0, each.indexOf(':', 20) + 12));

  it.each([
    ['a catch event', chain(START, `<intermediateCatchEvent id="x">${definition}</intermediateCatchEvent>`, END)],
    ['a start event', chain(`<startEvent id="x">${definition}</startEvent>`, END)],
    [
      'a boundary event',
      `${chain(START, '<userTask id="t"/>', END)}<boundaryEvent id="x" attachedToRef="t">${definition}</boundaryEvent>`,
    ],
    [
      'the event itself',
      chain(
        START,
        '<intermediateCatchEvent id="x" keelson:delivery="oldest"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>',
        END,
      ),
    ],
    ['a receive task', chain(START, '<receiveTask id="x" messageRef="m" keelson:delivery="all"/>', END)],
  ])('is a delivery of what only catches, at %s', (_, content) => {
    const text = definitions(noted + process(content));
    expect(told(text)).toEqual(['W-19 x: keelson:delivery has no effect: who throws']);
    expect(warned(text.replaceAll(/ keelson:delivery="\w+"/g, ''))).toEqual([]);
  });

  it('is a delivery of a message that is only waited for, and not of one that somebody throws, too', () => {
    const message = '<message id="m" name="M" keelson:delivery="all"/>';
    const waits = '<intermediateCatchEvent id="w"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
    const throws = `<intermediateThrowEvent id="v">${definition}</intermediateThrowEvent>`;
    const sends = '<sendTask id="v" messageRef="m" keelson:delivery="all"/>';
    expect(told(definitions(message + process(chain(START, waits, END))))).toEqual([
      'W-19 m: keelson:delivery has no effect: who throws',
    ]);
    for (const thrown of [throws, sends]) {
      expect(warned(definitions(message + process(chain(START, waits, thrown, END))))).toEqual([]);
    }
  });

  it('is a delivery of a definition that several events share, where none of them throws', () => {
    const shared = '<messageEventDefinition id="d" messageRef="m" keelson:delivery="all"/>';
    const event = (type: string, id: string) =>
      `<${type} id="${id}"><eventDefinitionRef>d</eventDefinitionRef></${type}>`;
    const caught = event('intermediateCatchEvent', 'x');
    expect(told(definitions(noted + shared + process(chain(START, caught, END))))).toEqual([
      'W-19 d: keelson:delivery has no effect: who throws',
    ]);
    const both = chain(START, caught, event('intermediateThrowEvent', 'v'), END);
    expect(warned(definitions(noted + shared + process(both)))).toEqual([]);
  });

  it('is a delivery or a key at an event without a message, and at a task that sends none', () => {
    for (const name of ['delivery="all"', 'correlationKey="${id}"']) {
      const timer = `<intermediateCatchEvent id="x" keelson:${name}><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
      const work = `<sendTask id="x" flowable:type="external" flowable:topic="t" keelson:${name}/>`;
      for (const element of [timer, work]) {
        const said = warned(model(chain(START, element, END))).map((each) => each.slice(-18));
        expect(said, element).toEqual(['or waited for here']);
      }
    }
  });

  it('is a field of a message definition that says no work', () => {
    const throws = (type: string) =>
      definitions(
        `<message id="m" name="M"/>${process(
          chain(
            START,
            `<intermediateThrowEvent id="v"><messageEventDefinition messageRef="m" ${type}>${extended(
              '<flowable:field name="to" stringValue="x"/>',
            )}</messageEventDefinition></intermediateThrowEvent>`,
            END,
          ),
        )}`,
      );
    expect(errors(throws(''))).toEqual(['EXE-18 v: Field to is unknown for message']);
    expect(errors(throws('flowable:type="mail"'))).toEqual([]);
  });

  it('is a file in which nothing can run', () => {
    const drawn = definitions(process(chain(START, END), 'isExecutable="false"'));
    const warnings = problemsOf(drawn).filter(({ ruleId }) => ruleId === 'W-21');
    expect(warnings).toMatchObject([{ severity: 'WARNING' }]);
    expect(problemsOf(definitions(process(chain(START, END)))).map(({ ruleId }) => ruleId)).not.toContain('W-21');
  });

  it('is a priority of the process that is no number', () => {
    const text = model(chain(START, END), 'isExecutable="true" camunda:jobPriority="high"');
    expect(errors(text).map((each) => each.slice(0, 9))).toEqual(['EXE-09 p:']);
  });

  it('is formKey beside formRef', () => {
    expect(warned(task('<userTask id="t" camunda:formKey="k" camunda:formRef="r"/>'))).toEqual([
      'W-19 t: camunda:formKey has no effect: formRef is given',
    ]);
    expect(warned(task('<userTask id="t" camunda:formKey="k"/>'))).toEqual([]);
  });

  it('is formRef beside fields', () => {
    const fields = '<extensionElements><flowable:formProperty id="f"/></extensionElements>';
    expect(warned(task(`<userTask id="t" camunda:formRef="r">${fields}</userTask>`))).toEqual([
      'W-19 t: camunda:formRef has no effect: fields are given',
    ]);
  });

  it('is a constraint of a form with a class, or of a name that is none', () => {
    const form = (constraint: string) =>
      task(
        `<userTask id="t"><extensionElements><camunda:formData><camunda:formField id="f" type="string">
         <camunda:validation><camunda:constraint ${constraint}/></camunda:validation></camunda:formField></camunda:formData></extensionElements></userTask>`,
      );
    expect(errors(form('name="validator" config="com.example.Check"')).map((each) => each.slice(0, 9))).toEqual([
      'EXE-15 t:',
    ]);
    expect(errors(form('name="longest" config="4"')).map((each) => each.slice(0, 9))).toEqual(['EXE-09 t:']);
    expect(errors(form('name="maxlength" config="4"'))).toEqual([]);
  });

  it('is a second compensation handler of one activity', () => {
    const text = (...handlers: readonly number[]) => {
      const nodes = handlers.map(
        (at) =>
          `<boundaryEvent id="b${at}" attachedToRef="t"><compensateEventDefinition/></boundaryEvent><task id="h${at}" isForCompensation="true"/>`,
      );
      const joins = handlers.map(
        (at) => `<association id="as${at}" associationDirection="One" sourceRef="b${at}" targetRef="h${at}"/>`,
      );
      return model([chain(START, '<task id="t"/>', END), ...nodes, ...joins].join(''));
    };
    expect(warned(text(1, 2))).toEqual(['W-19 b2: b2 has no effect: t has another compensation event']);
    expect(warned(text(1))).toEqual([]);
    const { nodes } = acceptedFile(text(1, 2));
    expect(nodes[nodes.find(({ id }) => id === 't')?.activity?.compensationHandler ?? -1]?.id).toBe('h1');
  });

  it('what would be passed over are elements of namespaces that are not read: one warning a file, with their names', () => {
    const foreign = extended(
      '<fox:failedJobRetryTimeCycle xmlns:fox="http://www.camunda.com/fox">R3/PT1M</fox:failedJobRetryTimeCycle><x:y xmlns:x="urn:x"/>',
    );
    const text = chain(START, `<task id="t">${foreign}</task>`, `<task id="u">${foreign}</task>`, END);
    const said =
      'elements of namespaces that are not read are carried without effect: fox:failedJobRetryTimeCycle, x:y';
    expect(warned(model(text))).toEqual([`W-20 null: ${said}`]);
    expect(warned(model(text, 'isExecutable="false"'))).toEqual([]);
  });

  it.each(['work-form-field-validation', 'task-candidates-type'])('is a note of a tool: flowable:%s', (name) => {
    const text = task(`<userTask id="t">${extended(`<flowable:${name}>x</flowable:${name}>`)}</userTask>`);
    const told = problemsOf(text).filter(({ ruleId, elementId }) => elementId === 't' && ruleId !== 'SEQ-11');
    expect(told.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ['W-05', `extension carried without effect: flowable:${name}`],
    ]);
  });
});
