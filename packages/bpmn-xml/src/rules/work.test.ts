// Rules of execution: work, scripts, expressions and listeners that are executed, carried or refused by name.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { compileExpression, type ExpressionLanguages } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { rooted } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import {
  chain,
  choice,
  condition,
  definitions,
  END,
  errorsOf,
  extended,
  flow,
  marked,
  model,
  problemsOf,
  process,
  START,
  TASK,
  WHOLE,
} from '../testing/model-text.ts';

/** FEEL as far as it looks like UEL; JavaScript that does not begin with a bracket. */
const languages: ExpressionLanguages = {
  feel: (text) => compileExpression(text, { bare: true }),
  javascriptProblem: (source) => (source.trim().startsWith(')') ? { problem: 'unexpected )', offset: 0 } : null),
};
const options = { languages };
const within = (content: string) => model(chain(START, content, END));
const work = (attributes: string, content = '', type = 'serviceTask') =>
  within(`<${type} id="t" ${attributes}>${content === '' ? '' : extended(content)}</${type}>`);
const user = (content: string) => within(`<userTask id="t">${extended(content)}</userTask>`);
const script = (source: string, format = 'javascript') =>
  within(`<scriptTask id="t" scriptFormat="${format}"><script>${source}</script></scriptTask>`);
const formal = (language: string, text: string) =>
  `<conditionExpression xsi:type="tFormalExpression" language="${language}">${text}</conditionExpression>`;
const HTTP = '<flowable:field name="requestUrl" stringValue="https://example.com"/>';
const CALLS = {
  nativeCall: (name: string) => (name === 'mail.send' ? { required: ['template'], optional: ['recipients'] } : null),
};
const assigned = (to: string) =>
  model(
    chain(
      START,
      `<userTask id="t"><ioSpecification><dataInput id="di"/><inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet/></ioSpecification><dataInputAssociation><targetRef>di</targetRef><assignment><from xsi:type="tFormalExpression">x</from>${to}</assignment></dataInputAssociation></userTask>`,
      END,
    ),
  );

