// One reading tells what a file is, what it defines and what it uses of others.
import { describe, expect, it } from 'vitest';
import { REFERENCE_MODELS, REFERENCE_TITLE } from '../testing/reference-models.ts';
import { definitions, extended, utf8 } from '../testing/texts.ts';
import type { ModelFacts, ReadableFacts } from './facts.types.ts';
import { readModelFacts } from './read-model-facts.ts';

function factsOf(text: string): ReadableFacts {
  const facts = readModelFacts(utf8(text));
  if (facts.kind === 'UNREADABLE') throw new Error(facts.message);
  return facts;
}

const used = (content: string) =>
  factsOf(definitions(content)).references.map(({ kind, key, elementId, computed }) =>
    [kind, key, elementId, ...(computed ? ['computed'] : [])].join(' '),
  );

describe('facts of a BPMN file', () => {
  it('facts of a BPMN file are its processes, names, types and target namespace', () => {
    const facts = factsOf(
      definitions(
        `<message id="m" name="Order&#10; placed"/><process id="a" name="A" isExecutable="false"/><process id="b" name="B" isExecutable="true">
         <startEvent id="s" name="Go"><timerEventDefinition/></startEvent><task id="t" name="Go"/><documentation>no name</documentation></process>
         <process id="c" processType="Public"/><process id="d"/>`,
        'targetNamespace=" urn:x "',
      ),
    );
    expect(facts).toEqual({
      kind: 'BPMN',
      mainId: 'b',
      name: 'B',
      targetNamespace: 'urn:x',
      processes: [
        { id: 'a', name: 'A', executable: false },
        { id: 'b', name: 'B', executable: true },
        { id: 'c', name: null, executable: false },
        { id: 'd', name: null, executable: true },
      ],
      keys: ['a', 'b', 'c', 'd'],
      names: ['Order placed', 'A', 'B', 'Go'],
      elementTypes: ['message', 'process', 'startEvent', 'task', 'timerEventDefinition'],
      references: [],
    });
  });

  it.each<[string, string | null]>([
    ['<process id="a" isExecutable="false"/><process id="b"/>', 'b'],
    ['<process id="a"/><process id="b" isExecutable="true"/>', 'b'],
    ['<process id="a" isExecutable="false"/><process id="b" isExecutable="false"/>', 'a'],
    ['<process/>', null],
    ['<collaboration id="c"/>', null],
  ])('facts of a BPMN file name its main process: %s', (content, id) => {
    expect(factsOf(definitions(content)).mainId).toBe(id);
  });

  it('facts of a BPMN file take prefixes and encodings as they come', () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-9"?><b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL"><b:process id="p" name="#"/></b:definitions>';
    const bytes = utf8(text).map((byte) => (byte === 0x23 ? 0xfe : byte));
    expect(readModelFacts(bytes)).toMatchObject({ kind: 'BPMN', mainId: 'p', name: 'ş', targetNamespace: '' });
  });
});

