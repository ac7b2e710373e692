// Extensions say of any element: parameters, listeners, jobs, skipping; expressions have languages.
import { describe, expect, it } from 'vitest';
import { compileFile, compileText, nodeOf } from '../testing/compile-text.ts';
import { chain, END, flow, model, START } from '../testing/texts.ts';

function element(text: string) {
  return nodeOf(compileText(chain(START, text, END)), 't');
}

describe('parameters', () => {
  it('parameters are text, expressions, scripts, lists and maps, nested at will', () => {
    const parameters = `<extensionElements><camunda:inputOutput>
      <camunda:inputParameter name="text">a b</camunda:inputParameter>
      <camunda:inputParameter name="value">\${x}</camunda:inputParameter>
      <camunda:inputParameter name="none"/>
      <camunda:inputParameter name="script"><camunda:script scriptFormat="javascript">1 + 1</camunda:script></camunda:inputParameter>
      <camunda:inputParameter name="feel"><camunda:script scriptFormat="feel">x</camunda:script></camunda:inputParameter>
      <camunda:inputParameter name="list"><camunda:list><camunda:value>\${a}</camunda:value>
        <camunda:map><camunda:entry key="k">v</camunda:entry></camunda:map></camunda:list></camunda:inputParameter>
      <camunda:outputParameter name="out">\${y}</camunda:outputParameter></camunda:inputOutput></extensionElements>`;
    const activity = element(`<task id="t">${parameters}</task>`).activity;
    expect(activity?.inputParameters).toMatchObject([
      { name: 'text', value: { kind: 'expression', expression: { constant: 'a b' } } },
      { name: 'value', value: { expression: { text: '${x}' } } },
      { name: 'none', value: { expression: { constant: null } } },
      { name: 'script', value: { kind: 'script', language: 'javascript', source: '1 + 1' } },
      { name: 'feel', value: { kind: 'expression', expression: { text: 'feel:x' } } },
      {
        name: 'list',
        value: { kind: 'list', items: [{ expression: { text: '${a}' } }, { kind: 'map', entries: [{ key: 'k' }] }] },
      },
    ]);
    expect(activity?.outputParameters).toMatchObject([{ name: 'out', value: { expression: { text: '${y}' } } }]);
    const event = element(`<intermediateThrowEvent id="t">${parameters}</intermediateThrowEvent>`).event;
    expect([event?.inputParameters.length, event?.outputParameters.length]).toEqual([6, 1]);
  });
});

describe('listeners', () => {
  it('listeners run by expression or script, of executions and of tasks', () => {
    const listeners = `<extensionElements><flowable:executionListener event="start" expression="\${a}"/>
      <camunda:executionListener event="end"><camunda:script scriptFormat="javascript">x</camunda:script></camunda:executionListener>
      <flowable:taskListener event="complete" expression="\${b}"/><flowable:taskListener event="all" expression="\${c}"/>
      </extensionElements>`;
    const told = element(`<userTask id="t">${listeners}</userTask>`).listeners.map(({ event, expression, script }) => [
      event,
      expression?.text ?? script?.source,
    ]);
    expect(told).toEqual([
      ['start', '${a}'],
      ['end', 'x'],
      ['complete', '${b}'],
      ...['create', 'assignment', 'update', 'complete', 'delete'].map((event) => [event, '${c}']),
    ]);
  });

  it('listeners of a flow listen to its taking, and a flow may be taken whatever its condition', () => {
    const listener = '<extensionElements><flowable:executionListener expression="${a}"/></extensionElements>';
    const text = `${START}<task id="t"/>${flow('s', 't', listener, 'flowable:skipExpression="${skip}"')}`;
    const [taken] = compileText(text).flows;
    expect(taken).toMatchObject({ listeners: [{ event: 'take' }], skipExpression: { text: '${skip}' } });
  });
});

describe('a job', () => {
  it('is before or after by the attributes of either family', () => {
    const job = (said: string) => element(`<task id="t" ${said}/>`).job;
    expect(job('flowable:async="true" flowable:exclusive="false"')).toMatchObject({
      before: true,
      after: false,
      exclusive: false,
    });
    expect(job('camunda:asyncBefore="true"')).toMatchObject({ before: true, after: false, exclusive: true });
    expect(job('camunda:asyncAfter="true"')).toMatchObject({ before: false, after: true });
    expect(job('flowable:asyncLeave="true"')).toMatchObject({ before: false, after: true });
    expect(job('flowable:async="false"')).toBeNull();
  });

  it('has priority and retries of its own, and the priority of its process', () => {
    const retry =
      '<extensionElements><camunda:failedJobRetryTimeCycle>R5/PT1M</camunda:failedJobRetryTimeCycle></extensionElements>';
    expect(element(`<task id="t" camunda:jobPriority="\${p}">${retry}</task>`).job).toMatchObject({
      before: false,
      after: false,
      priority: { text: '${p}' },
      retryCycle: { constant: 'R5/PT1M' },
    });
    const text = chain(START, '<exclusiveGateway id="t" camunda:asyncBefore="true"/>', END);
    const whole = compileText(text, '', 'isExecutable="true" camunda:jobPriority="9"');
    expect(nodeOf(whole, 't').job?.priority?.text).toBe('9');
    expect(nodeOf(whole, 'e').job).toMatchObject({ before: false, after: false, priority: { text: '9' } });
  });

  it('counts on events too', () => {
    expect(element('<intermediateThrowEvent id="t" camunda:asyncBefore="true"/>').job?.before).toBe(true);
  });
});

describe('skipping', () => {
  it('is an expression of the activity', () => {
    expect(element('<userTask id="t" flowable:skipExpression="${done}"/>').activity?.skipExpression?.text).toBe(
      '${done}',
    );
  });
});

describe('the language of an expression', () => {
  const conditionOf = (attributes: string, text: string, file = '') => {
    const content = `<conditionExpression xsi:type="tFormalExpression" ${attributes}>${text}</conditionExpression>`;
    const whole = model(`${START}<task id="a"/><task id="b"/>${flow('s', 'a', content)}${flow('s', 'b')}`);
    const named = whole.replace('targetNamespace=', `${file} targetNamespace=`);
    return compileFile(named, { resource: (name) => (name === 'c.js' ? 'ok' : null) }).flows[0]?.condition;
  };

  it('is its own, that of the file, or FEEL behind an equals sign', () => {
    expect(conditionOf('', 'a')?.text).toBe('a');
    expect(conditionOf('language="feel"', 'a')?.text).toBe('feel:a');
    expect(conditionOf('', 'a', 'expressionLanguage="https://www.omg.org/spec/DMN/20191111/FEEL/"')?.text).toBe(
      'feel:a',
    );
    expect(conditionOf('', '=a')?.text).toBe('feel:a');
    expect(conditionOf('language="http://www.w3.org/1999/XPath"', '${a}')?.text).toBe('${a}');
    expect(conditionOf('language="javascript"', 'a &gt; 1')).toMatchObject({ text: 'a > 1', resultType: 'unknown' });
  });

  it('holds for a file of the deployment that a condition names', () => {
    expect(conditionOf('language="javascript" camunda:resource="deployment://c.js"', '')?.text).toBe('ok');
  });

  it('the language of an expression that is not at hand does not compile', () => {
    const text = model(
      `${START}<task id="a"/>${flow('s', 'a', '<conditionExpression language="feel">a</conditionExpression>')}`,
    );
    const feel = () => ({ problem: 'no FEEL', offset: 0 });
    expect(() => compileFile(text, { languages: { feel, javascriptProblem: () => null } })).toThrow('no FEEL');
  });
});
