// What other engines say in a way of their own, and what has an exact counterpart here, is read as that.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { HOST_KINDS } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';

import { event, rooted, WHOLE } from '../testing/event-text.ts';
import { chain, END, extended, model, problemsOf, readText, START, utf8 } from '../testing/model-text.ts';
import { hasEnded, run } from '../testing/run-model.ts';

const errors = (text: string, strictness: 'strict' | 'spec' | 'lenient' = 'lenient') =>
  problemsOf(text, strictness)
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ ruleId }) => ruleId);

describe('a thrown signal that is async', () => {
  it('is thrown like any other, which reaches others after the step, and needs no jobs', () => {
    const thrown = event(
      'intermediateThrowEvent',
      'x',
      '<signalEventDefinition signalRef="sg" flowable:async="true"/>',
    );
    const text = rooted(chain(START, thrown, END));
    const hosted = new Set(HOST_KINDS.filter((kind) => kind !== 'job'));
    expect(problemsOf(text, 'spec', { hosted }).filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    const { effects } = run(readText(text).definitions[0]!.model!);
    expect(effects).toMatchObject([{ kind: 'throw-signal' }, { kind: 'end' }]);
  });
});

describe('a script in a file of its own', () => {
  const languages = { feel: () => ({ problem: 'none', offset: 0 }), javascriptProblem: () => null };
  const read = (content: string, ...others: readonly (readonly [string, string])[]) => {
    const files = [['model.bpmn', model(chain(START, content, END))] as const, ...others];
    const bytes = files.map(([name, text]) => ({ name, bytes: utf8(text) }));
    return readDeployment(bytes, { strictness: 'spec', languages });
  };
  const task = (said: string, inside = '') => `<scriptTask id="t" scriptFormat="juel" ${said}>${inside}</scriptTask>`;
  const told = (result: ReturnType<typeof read>) =>
    result.problems.map(({ ruleId, message }) => `${ruleId} ${message}`);

  it('is that of the resource which a script task names', () => {
    const result = read(task('camunda:resource="deployment://a.juel" camunda:resultVariable="r"'), ['a.juel', '1 + 2']);
    expect(run(result.definitions[0]!.model!).variables).toEqual({ r: 3 });
  });

  it('is that of the resource which a script of a listener or parameter names', () => {
    const inside = extended(
      '<camunda:inputOutput><camunda:outputParameter name="o"><camunda:script scriptFormat="juel" resource="a.juel"/></camunda:outputParameter></camunda:inputOutput>',
    );
    const result = read(`<task id="t">${inside}</task>`, ['a.juel', '4 * 5']);
    expect(run(result.definitions[0]!.model!).variables).toEqual({ o: 20 });
  });

  it('is refused where the file is not in the deployment, or is wrong', () => {
    expect(told(read(task('camunda:resource="classpath://a.juel"')))).toContain(
      'EXE-06 Script: file classpath://a.juel is not in the deployment',
    );
    expect(
      told(read(task('camunda:resource="a.juel"'), ['a.juel', '1 +'])).filter((each) => each.startsWith('EXE-06')),
    ).toHaveLength(1);
    expect(told(read(task('camunda:resource="${file}"')))).toContain(
      'EXE-07 Expression: resource: no expression, it is read before there is an instance',
    );
  });

  it('goes before what is written in the task, which is told', () => {
    const result = read(task('camunda:resource="a.juel"', '<script>1</script>'), ['a.juel', '2']);
    expect(told(result)).toContain('W-19 script has no effect: the text is that of a.juel');
  });
});

describe('loop data that are a variable', () => {
  const loop = (inside: string) =>
    `<userTask id="t"><multiInstanceLoopCharacteristics isSequential="true">${inside}</multiInstanceLoopCharacteristics></userTask>`;
  const text = model(
    chain(START, loop('<loopDataInputRef>people</loopDataInputRef><inputDataItem id="i" name="person"/>'), END),
  );

  it('are looped over, and told unless they are refused as the standard has it', () => {
    expect(errors(text, 'spec')).toEqual(['REF-01']);
    expect(errors(text)).toEqual([]);
    expect(problemsOf(text, 'lenient').map(({ ruleId }) => ruleId)).toContain('REF-01');
    const { definitions } = readText(text, 'lenient');
    const begun = run(definitions[0]!.model!, { people: ['ada', 'bob'] });
    expect(hasEnded(begun.complete('t').complete('t'))).toBe(true);
  });

  it('are gathered in a variable, too', () => {
    const gathering = loop(
      '<loopDataInputRef>people</loopDataInputRef><loopDataOutputRef>answers</loopDataOutputRef><inputDataItem id="i" name="person"/><outputDataItem id="o" name="answer"/>',
    );
    const { definitions } = readText(model(chain(START, gathering, END)), 'lenient');
    const ended = run(definitions[0]!.model!, { people: ['ada', 'bob'] })
      .complete('t', { answer: 1 })
      .complete('t', { answer: 2 });
    expect(ended.variables).toMatchObject({ answers: [1, 2] });
  });
});

describe('the level of history as an element', () => {
  const leveled = (level: string, attributes = '') =>
    readText(
      rooted(
        `${extended(`<flowable:historyLevel>${level}</flowable:historyLevel>`)}${WHOLE}`,
        `isExecutable="true" ${attributes}`,
      ),
    );

  it('is that of the process; audit, of which everything is kept, is full', () => {
    expect(['none', 'activity', 'full', 'audit'].map((level) => leveled(level).definitions[0]?.historyLevel)).toEqual([
      'none',
      'activity',
      'full',
      'full',
    ]);
  });

  it('is refused where there is no such level, or the attribute says another', () => {
    const rules = (result: ReturnType<typeof leveled>) =>
      result.problems.filter(({ severity }) => severity === 'ERROR').map(({ ruleId }) => ruleId);
    expect(rules(leveled('task'))).toEqual(['EXE-09']);
    expect(rules(leveled('none', 'keelson:historyLevel="full"'))).toEqual(['EXE-25']);
  });
});

describe('what tools write with every task', () => {
  it.each([
    ['saveRequestVariables', 'false'],
    ['saveResponseParametersTransient', 'false'],
    ['requestBodyEncoding', 'UTF-8'],
    ['resultVariablePrefix', ''],
  ])('is accepted of an HTTP task where it says what happens anyway: %s', (name, neutral) => {
    const text = (value: string) =>
      model(
        chain(
          START,
          `<serviceTask id="t" flowable:type="http">${extended(`<flowable:field name="${name}"><flowable:string>${value}</flowable:string></flowable:field>`)}</serviceTask>`,
          END,
        ),
      );
    expect(errors(text(neutral))).toEqual([]);
    expect(errors(text('other'))).toEqual(['EXE-18']);
  });

  it('is carried where it only says who may run a job: jobCategory', () => {
    const text = model(
      chain(START, `<userTask id="t">${extended('<flowable:jobCategory>a</flowable:jobCategory>')}</userTask>`, END),
    );
    expect(errors(text)).toEqual([]);
    expect(problemsOf(text).map(({ message }) => message)).toContain(
      'extension carried without effect: flowable:jobCategory',
    );
  });
});

describe('an attribute with a prefix inside of an element of the extensions', () => {
  it('is read as one without', () => {
    const field = (name: string) =>
      model(
        chain(
          START,
          `<serviceTask id="t" flowable:type="http">${extended(`<flowable:field ${name}="requestUrl" stringValue="x"/>`)}</serviceTask>`,
          END,
        ),
      );
    expect(errors(field('flowable:name'))).toEqual([]);
    const loop =
      '<multiInstanceLoopCharacteristics><extensionElements><flowable:collection flowable:class="a.B">x</flowable:collection></extensionElements></multiInstanceLoopCharacteristics>';
    expect(errors(model(chain(START, `<userTask id="t">${loop}</userTask>`, END)))).toEqual(['EXE-01']);
  });
});

describe('a type of task that is not executed', () => {
  it.each([
    ['shell', 'type="external"'],
    ['camel', 'whose worker calls the route'],
    ['mule', 'whose worker calls the flow'],
    ['case', 'a callActivity'],
    ['send-event', 'a sendTask'],
    ['unheard', 'mail, http, dmn or external'],
  ])('is refused with the way to say it here: %s', (type, way) => {
    const text = model(chain(START, `<serviceTask id="t" flowable:type="${type}"/>`, END));
    const [problem] = problemsOf(text).filter(({ ruleId }) => ruleId === 'EXE-04');
    expect(problem?.help).toContain(way);
    expect(problem?.helpTr).not.toMatch(/\{\w+\}|with a topic/);
  });
});

describe('a message definition of a throwing event that says work', () => {
  const thrown = (said: string, inside = '', type = 'intermediateThrowEvent') =>
    `<${type} id="x"><messageEventDefinition ${said}>${inside}</messageEventDefinition></${type}>`;
  const modelOf = (...elements: readonly string[]) => {
    const { definitions, problems } = readText(rooted(chain(START, ...elements)));
    const found = definitions[0]?.model;
    if (found == null) throw new Error(JSON.stringify(problems));
    return found;
  };
  const topic = 'camunda:type="external" camunda:topic="pay"';

  it('does the work of a task instead of sending, and goes on when it is done', () => {
    const field = extended('<camunda:field name="to" stringValue="ada"/>');
    const begun = run(modelOf(thrown(topic, field), END));
    expect(begun.effects.filter(({ kind }) => kind === 'do-work')).toMatchObject([
      { kind: 'do-work', order: { work: 'external', target: 'pay', parameters: { to: 'ada' } } },
    ]);
    const ended = begun.work('x', null, { paid: true });
    expect(hasEnded(ended)).toBe(true);
    expect(ended.variables).toEqual({ paid: true });
  });

  it('ends its branch behind the work at an end event', () => {
    const begun = run(modelOf(thrown(topic, '', 'endEvent')));
    expect(hasEnded(begun)).toBe(false);
    expect(hasEnded(begun.work('x', null))).toBe(true);
  });

  it('evaluates an expression at once, and throws what stands beside it afterwards', () => {
    const event = thrown('camunda:expression="${1 + 2}" camunda:resultVariable="r"').replace(
      '</intermediateThrowEvent>',
      '<signalEventDefinition signalRef="sg"/></intermediateThrowEvent>',
    );
    const ended = run(modelOf(event, END));
    expect(ended.variables).toEqual({ r: 3 });
    expect(ended.effects).toMatchObject([{ kind: 'throw-signal' }, { kind: 'end' }]);
  });

  it('goes on behind an escalation of the work, and fails by an error that nobody catches', () => {
    const begun = run(modelOf(thrown(topic), END));
    const wait = begun.waitAt('x', 'work').number;
    const escalated = { outcome: 'escalation', escalationCode: 'E', variables: {} } as const;
    expect(hasEnded(begun.command({ kind: 'work', wait, result: escalated }))).toBe(true);
    const thrownError = { outcome: 'error', errorCode: 'E', message: null, variables: {} } as const;
    expect(() => begun.command({ kind: 'work', wait, result: thrownError })).toThrow('UNCAUGHT_ERROR');
    const failed = { outcome: 'failed', failure: { code: 'CALL_FAILED', elementId: 'x', message: 'm' } } as const;
    expect(() => begun.command({ kind: 'work', wait, result: failed })).toThrow('CALL_FAILED');
  });

  it('needs a host for that work and none for messages', () => {
    const hosted = (missing: string) => new Set(HOST_KINDS.filter((kind) => kind !== missing));
    const text = rooted(chain(START, thrown(topic), END));
    const rules = (missing: string) =>
      problemsOf(text, 'spec', { hosted: hosted(missing) }).filter(({ ruleId }) => ruleId === 'EXE-00');
    expect(rules('message')).toEqual([]);
    expect(rules('external')).toHaveLength(1);
  });

  it('is judged as that of a task is', () => {
    expect(errors(rooted(chain(START, thrown('camunda:type="external"'), END)))).toEqual(['EXE-16']);
    expect(errors(rooted(chain(START, thrown('camunda:type="camel"'), END)))).toEqual(['EXE-04']);
    expect(errors(rooted(chain(START, thrown('camunda:class="a.B"'), END)))).toEqual(['EXE-01']);
  });

  it('is refused where the event waits', () => {
    const caught = thrown(`messageRef="m" ${topic}`, '', 'intermediateCatchEvent');
    expect(errors(rooted(chain(START, caught, END)))).toEqual(['EXE-09']);
  });
});
