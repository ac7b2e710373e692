// EXE-00: what a host cannot serve is refused by name, and nothing else is.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { HOST_FEATURES, HOST_KINDS, type HostKind } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import {
  event,
  rooted,
  TRIGGERS,
  WHOLE,
  withBoundary,
  withHandler,
  withIntermediate,
  withSubProcess,
} from '../testing/event-text.ts';
import { expectRule } from '../testing/expect-rule.ts';
import { chain, END, errorsOf, extended, model, problemsOf, START } from '../testing/model-text.ts';

const languages = { feel: () => ({ problem: 'none', offset: 0 }), javascriptProblem: () => null };
const within = (content: string) => rooted(chain(START, content, END));
const user = (attributes: string, content = '') => within(`<userTask id="t" ${attributes}>${content}</userTask>`);

/** One model for each kind that a host may lack, with what it is refused as. */
const NEEDS: readonly (readonly [HostKind, string, string])[] = [
  ['message', 'messageEventDefinition', rooted(withIntermediate('Catch', TRIGGERS.message))],
  ['message', 'messageEventDefinition', rooted(withIntermediate('Throw', TRIGGERS.message))],
  ['message', 'sendTask', within('<sendTask id="t" messageRef="m"/>')],
  ['message', 'receiveTask', within('<receiveTask id="t" messageRef="m"/>')],
  ['timer', 'timerEventDefinition', rooted(withBoundary(TRIGGERS.timer))],
  ['timer', 'timerEventDefinition', rooted(chain(event('startEvent', 's', TRIGGERS.timer), END))],
  ['signal', 'signalEventDefinition', rooted(withHandler(TRIGGERS.signal))],
  ['conditional', 'conditionalEventDefinition', rooted(withIntermediate('Catch', TRIGGERS.conditional))],
  [
    'conditional-start',
    'conditionalEventDefinition',
    rooted(chain(event('startEvent', 's', TRIGGERS.conditional), END)),
  ],
  ['trigger', 'receiveTask', within('<receiveTask id="t"/>')],
  ['trigger', 'wait', within('<manualTask id="t" keelson:wait="true"/>')],
  ['job', 'camunda:asyncBefore', user('camunda:asyncBefore="true"')],
  ['job', 'flowable:exclusive', user('flowable:exclusive="false"')],
  [
    'data',
    'ioSpecification',
    user(
      '',
      '<ioSpecification><dataInput id="di"/><inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet/></ioSpecification>',
    ),
  ],
  ['incident', 'keelson:onFailure', rooted(WHOLE, 'isExecutable="true" keelson:onFailure="INCIDENT"')],
  ['script', 'scriptTask', within('<scriptTask id="t" scriptFormat="js"><script>1</script></scriptTask>')],
  ['native', 'serviceTask', within('<serviceTask id="t" keelson:call="mail.send"/>')],
  ['http', 'serviceTask', within('<serviceTask id="t" flowable:type="http"/>')],
  ['mail', 'serviceTask', within('<serviceTask id="t" flowable:type="mail"/>')],
  ['external', 'serviceTask', within('<serviceTask id="t" camunda:type="external" camunda:topic="x"/>')],
  ['decision', 'businessRuleTask', within('<businessRuleTask id="t" camunda:decisionRef="d"/>')],
  ['call', 'callActivity', within('<callActivity id="t" calledElement="c"/>')],
  [
    'javascript',
    'JavaScript in camunda:executionListener',
    user(
      '',
      extended(
        '<camunda:executionListener event="start"><camunda:script scriptFormat="js">1</camunda:script></camunda:executionListener>',
      ),
    ),
  ],
  ['form', 'flowable:formProperty', user('', extended('<flowable:formProperty id="f"/>'))],
  ['history', 'keelson:historyLevel', rooted(WHOLE, 'isExecutable="true" keelson:historyLevel="activity"')],
  ['definition', 'keelson:uniqueBusinessKey', rooted(WHOLE, 'isExecutable="true" keelson:uniqueBusinessKey="true"')],
  ['searchable', 'keelson:searchable', rooted(WHOLE, 'isExecutable="true" keelson:searchable="a"')],
];