describe('what a file uses', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a called process',
      '<process id="p"><callActivity id="c" calledElement="tns:other"/></process>',
      ['PROCESS other c'],
    ],
    [
      'a process of the file itself',
      '<process id="p"><callActivity id="c" calledElement="p"/></process>',
      ['PROCESS p c'],
    ],
    [
      'a computed process',
      '<process id="p"><callActivity id="c" calledElement="${key}"/></process>',
      ['PROCESS ${key} c computed'],
    ],
    [
      'a called process of Camunda 8',
      `<process id="p"><callActivity id="c">${extended('<zeebe:calledElement processId="other"/>')}</callActivity></process>`,
      ['PROCESS other c'],
    ],
    [
      'no global task of its own',
      '<globalTask id="g"/><process id="p"><callActivity id="c" calledElement="g"/></process>',
      [],
    ],
    [
      'no id of a definition',
      '<process id="p"><callActivity id="c" calledElement="x:1" flowable:calledElementType="id"/></process>',
      [],
    ],
    [
      'a decision',
      '<process id="p"><businessRuleTask id="r" camunda:decisionRef="rate"/></process>',
      ['DECISION rate r'],
    ],
    [
      'a decision by a field',
      `<process id="p"><serviceTask id="r" flowable:type="dmn">${extended('<flowable:field name="decisionTableReferenceKey" stringValue="rate"/>')}</serviceTask></process>`,
      ['DECISION rate r'],
    ],
    [
      'a called decision',
      '<process id="p"><serviceTask id="r" keelson:call="decision.evaluate"><extensionElements><keelson:with name="key" value="rate"/></extensionElements></serviceTask></process>',
      ['DECISION rate r'],
    ],
    [
      'forms',
      '<process id="p"><startEvent id="s" flowable:formKey="ask"/><userTask id="u" camunda:formRef="fill"/><userTask id="v" flowable:formKey="${f}"/></process>',
      ['FORM ask s', 'FORM fill u', 'FORM ${f} v computed'],
    ],
    [
      'no address of another application',
      '<process id="p"><userTask id="u" flowable:formKey="embedded:app:x.html"/><task id="t" flowable:formKey="no"/></process>',
      [],
    ],
    [
      'messages by their names',
      '<message id="m" name="paid"/><process id="p"><startEvent id="s"><messageEventDefinition id="d" messageRef="tns:m"/></startEvent><receiveTask id="r" messageRef="m"/><sendTask id="t" messageRef="gone"/></process><collaboration><messageFlow id="f" messageRef="m"/></collaboration>',
      ['MESSAGE paid s', 'MESSAGE paid r', 'MESSAGE gone t', 'MESSAGE paid f'],
    ],
    [
      'the message of an operation',
      '<message id="m"/><interface><operation id="o"><inMessageRef>m</inMessageRef></operation></interface><process id="p"><sendTask id="t" operationRef="o"/></process>',
      ['MESSAGE m t'],
    ],
    [
      'a computed message',
      '<process id="p"><sendTask id="t" flowable:messageExpression="${name}"/></process>',
      ['MESSAGE ${name} t computed'],
    ],
    [
      'signals',
      '<signal id="g" name="alarm"/><process id="p"><endEvent id="e"><signalEventDefinition signalRef="g"/></endEvent><startEvent id="s"><signalEventDefinition flowable:signalExpression="${x}"/></startEvent></process>',
      ['SIGNAL alarm e', 'SIGNAL ${x} s computed'],
    ],
    [
      'what listeners throw',
      `<process id="p">${extended('<flowable:eventListener events="PROCESS_COMPLETED" throwEvent="signal" signalName="done"/><flowable:eventListener throwEvent="message" messageName="told"/>')}</process>`,
      ['SIGNAL done p', 'MESSAGE told p'],
    ],
    [
      'a template of mails',
      `<process id="p"><sendTask id="t">${extended('<keelson:call name="mail.send"><keelson:with name="templateCode" value="WELCOME"/><keelson:with name="to" value="ada"/></keelson:call>')}</sendTask></process>`,
      ['MAIL_TEMPLATE WELCOME t'],
    ],
    [
      'a template by its text, of an event',
      `<process id="p"><endEvent id="e"><messageEventDefinition keelson:call="mail.send">${extended('<keelson:with name="templateCode"> ${code} </keelson:with>')}</messageEventDefinition></endEvent></process>`,
      ['MAIL_TEMPLATE ${code} e computed'],
    ],
    [
      'no template by its uuid',
      `<process id="p"><sendTask id="t" keelson:call="mail.send">${extended('<keelson:with name="templateUuid" value="01900000-0000-7000-8000-000000000001"/>')}</sendTask></process>`,
      [],
    ],
    [
      'a report',
      `<process id="p"><serviceTask id="t" keelson:call="report.run">${extended('<keelson:with name="reportCode" value="SALES"/>')}</serviceTask></process>`,
      ['REPORT SALES t'],
    ],
    [
      'no other call',
      `<process id="p"><serviceTask id="t" keelson:call="event.write">${extended('<keelson:with name="code" value="X"/>')}</serviceTask></process>`,
      [],
    ],
  ])('what a file uses: %s', (_, content, expected) => {
    expect(used(content)).toEqual(expected);
  });

  it('what a file uses: settings, wherever an expression or script of the core reads them', () => {
    const content = `<process id="p"><userTask id="a" name="\${setting('s1')}" flowable:assignee="\${setting('s2')}"/>
      <serviceTask id="b" keelson:call="setting.read">${extended('<keelson:with name="code" value="s3"/>')}</serviceTask>
      <sequenceFlow id="c" sourceRef="a" targetRef="b" flowable:skipExpression="setting('s4')"><conditionExpression>setting('s5') > 1</conditionExpression></sequenceFlow>
      <scriptTask id="d" scriptFormat="juel"><script>setting('s6')</script></scriptTask>
      <scriptTask id="e" scriptFormat="javascript"><script>setting('no')</script></scriptTask>
      <task id="f">${extended('<flowable:inputOutput><flowable:inputParameter name="x"><flowable:list><flowable:value>${setting(&quot;s7&quot;)}</flowable:value></flowable:list></flowable:inputParameter></flowable:inputOutput>')}</task>
      <task id="g">${extended('<flowable:executionListener event="start"><flowable:script scriptFormat="juel">setting(\'s8\')</flowable:script></flowable:executionListener><x:y xmlns:x="urn:x">${setting(\'no\')}</x:y>')}</task>
      <task id="h" name="setting('no')"><documentation>setting('no') \\\${setting('no')}</documentation></task></process>`;
    expect(used(content)).toEqual(
      ['a', 'a', 'b', 'c', 'c', 'd', 'f', 'g'].map((id, index) => `SETTING s${index + 1} ${id}`),
    );
  });

  it('what a file uses: each once, however often an element says it', () => {
    const content = `<process id="p"><userTask id="a" name="\${setting('s')} \${setting('s')}" flowable:owner="\${setting('s')}"/></process>`;
    expect(used(content)).toEqual(['SETTING s a']);
  });
});