const WORK_CASES: readonly RuleCase[] = [
  { rule: 'EXE-01', element: 't', broken: work('§camunda:class="a.B"'), twin: work('camunda:expression="${b}"') },
  {
    rule: 'EXE-02',
    element: 't',
    broken: work('§camunda:delegateExpression="${b}"'),
    twin: work('camunda:expression="${b}"'),
  },
  {
    rule: 'EXE-03',
    element: 't',
    broken: work('', '<camunda:connector>§<camunda:connectorId>soap</camunda:connectorId></camunda:connector>'),
    twin: work('', '<camunda:connector><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector>'),
  },
  {
    rule: 'EXE-04',
    element: 't',
    broken: work('§flowable:type="shell"'),
    twin: work('flowable:type="http"', HTTP),
  },
  {
    rule: 'EXE-05',
    element: 't',
    broken: marked(script('1', 'groovy'), '<scriptTask'),
    twin: script('1', 'feel'),
    options,
  },
  {
    rule: 'EXE-06',
    element: 't',
    broken: marked(script(')'), '<script>'),
    twin: script('1'),
    options,
  },
  {
    rule: 'EXE-06',
    element: 't',
    broken: marked(script('x'.repeat(262_145)), '<script>'),
    twin: script('x'.repeat(262_144)),
    options,
  },
  {
    rule: 'EXE-11',
    element: 't',
    broken: marked(work('camunda:decisionRef="gone"', '', 'businessRuleTask'), '<businessRuleTask'),
    twin: work('camunda:decisionRef="${which}"', '', 'businessRuleTask'),
    options: { outside: { hasDecision: () => false } },
  },
  {
    rule: 'EXE-13',
    element: 't',
    broken: marked(work('implementation="##WebService"'), '<serviceTask'),
    twin: work('implementation="##WebService" camunda:expression="${b}"'),
  },
  {
    rule: 'EXE-13',
    element: 't',
    broken: marked(within('<userTask id="t" implementation="urn:humantask"/>'), '<userTask'),
    twin: within('<userTask id="t" implementation="##unspecified"/>'),
  },
  {
    rule: 'EXE-14',
    element: 't',
    broken: within('<callActivity id="t" §camunda:caseRef="c"/>'),
    twin: within('<callActivity id="t" calledElement="c"/>'),
  },
  {
    rule: 'EXE-15',
    element: 't',
    broken: within('<callActivity id="t" calledElement="c" §camunda:variableMappingClass="a.B"/>'),
    twin: within('<callActivity id="t" calledElement="c" camunda:businessKey="${k}"/>'),
  },
  {
    rule: 'EXE-16',
    element: 't',
    broken: marked(work(''), '<serviceTask'),
    twin: work('keelson:call="mail.send"', '<keelson:with name="template" value="welcome"/>'),
  },
  {
    rule: 'EXE-16',
    element: 't',
    broken: user('§<flowable:taskListener event="create"/>'),
    twin: user('<flowable:taskListener event="create" expression="${x}"/>'),
  },
  {
    rule: 'EXE-17',
    element: 't',
    broken: within(`<receiveTask id="t">${extended('§<flowable:eventType>order</flowable:eventType>')}</receiveTask>`),
    twin: within('<receiveTask id="t"/>'),
  },
  {
    rule: 'EXE-18',
    element: 't',
    broken: work('flowable:type="mail"', '§<flowable:field name="headers" stringValue="x"/>'),
    twin: work('flowable:type="mail"', '<flowable:field name="to" stringValue="x"/>'),
  },
  {
    rule: 'EXE-19',
    element: 't',
    broken: user('§<flowable:formProperty id="f" type="colour"/>'),
    twin: user('<flowable:formProperty id="f" type="long" min="1" max="3" required="true"/>'),
  },
  {
    rule: 'EXE-19',
    element: 't',
    broken: within('<userTask id="t" §camunda:formRef="gone"/>'),
    twin: within('<userTask id="t" camunda:formRef="there"/>'),
    options: { outside: { hasForm: (key) => key === 'there' } },
  },
  {
    rule: 'EXE-19',
    element: 't',
    broken: user('<flowable:formProperty id="f" variable="v"/>§<flowable:formProperty id="v"/>'),
    twin: user('<flowable:formProperty id="f" variable="v"/><flowable:formProperty id="w"/>'),
  },
  {
    rule: 'EXE-19',
    element: 't',
    broken: user('§<camunda:formData businessKey="k"><camunda:formField id="f"/></camunda:formData>'),
    twin: user('<camunda:formData businessKey="f"><camunda:formField id="f"/></camunda:formData>'),
  },
  {
    rule: 'EXE-19',
    element: 't',
    broken: user('§<flowable:formProperty id="f" pattern="(?=a)b"/>'),
    twin: user('<flowable:formProperty id="f" pattern="ab"/>'),
    options: { isPattern: (text) => !text.includes('?=') },
  },
  {
    rule: 'EXE-20',
    element: 't',
    broken: work('§keelson:call="mail.fly"'),
    twin: work('keelson:call="mail.send"', '<keelson:with name="template" value="a"/>'),
    options: { outside: CALLS },
  },
  {
    rule: 'EXE-20',
    element: 't',
    broken: work('§keelson:call="mail.send"', '<keelson:with name="colour" value="a"/>'),
    twin: work('', '<keelson:call name="mail.send"><keelson:with name="template" value="a"/></keelson:call>'),
    options: { outside: CALLS },
  },
  {
    rule: 'EXE-21',
    element: 't',
    broken: marked(work('', '', 'businessRuleTask'), '<businessRuleTask'),
    twin: work('camunda:decisionRef="d"', '', 'businessRuleTask'),
  },
  {
    rule: 'EXE-23',
    element: 't',
    broken: user('§<camunda:failedJobRetryTimeCycle>often</camunda:failedJobRetryTimeCycle>'),
    twin: user('<camunda:failedJobRetryTimeCycle>R5/PT1M</camunda:failedJobRetryTimeCycle>'),
  },
];