/** What needs a kind always, as the table of features names it. */
const FURTHER: readonly (readonly [HostKind, string, string])[] = [
  ['timer', '@timeZone', rooted(WHOLE, 'isExecutable="true" keelson:timeZone="Europe/Berlin"')],
  ['trigger', '@triggerable', within('<serviceTask id="t" camunda:expression="${1}" flowable:triggerable="true"/>')],
  ['job', '@async', user('flowable:async="true"')],
  ['job', '@asyncAfter', user('camunda:asyncAfter="true"')],
  ['job', '@asyncLeave', user('flowable:asyncLeave="true"')],
  ['job', '@completeAsync', within('<callActivity id="t" calledElement="c" flowable:completeAsync="true"/>')],
  ['job', '@jobPriority', user('camunda:jobPriority="3"')],
  [
    'job',
    'failedJobRetryTimeCycle',
    user('', extended('<camunda:failedJobRetryTimeCycle>R3/PT1S</camunda:failedJobRetryTimeCycle>')),
  ],
  ['native', 'call', within(`<serviceTask id="t">${extended('<keelson:call name="mail.send"/>')}</serviceTask>`)],
  ['external', '@taskPriority', rooted(WHOLE, 'isExecutable="true" camunda:taskPriority="3"')],
  ['external', '@topic', within('<serviceTask id="t" flowable:topic="x"/>')],
  [
    'decision',
    '@decisionTableReferenceKey',
    within('<businessRuleTask id="t" flowable:decisionTableReferenceKey="d"/>'),
  ],
  ['form', '@formRef', user('camunda:formRef="f"')],
  ['form', 'formData', user('', extended('<camunda:formData/>'))],
  [
    'definition',
    'eventListener',
    rooted(`${extended('<flowable:eventListener events="TASK_CREATED" throwEvent="signal" signalName="x"/>')}${WHOLE}`),
  ],
];

/** These stand only inside of others that need it, or have a model above under the name of their element. */
const INSIDE = new Set(
  'timeDate timeDuration timeCycle formField messageFlow businessRuleTask @call @decisionRef'.split(' '),
);