describe('facts of other files', () => {
  it('facts of DMN are its decisions', () => {
    const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="Rates" namespace="urn:rates">
      <inputData id="i" name="Age"/><decision id="rate" name="Rate"><extensionElements><x xmlns="urn:x" id="y" name="no"/></extensionElements>
      <decisionTable id="t"/></decision><decision id="other"/></definitions>`;
    expect(factsOf(dmn)).toEqual({
      kind: 'DMN',
      mainId: 'rate',
      name: 'Rate',
      targetNamespace: 'urn:rates',
      processes: [],
      keys: ['rate', 'other'],
      names: ['Rates', 'Age', 'Rate'],
      elementTypes: ['decision', 'decisionTable', 'inputData'],
      references: [],
    });
  });

  it('facts of a form are what its JSON says', () => {
    const form =
      '\uFEFF\n {"id": "leave", "name": "Leave", "components": [{"type": "group", "components": [{"type": "textfield", "label": "Reason\\nwhy", "key": "r"}]}]}';
    expect(factsOf(form)).toEqual({
      kind: 'FORM',
      mainId: 'leave',
      name: 'Leave',
      targetNamespace: '',
      processes: [],
      keys: ['leave'],
      names: ['Leave', 'Reason why'],
      elementTypes: ['group', 'textfield'],
      references: [],
    });
    expect(factsOf('{"key": "k", "title": "T"}')).toMatchObject({ mainId: 'k', name: 'T' });
    expect(factsOf('{"id": "a\\u0000", "name": "\\u0000", "type": "t\\u0000x", "label": "b\\u0000c"}')).toMatchObject({
      mainId: 'a',
      name: null,
      names: ['b c'],
      elementTypes: ['t x'],
    });
    expect(factsOf('{}')).toMatchObject({ kind: 'FORM', mainId: null, name: null });
  });

  it('facts of a form are found however deep it nests', () => {
    const deep = `{"a":${'['.repeat(200_000)}{"label":"x"}${']'.repeat(200_000)}}`;
    const facts = readModelFacts(utf8(deep));
    expect(facts).toMatchObject({ kind: 'FORM', names: ['x'] });
  });

  it.each<[string, string | Uint8Array, Partial<ModelFacts>]>([
    ['text', 'hello', { reason: 'XML' }],
    ['nothing', '', { reason: 'XML' }],
    ['broken XML', '<a>', { reason: 'XML' }],
    ['a document type', '<!DOCTYPE a><a/>', { reason: 'XML', message: '' }],
    [
      'other XML',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      { reason: 'ROOT', message: 'svg (http://www.w3.org/2000/svg)' },
    ],
    ['BPMN without its namespace', '<definitions/>', { reason: 'ROOT', message: 'definitions' }],
    ['a process by itself', '<process xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>', { reason: 'ROOT' }],
    ['broken JSON', '{"a": ', { reason: 'JSON' }],
    ['JSON of no text', Uint8Array.of(0x7b, 0xff, 0x7d), { reason: 'JSON' }],
    ['a list', '[]', { reason: 'XML' }],
    ['too much JSON', `{"a": "${'x'.repeat(10 * 1_048_576)}"}`, { reason: 'SIZE' }],
  ])('facts of %s are why it cannot be read', (_, content, expected) => {
    const facts = readModelFacts(typeof content === 'string' ? utf8(content) : content);
    expect(facts).toMatchObject({ kind: 'UNREADABLE', ...expected });
    if ('reason' in facts) expect(facts.problem !== null).toBe(facts.reason === 'XML');
  });
});

describe.runIf(REFERENCE_MODELS.length > 0)(`facts of ${REFERENCE_TITLE}`, () => {
  it.each(REFERENCE_MODELS)('$name: are read', ({ bytes }) => {
    expect(readModelFacts(bytes)).toMatchObject({ kind: 'BPMN' });
  });
});