const EXPRESSION_CASES: readonly RuleCase[] = [
  { rule: 'EXE-07', element: 'g_a', broken: choice(`§${condition('')}`), twin: choice(condition('ready')) },
  {
    rule: 'EXE-07',
    element: 'g_a',
    broken: choice(`§${formal('feel', '1 +')}`),
    twin: choice(formal('feel', 'ready')),
    options,
  },
  {
    rule: 'EXE-07',
    element: 'g_a',
    broken: choice(`§${formal('javascript', ')')}`),
    twin: choice(formal('javascript', 'ready')),
    options,
  },
  { rule: 'EXE-07', element: 'g_a', broken: choice(`§${condition('= x')}`), twin: choice(condition('x')) },
  {
    rule: 'EXE-07',
    element: 't',
    broken: work('§camunda:expression="${1 +}"'),
    twin: work('camunda:expression="${1 + 1}"'),
  },
  {
    rule: 'EXE-07',
    element: 't',
    broken: user(
      '<camunda:inputOutput>§<camunda:inputParameter name="a">${</camunda:inputParameter></camunda:inputOutput>',
    ),
    twin: user(
      '<camunda:inputOutput><camunda:inputParameter name="a">${b}</camunda:inputParameter></camunda:inputOutput>',
    ),
  },
  {
    rule: 'EXE-07',
    element: 't',
    broken: assigned('§<to xsi:type="tFormalExpression">1 + 1</to>'),
    twin: assigned('<to xsi:type="tFormalExpression">order.name</to>'),
  },
  {
    rule: 'EXE-08',
    element: 'g_a',
    broken: choice(`§${condition('${1 + 1}')}`),
    twin: choice(condition('${amount &gt; 1}')),
  },
  {
    rule: 'EXE-08',
    element: 'x',
    broken: rooted(
      chain(
        START,
        '<intermediateCatchEvent id="x"><conditionalEventDefinition>§<condition xsi:type="tFormalExpression">7</condition></conditionalEventDefinition></intermediateCatchEvent>',
        END,
      ),
    ),
    twin: choice(condition('x')),
  },
  {
    rule: 'EXE-22',
    element: 'g_a',
    broken: choice(`§${formal('groovy', 'x')}`),
    twin: choice(formal('http://www.omg.org/spec/DMN/20191111/FEEL/', 'x')),
    options,
  },
  {
    rule: 'EXE-27',
    element: 'x',
    broken: rooted(
      chain(
        START,
        '<intermediateCatchEvent id="x"><timerEventDefinition>§<timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>',
        END,
      ),
    ),
    twin: choice(condition('x')),
  },
];

const EXTENSION_CASES: readonly RuleCase[] = [
  {
    rule: 'EXE-09',
    element: 't',
    broken: within('<userTask id="t" §camunda:collection="people"/>'),
    twin: within('<userTask id="t" camunda:assignee="people"/>'),
  },
  {
    rule: 'EXE-09',
    element: 't',
    broken: user('§<camunda:inputOutput kind="x"/>'),
    twin: user('<camunda:inputOutput/>'),
  },
  {
    rule: 'EXE-09',
    element: 't',
    broken: user('<camunda:inputOutput>§<camunda:parameter name="a"/></camunda:inputOutput>'),
    twin: user(
      '<camunda:inputOutput><camunda:outputParameter name="a">1</camunda:outputParameter></camunda:inputOutput>',
    ),
  },
  {
    rule: 'EXE-09',
    element: 't',
    broken: within('<userTask id="t" §flowable:async="perhaps"/>'),
    twin: within('<userTask id="t" flowable:async="true"/>'),
  },
  {
    rule: 'EXE-12',
    element: 't_e',
    broken: model(
      `${START}${TASK}${END}${flow('s', 't')}${flow('t', 'e', extended('§<flowable:executionListener event="take" class="a.B"/>'))}`,
    ),
    twin: model(
      `${START}${TASK}${END}${flow('s', 't')}${flow('t', 'e', extended('<flowable:executionListener event="take" expression="${x}"/>'))}`,
    ),
  },
  {
    rule: 'EXE-24',
    element: 't',
    broken: work('camunda:expression="${b}"', '§<zeebe:taskDefinition type="=a + b"/>'),
    twin: work('camunda:expression="${b}"', '<zeebe:properties/>'),
  },
  {
    rule: 'EXE-25',
    element: 't',
    broken: user(
      '<camunda:failedJobRetryTimeCycle>R3/PT1S</camunda:failedJobRetryTimeCycle>§<flowable:failedJobRetryTimeCycle>R4/PT1S</flowable:failedJobRetryTimeCycle>',
    ),
    twin: user(
      '<camunda:failedJobRetryTimeCycle>R3/PT1S</camunda:failedJobRetryTimeCycle><flowable:failedJobRetryTimeCycle>R3/PT1S</flowable:failedJobRetryTimeCycle>',
    ),
  },
  {
    rule: 'EXE-26',
    element: 'p',
    broken: definitions(process(WHOLE, 'isExecutable="true" §keelson:timeZone="Europe Istanbul"')),
    twin: definitions(process(WHOLE, 'isExecutable="true" keelson:timeZone="Europe/Istanbul"')),
  },
  {
    rule: 'EXE-26',
    element: 'p',
    broken: definitions(process(WHOLE, 'isExecutable="true" §keelson:searchable="amount, the customer"')),
    twin: definitions(process(WHOLE, 'isExecutable="true" keelson:searchable="amount, customer"')),
  },
  {
    rule: 'EXE-09',
    element: 'm',
    broken: definitions(
      `§${'<message id="m" name="M" camunda:colour="red"/>'}${process(WHOLE)}`.replace(
        '§<message id="m" name="M" ',
        '<message id="m" name="M" §',
      ),
    ),
    twin: definitions(`<message id="m" name="M" keelson:correlationKey="x"/>${process(WHOLE)}`),
  },
  {
    rule: 'EXE-09',
    element: 't',
    broken: within(`<callActivity id="t" calledElement="c">${extended('§<camunda:in target="x"/>')}</callActivity>`),
    twin: within(
      `<callActivity id="t" calledElement="c">${extended('<camunda:in variables="all"/><camunda:in source="y" target="x"/>')}</callActivity>`,
    ),
  },
  {
    rule: 'EXE-09',
    element: 't',
    broken: within('<callActivity id="t" calledElement="c" §camunda:calledElementBinding="version"/>'),
    twin: within(
      '<callActivity id="t" calledElement="c" camunda:calledElementBinding="version" camunda:calledElementVersion="3"/>',
    ),
  },
];