describe('a host', () => {
  it.each(FURTHER)('refuses, where it lacks %s alone, %s', (kind, _, text) => {
    const told = (hosted: ReadonlySet<HostKind>) =>
      problemsOf(text, 'spec', { languages, hosted }).filter(({ severity }) => severity === 'ERROR');
    expect(told(new Set(HOST_KINDS))).toEqual([]);
    expect(told(new Set(HOST_KINDS.filter((each) => each !== kind))).map(({ ruleId }) => ruleId)).toContain('EXE-00');
  });

  it('has a model for every name of which the table says that it always needs a kind', () => {
    const written = (x: string) =>
      x.includes(':') ? [x.replace(/^.*:/, ''), `@${x.replace(/^.*:/, '')}`] : [x, `@${x}`];
    const shown = new Set([...NEEDS, ...FURTHER].flatMap(([kind, x]) => written(x).map((name) => `${kind} ${name}`)));
    const always = HOST_KINDS.flatMap((kind) =>
      (HOST_FEATURES[kind].names.split('?')[0] ?? '').split(' ').flatMap((name) => {
        const isKnown = name === '' || INSIDE.has(name) || shown.has(`${kind} ${name}`);
        return isKnown ? [] : `${kind} ${name}`;
      }),
    );
    expect(always).toEqual([]);
  });

  it('refuses, where it lacks a kind, nothing but what the table names for it', () => {
    const refused = (kind: HostKind, text: string) =>
      problemsOf(text, 'spec', { languages, hosted: new Set(HOST_KINDS.filter((each) => each !== kind)) });
    const unnamed = [...NEEDS, ...FURTHER].flatMap(([kind, , text]) => {
      const names = HOST_FEATURES[kind].names.split(' ');
      return refused(kind, text)
        .filter(({ ruleId }) => ruleId === 'EXE-00')
        .map(
          ({ message }) =>
            message
              .replace(/ is not executed.*$/, '')
              .split(/[ :]/)
              .filter((word) => word !== 'timeout')
              .at(-1) ?? '',
        )
        .flatMap((name) => (names.includes(name) || names.includes(`@${name}`) ? [] : `${kind} ${name}`));
    });
    expect(unnamed).toEqual([]);
  });

  it.each(NEEDS)('a host that lacks %s alone refuses %s by EXE-00 and accepts it otherwise', (kind, x, text) => {
    const hosted = new Set(HOST_KINDS.filter((each) => each !== kind));
    const errors = problemsOf(text, 'spec', { languages, hosted }).filter(({ severity }) => severity === 'ERROR');
    expect(errors).toMatchObject([{ ruleId: 'EXE-00', message: `${x} is not executed by this server yet` }]);
    const told = problemsOf(text, 'spec', { languages, hosted: new Set(HOST_KINDS) });
    expect(told.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });

  it('has a model here for every kind that it may lack', () => {
    expect(new Set(NEEDS.map(([kind]) => kind))).toEqual(new Set(HOST_KINDS));
  });

  it('a host that serves nothing executes what needs nobody, and points at what does', () => {
    const hosted: ReadonlySet<HostKind> = new Set();
    const pure = [
      rooted(WHOLE),
      rooted(withSubProcess(chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>'))),
      rooted(chain(START, event('endEvent', 'e', TRIGGERS.error))),
      rooted(withBoundary(TRIGGERS.escalation)),
      within('<serviceTask id="t" camunda:expression="${1 + 1}"/>'),
      rooted(withIntermediate('Throw', '<signalEventDefinition signalRef="sg" keelson:scope="processInstance"/>')),
      rooted(withHandler('<signalEventDefinition signalRef="sg"/>', 'keelson:scope="processInstance"')),
    ];
    const options = { hosted };
    expect(
      pure.flatMap((text) => problemsOf(text, 'spec', options)).filter(({ severity }) => severity === 'ERROR'),
    ).toEqual([]);
    expectRule({
      rule: 'EXE-00',
      element: 'x',
      broken: rooted(withIntermediate('Catch', `§${TRIGGERS.timer}`)),
      twin: rooted(WHOLE),
      options,
    });
  });

  it('says nothing of its lacks where a rule says why the element cannot be executed at all', () => {
    const text = model(chain(START, '<serviceTask id="x" camunda:class="a.B" camunda:delegateExpression="c"/>', END));
    const told = problemsOf(text, 'spec', { hosted: new Set() }).filter(({ severity }) => severity === 'ERROR');
    expect(told.map(({ ruleId }) => ruleId)).toEqual(['EXE-01', 'EXE-02']);
    expect(errorsOf(text).map(({ ruleId }) => ruleId)).toEqual(['EXE-01', 'EXE-02']);
  });

  it('refuses a message flow at an element of an executable process as a message that nobody sends', () => {
    const flow = (target: string) =>
      rooted(
        WHOLE,
        undefined,
        `<collaboration id="c"><participant id="a" processRef="p"/><participant id="b"/><messageFlow id="mf" sourceRef="b" targetRef="${target}"/></collaboration>`,
      );
    const hosted: ReadonlySet<HostKind> = new Set();
    const told = (target: string) =>
      problemsOf(flow(target), 'spec', { hosted }).filter(({ ruleId }) => ruleId === 'EXE-00');
    expect(told('t')).toMatchObject([{ elementId: 'mf', line: 2 }]);
    expect(told('a')).toEqual([]);
  });
});