describe('execution', () => {
  it.each(WORK_CASES)('is refused by $rule for the work that is said and not by the twin', (row) => expectRule(row));
  it.each(EXPRESSION_CASES)('is refused by $rule for an expression and not by the twin', (row) => expectRule(row));
  it.each(EXTENSION_CASES)('is refused by $rule for an extension and not by the twin', (row) => expectRule(row));

  it('takes every way in which a service task may say its work', () => {
    const ways = [
      work('flowable:expression="${a}" flowable:resultVariable="r" flowable:useLocalScopeForResultVariable="true"'),
      work(
        'flowable:type="mail"',
        '<flowable:field name="to"><flowable:string>a@b.c</flowable:string></flowable:field>',
      ),
      work('flowable:type="http"', HTTP),
      work('flowable:type="external-worker" flowable:topic="t"'),
      work('camunda:type="external" camunda:topic="t" camunda:taskPriority="7"'),
      work('flowable:type="dmn"', '<flowable:field name="decisionTableReferenceKey" stringValue="d"/>'),
      work('keelson:call="mail.send"', '<keelson:with name="a">${b}</keelson:with>'),
      work('', '<camunda:connector><camunda:connectorId>mail-send</camunda:connectorId></camunda:connector>'),
    ];
    expect(ways.flatMap((text) => errorsOf(text))).toEqual([]);
  });

  it('refuses FEEL and JavaScript where nobody speaks them', () => {
    expect(errorsOf(choice(formal('feel', 'x')))).toMatchObject([{ ruleId: 'EXE-07', elementId: 'g_a' }]);
    expect(errorsOf(script('1'))).toMatchObject([{ ruleId: 'EXE-06', elementId: 't' }]);
  });

  it('looks into every depth of parameters and listeners', () => {
    const nested = (text: string) =>
      user(
        `<camunda:inputOutput><camunda:inputParameter name="a"><camunda:map><camunda:entry key="k"><camunda:list><camunda:value>${text}</camunda:value></camunda:list></camunda:entry></camunda:map></camunda:inputParameter></camunda:inputOutput>`,
      );
    expect(errorsOf(nested('${x}'))).toEqual([]);
    expect(errorsOf(nested('${x'))).toMatchObject([{ ruleId: 'EXE-07', elementId: 't' }]);
    const listener = (format: string) =>
      user(
        `<camunda:executionListener event="start"><camunda:script scriptFormat="${format}">1</camunda:script></camunda:executionListener>`,
      );
    const told = problemsOf(listener('javascript'), 'spec', options);
    expect(told.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(errorsOf(listener('python'))).toMatchObject([{ ruleId: 'EXE-05', elementId: 't' }]);
  });

  it('asks the calendar for the time zone where the caller has one', () => {
    const calendar = {
      first: ({ timeZone }: { readonly timeZone: string | null }) =>
        timeZone === 'Europe/Istanbul' ? { dueAt: 0, remaining: 0, cycle: null } : { problem: 'no zone' },
      next: () => null,
    };
    const told = (zone: string) =>
      problemsOf(definitions(process(WHOLE, `isExecutable="true" keelson:timeZone="${zone}"`)), 'spec', { calendar })
        .filter(({ severity }) => severity === 'ERROR')
        .map(({ ruleId }) => ruleId);
    expect(told('Europe/Istanbul')).toEqual([]);
    expect(told('Europe/Atlantis')).toEqual(['EXE-26']);
  });

  it('knows each name only where it is executed', () => {
    const gateway = (content: string) =>
      `${START}<parallelGateway id="g">${extended(content)}</parallelGateway>${TASK}${END}${flow('s', 'g')}${flow('g', 't')}${flow('g', 'e')}${flow('t', 'e')}`;
    const listener = '<camunda:executionListener event="start" expression="${x}"/>';
    expect(errorsOf(model(gateway(listener)))).toEqual([]);
    expect(errorsOf(model(gateway('<camunda:inputOutput/>')))).toMatchObject([{ ruleId: 'EXE-09', elementId: 'g' }]);
    const global = (attributes: string) =>
      definitions(`<globalBusinessRuleTask id="gb" camunda:decisionRef="d" ${attributes}/>${process(WHOLE)}`);
    expect(errorsOf(global('camunda:resultVariable="r"'))).toEqual([]);
    expect(errorsOf(global('camunda:asyncBefore="true"'))).toMatchObject([{ ruleId: 'EXE-09', elementId: 'gb' }]);
  });

  it('takes an event listener that throws when something happens that the engine tells of', () => {
    const listening = (attributes: string) =>
      definitions(process(extended(`<flowable:eventListener ${attributes}/>`) + WHOLE));
    const told = (attributes: string) => errorsOf(listening(attributes)).map(({ ruleId }) => ruleId);
    expect(told('events="ACTIVITY_COMPLETED,TASK_CREATED" throwEvent="signal" signalName="done"')).toEqual([]);
    expect(told('events="JOB_EXECUTION_SUCCESS" throwEvent="signal" signalName="done"')).toEqual(['EXE-09']);
    expect(told('events="TASK_CREATED" throwEvent="signal"')).toEqual(['EXE-16']);
    expect(told('events="TASK_CREATED" class="a.B"')).toEqual(['EXE-12']);
    expect(told('throwEvent="letter" signalName="done"')).toEqual(['EXE-09']);
  });

  it('takes a timeout of a task with one time, written as the calendar reads it', () => {
    const timeout = (times: string, event = 'timeout') =>
      user(
        `<camunda:taskListener event="${event}" id="l" expression="\${x}">${times === '' ? '' : `<timerEventDefinition>${times}</timerEventDefinition>`}</camunda:taskListener>`,
      );
    const told = (text: string) => errorsOf(text).map(({ ruleId }) => ruleId);
    expect(told(timeout('<timeDuration>PT1H</timeDuration>'))).toEqual([]);
    expect(told(timeout(''))).toEqual(['EXE-16']);
    expect(told(timeout('<timeDuration>PT1H</timeDuration>', 'create'))).toEqual(['EXE-16']);
    expect(told(timeout('<timeDuration>an hour</timeDuration>'))).toEqual(['EVT-32']);
  });

  it('takes a failure code and no Java class where failures become errors', () => {
    const mapped = (text: string) =>
      work('camunda:expression="${b}"', `<flowable:mapException errorCode="E">${text}</flowable:mapException>`);
    expect(errorsOf(mapped(''))).toEqual([]);
    expect(errorsOf(mapped('CALL_FAILED'))).toEqual([]);
    expect(errorsOf(mapped('java.io.IOException'))).toMatchObject([{ ruleId: 'EXE-01', elementId: 't' }]);
  });

  it('reads a condition in another file of the deployment, and misses one that is not there', () => {
    const text = choice('<conditionExpression xsi:type="tFormalExpression" camunda:resource="deployment://c.uel"/>');
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'EXE-07', elementId: 'g_a' }]);
  });

  it.each([
    ['class', 'EXE-01'],
    ['delegateExpression', 'EXE-02'],
    ['caseDefinitionKey', 'EXE-14'],
    ['formHandlerClass', 'EXE-15'],
    ['eventType', 'EXE-17'],
    ['neverHeardOf', 'EXE-09'],
  ])('refuses %s wherever it stands', (name, ruleId) => {
    for (const type of ['userTask', 'task', 'callActivity calledElement="c"']) {
      const told = errorsOf(within(`<${type} id="t" flowable:${name}="x"/>`));
      expect(told).toMatchObject([{ ruleId, elementId: 't' }]);
    }
  });
});
