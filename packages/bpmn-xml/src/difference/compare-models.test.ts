// Two versions of a model differ by what a process does, by how it is drawn or by who wrote it, and by nothing else.
import { describe, expect, it } from 'vitest';
import { REFERENCE_MODELS, REFERENCE_TITLE } from '../testing/reference-models.ts';
import { NAMESPACES, utf8 } from '../testing/texts.ts';
import { encodeMarkup } from '../tree/encode-text.ts';
import { compareModels } from './compare-models.ts';
import type { ModelChange, ModelDifference } from './difference.types.ts';

const HEAD = `<definitions ${NAMESPACES} id="defs" targetNamespace="urn:test" exporter="A" exporterVersion="1">`;

const BASE = `${HEAD}
  <message id="m" name="Paid"/><signal id="g" name="Alarm"/><error id="x" errorCode="E1"/>
  <collaboration id="c"><participant id="pa" name="Buyer" processRef="p"/><participant id="pb" name="Seller"/>
    <messageFlow id="mf" sourceRef="t" targetRef="pb"/></collaboration>
  <process id="p" name="Order" isExecutable="true"><documentation>Orders</documentation>
    <laneSet id="ls"><lane id="la" name="Sales"><flowNodeRef>s</flowNodeRef><flowNodeRef>t</flowNodeRef></lane><lane id="lb"/></laneSet>
    <startEvent id="s" name="Start"><outgoing>f1</outgoing></startEvent>
    <userTask id="t" name="Check" flowable:assignee="ada"><documentation>Look</documentation>
      <extensionElements><flowable:taskListener event="create" expression="\${a}"/><flowable:taskListener event="complete" expression="\${b}"/><x:note xmlns:x="urn:x" k="1">n</x:note></extensionElements>
      <incoming>f1</incoming><outgoing>f2</outgoing>
      <ioSpecification><dataInput id="d1" name="one"/><dataInput id="d2" name="two"/><inputSet><dataInputRefs>d1</dataInputRefs></inputSet><outputSet/></ioSpecification>
      <multiInstanceLoopCharacteristics isSequential="true"><loopCardinality xsi:type="tFormalExpression">3</loopCardinality></multiInstanceLoopCharacteristics>
    </userTask>
    <boundaryEvent id="b" attachedToRef="t"><timerEventDefinition id="td"><timeDuration xsi:type="tFormalExpression">PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    <exclusiveGateway id="w" default="f5"/>
    <subProcess id="u" name="Sub"><task id="ui"/></subProcess>
    <serviceTask id="v"><extensionElements><flowable:field name="to" stringValue="a"/><flowable:field name="cc" stringValue="b"/></extensionElements></serviceTask>
    <scriptTask id="r" scriptFormat="javascript"><script><![CDATA[a < b]]></script></scriptTask>
    <callActivity id="k" calledElement="tns:other"/>
    <endEvent id="e"><messageEventDefinition messageRef="m"/></endEvent>
    <dataObject id="do"/><dataObjectReference id="dr" dataObjectRef="do"/>
    <sequenceFlow id="f1" sourceRef="s" targetRef="t"/><sequenceFlow id="f2" sourceRef="t" targetRef="w"/>
    <sequenceFlow id="f3" sourceRef="w" targetRef="u"><conditionExpression xsi:type="tFormalExpression">\${a > 1}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f4" sourceRef="w" targetRef="v"/><sequenceFlow id="f5" sourceRef="w" targetRef="e"/>
    <textAnnotation id="n"><text>Note</text></textAnnotation><association id="as" sourceRef="n" targetRef="t"/>
  </process>
  <bpmndi:BPMNDiagram id="di"><bpmndi:BPMNPlane id="pl" bpmnElement="c">
    <bpmndi:BPMNShape id="t_di" bpmnElement="t"><dc:Bounds x="100" y="80.0" width="100" height="80"/></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="u_di" bpmnElement="u" isExpanded="true"><dc:Bounds x="1" y="1" width="1" height="1"/><bpmndi:BPMNLabel><dc:Bounds x="5" y="6" width="7" height="8"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
    <bpmndi:BPMNEdge id="f1_di" bpmnElement="f1"><di:waypoint x="1" y="2"/><di:waypoint x="3" y="4"/></bpmndi:BPMNEdge>
    <bpmndi:BPMNShape id="free"><dc:Bounds x="0" y="0" width="1" height="1"/></bpmndi:BPMNShape>
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`;

function differenceOf(before: string | Uint8Array, after: string | Uint8Array): ModelDifference {
  const bytes = [before, after].map((each) => (typeof each === 'string' ? utf8(each) : each)) as [
    Uint8Array,
    Uint8Array,
  ];
  const result = compareModels(...bytes);
  if (!('difference' in result)) throw new Error(JSON.stringify(result));
  return result.difference;
}

/** One line for each thing that is told. */
function lines({ added, removed, changed, moved }: ModelDifference): readonly string[] {
  const plain =
    (mark: string) =>
    ({ id, type }: ModelChange) =>
      `${mark} ${type} ${id}`;
  const detailed =
    (mark: string) =>
    ({ id, details }: ModelChange) =>
      details.map((detail) => `${mark} ${id} ${detail.path}: ${detail.old} > ${detail.new}`);
  return [
    ...added.map(plain('+')),
    ...removed.map(plain('-')),
    ...changed.flatMap(detailed('~')),
    ...moved.flatMap(detailed('@')),
  ];
}

type Change = readonly [what: string, from: string | RegExp, to: string, told: readonly string[]];

/** Each replaces one text of the file. */
const CHANGES: readonly Change[] = [
  ['a name', 'name="Check"', 'name="Check it"', ['~ t @name: Check > Check it']],
  ['a name that comes', '<task id="ui"/>', '<task id="ui" name="In"/>', ['~ ui @name: null > In']],
  ['an extension attribute', 'assignee="ada"', 'assignee="bob"', ['~ t @flowable:assignee: ada > bob']],
  ['an extension attribute that goes', ' flowable:assignee="ada"', '', ['~ t @flowable:assignee: ada > null']],
  [
    'a foreign attribute',
    '<startEvent id="s"',
    '<startEvent xmlns:y="urn:y" y:z="1" id="s"',
    ['~ s @{urn:y}z: null > 1'],
  ],
  ['a type', /userTask/g, 'manualTask', ['~ t type: userTask > manualTask']],
  [
    'another default',
    '<boundaryEvent id="b"',
    '<boundaryEvent cancelActivity="0" id="b"',
    ['~ b @cancelActivity: true > false'],
  ],
  [
    'a setting of a loop',
    'isSequential="true"',
    '',
    ['~ t multiInstanceLoopCharacteristics/@isSequential: true > false'],
  ],
  ['an expression of a loop', '>3<', '>4<', ['~ t multiInstanceLoopCharacteristics/loopCardinality: 3 > 4']],
  [
    'a loop that goes',
    /<multiInstance.*istics>/,
    '',
    [
      '~ t multiInstanceLoopCharacteristics: <multiInstanceLoopCharacteristics isSequential="true"><loopCardinality xsi:type="tFormalExpression">3</loopCardinality></multiInstanceLoopCharacteristics> > null',
    ],
  ],
  [
    'another kind of loop',
    /<multiInstance.*istics>/,
    '<standardLoopCharacteristics testBefore="true"/>',
    [
      '~ t standardLoopCharacteristics: null > <standardLoopCharacteristics testBefore="true"/>',
      '~ t multiInstanceLoopCharacteristics: <multiInstanceLoopCharacteristics isSequential="true"><loopCardinality xsi:type="tFormalExpression">3</loopCardinality></multiInstanceLoopCharacteristics> > null',
    ],
  ],
  ['a documentation', 'Look', 'Look well', ['~ t documentation: Look > Look well']],
  [
    'a documentation that comes',
    '<scriptTask id="r" scriptFormat="javascript">',
    '<scriptTask id="r" scriptFormat="javascript"><documentation>d</documentation>',
    ['~ r documentation: null > d'],
  ],
  ['the documentation of a process', '>Orders<', '>Sales<', ['~ p documentation: Orders > Sales']],
  [
    'a second documentation',
    '<documentation>Look</documentation>',
    '<documentation>Look</documentation><documentation>more</documentation>',
    ['~ t documentation[2]: null > more'],
  ],
  ['a condition', 'a > 1', 'a > 2', ['~ f3 conditionExpression: ${a > 1} > ${a > 2}']],
  ['a condition that goes', /<conditionExpression.*Expression>/, '', ['~ f3 conditionExpression: ${a > 1} > null']],
  [
    'the type of an expression',
    '<conditionExpression xsi:type="tFormalExpression">',
    '<conditionExpression>',
    ['~ f3 conditionExpression/@xsi:type: tFormalExpression > null'],
  ],
  [
    'the language of an expression',
    '<conditionExpression',
    '<conditionExpression language="feel"',
    ['~ f3 conditionExpression/@language: null > feel'],
  ],
  ['a script', 'a < b', 'a < c', ['~ r script: a < b > a < c']],
  [
    'the language of a script',
    'scriptFormat="javascript"',
    'scriptFormat="feel"',
    ['~ r @scriptFormat: javascript > feel'],
  ],
  ['a timer', 'PT1H', 'PT2H', ['~ b timerEventDefinition/timeDuration: PT1H > PT2H']],
  [
    'another kind of timer',
    /<timeDuration.*timeDuration>/,
    '<timeDate>2026-01-01</timeDate>',
    ['~ b timerEventDefinition/timeDate: null > 2026-01-01', '~ b timerEventDefinition/timeDuration: PT1H > null'],
  ],
  [
    'another trigger',
    /<timerEvent.*EventDefinition>/,
    '<cancelEventDefinition/>',
    [
      '~ b cancelEventDefinition: null > <cancelEventDefinition/>',
      '~ b timerEventDefinition: <timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT1H</timeDuration></timerEventDefinition> > null',
    ],
  ],
  [
    'a trigger that comes',
    '<startEvent id="s" name="Start">',
    '<startEvent id="s" name="Start"><signalEventDefinition signalRef="g"/>',
    ['~ s signalEventDefinition: null > <signalEventDefinition signalRef="g"/>'],
  ],
  ['the message of an event', 'messageRef="m"', 'messageRef="m2"', ['~ e messageEventDefinition/@messageRef: m > m2']],
  ['the name of a message', 'name="Paid"', 'name="Sent"', ['~ m @name: Paid > Sent']],
  ['the code of an error', 'E1', 'E2', ['~ x @errorCode: E1 > E2']],
  ['a called process', 'tns:other', 'tns:third', ['~ k @calledElement: other > third']],
  ['the host of a boundary event', 'attachedToRef="t"', 'attachedToRef="u"', ['~ b @attachedToRef: t > u']],
  [
    'the target of a flow',
    '<sequenceFlow id="f2" sourceRef="t" targetRef="w"',
    '<sequenceFlow id="f2" sourceRef="t" targetRef="e"',
    ['~ f2 @targetRef: w > e'],
  ],
  ['a default flow', 'default="f5"', 'default="f4"', ['~ w @default: f5 > f4']],
  [
    'the order of the flows of a choice',
    '<sequenceFlow id="f4" sourceRef="w" targetRef="v"/><sequenceFlow id="f5" sourceRef="w" targetRef="e"/>',
    '<sequenceFlow id="f5" sourceRef="w" targetRef="e"/><sequenceFlow id="f4" sourceRef="w" targetRef="v"/>',
    ['~ w outgoing: f3 f4 f5 > f3 f5 f4'],
  ],
  ['a flow that goes', /<sequenceFlow id="f4".*targetRef="v"\/>/, '', ['- sequenceFlow f4']],
  ['an element that comes', '<endEvent id="e">', '<task id="t2"/><endEvent id="e">', ['+ task t2']],
  [
    'an element that goes',
    '<subProcess id="u" name="Sub"><task id="ui"/></subProcess>',
    '',
    ['- subProcess u', '- task ui'],
  ],
  ['another id', '<task id="ui"/>', '<task id="uj"/>', ['+ task uj', '- task ui']],
  [
    'an element that went elsewhere',
    /(<subProcess id="u" name="Sub">)(<task id="ui"\/>)(<\/subProcess>)/,
    '$1$3$2',
    ['~ ui parent: u > p'],
  ],
  ['the id of a process', /"p"/g, '"q"', ['+ process q', '- process p', '~ pa @processRef: p > q']],
  [
    'a field of an extension',
    'stringValue="b"',
    'stringValue="c"',
    ['~ v extensionElements/flowable:field[cc]/@stringValue: b > c'],
  ],
  [
    'a field that goes',
    '<flowable:field name="to" stringValue="a"/>',
    '',
    ['~ v extensionElements/flowable:field[to]: <flowable:field name="to" stringValue="a"/> > null'],
  ],
  ['a listener', '${b}', '${c}', ['~ t extensionElements/flowable:taskListener[complete]/@expression: ${b} > ${c}']],
  ['a foreign extension', 'k="1"', 'k="2"', ['~ t extensionElements/{urn:x}note/@k: 1 > 2']],
  ['the text of a foreign extension', '>n</x:note>', '>m</x:note>', ['~ t extensionElements/{urn:x}note: n > m']],
  [
    'the namespace of an extension',
    'xmlns:x="urn:x"',
    'xmlns:x="urn:y"',
    [
      '~ t extensionElements/{urn:y}note: null > <{urn:y}note k="1">n</{urn:y}note>',
      '~ t extensionElements/{urn:x}note: <{urn:x}note k="1">n</{urn:x}note> > null',
    ],
  ],
  [
    'an extension that comes',
    '<exclusiveGateway id="w" default="f5"/>',
    '<exclusiveGateway id="w" default="f5"><extensionElements><keelson:a>1</keelson:a></extensionElements></exclusiveGateway>',
    ['~ w extensionElements/keelson:a: null > 1'],
  ],
  [
    'data',
    '<dataInput id="d2" name="two"/>',
    '<dataInput id="d2" name="two" isCollection="true"/>',
    ['~ t ioSpecification/dataInput[two]/@isCollection: false > true'],
  ],
  [
    'data that come',
    '<dataInput id="d2" name="two"/>',
    '<dataInput id="d2" name="two"/><dataInput id="d3" name="three"/>',
    ['~ t ioSpecification/dataInput[three]: null > <dataInput name="three"/>'],
  ],
  [
    'a set of data',
    '<dataInputRefs>d1</dataInputRefs>',
    '<dataInputRefs>d1</dataInputRefs><dataInputRefs>d2</dataInputRefs>',
    ['~ t ioSpecification/inputSet/dataInputRefs: null > d2'],
  ],
  [
    'a data object',
    '<dataObject id="do"/>',
    '<dataObject id="do" isCollection="true"/>',
    ['~ do @isCollection: false > true'],
  ],
  ['the object of a reference', 'dataObjectRef="do"', 'dataObjectRef="dp"', ['~ dr @dataObjectRef: do > dp']],
  ['a lane', 'name="Sales"', 'name="Desk"', ['~ la @name: Sales > Desk']],
  [
    'an element of another lane',
    '<flowNodeRef>t</flowNodeRef></lane><lane id="lb"/>',
    '</lane><lane id="lb"><flowNodeRef>t</flowNodeRef></lane>',
    ['~ la flowNodeRef: t > null', '~ lb flowNodeRef: null > t'],
  ],
  ['a lane that goes', '<lane id="lb"/>', '', ['- lane lb']],
  ['a participant', 'name="Buyer"', 'name="Client"', ['~ pa @name: Buyer > Client']],
  ['a participant without process', ' processRef="p"', '', ['~ pa @processRef: p > null']],
  ['a message flow', 'sourceRef="t" targetRef="pb"', 'sourceRef="v" targetRef="pb"', ['~ mf @sourceRef: t > v']],
  ['an annotation', '>Note<', '>Notes<', ['~ n text: Note > Notes']],
  ['whether a process runs', 'isExecutable="true"', 'isExecutable="false"', ['~ p @isExecutable: true > false']],
  [
    'the target namespace',
    /targetNamespace="urn:test"/,
    'targetNamespace="urn:new"',
    ['~ defs @targetNamespace: urn:test > urn:new', '~ k @calledElement: other > {urn:test}other'],
  ],
  [
    'the language of the file',
    'exporter="A"',
    'exporter="A" expressionLanguage="feel"',
    ['~ defs @expressionLanguage: http://www.w3.org/1999/XPath > feel'],
  ],
  [
    'an import',
    '<message id="m"',
    '<import importType="a" location="b" namespace="c"/><message id="m"',
    ['~ defs import: null > <import importType="a" location="b" namespace="c"/>'],
  ],
];

/** These leave what a process does as it is. */
const LAYOUTS: readonly Change[] = [
  ['a shape elsewhere', 'x="100"', 'x="120.5"', ['@ t bounds: 100,80 100x80 > 120.5,80 100x80']],
  ['an edge elsewhere', 'x="3" y="4"', 'x="3" y="5"', ['@ f1 waypoints: 1,2 3,4 > 1,2 3,5']],
  ['a label elsewhere', 'x="5"', 'x="4"', ['@ u label: 5,6 7x8 > 4,6 7x8']],
  ['another form of a shape', 'isExpanded="true"', 'isExpanded="false"', ['@ u @isExpanded: true > false']],
  [
    'a colour',
    '<bpmndi:BPMNShape id="t_di"',
    '<bpmndi:BPMNShape xmlns:bioc="urn:bioc" bioc:fill="red" id="t_di"',
    ['@ t @{urn:bioc}fill: null > red'],
  ],
  ['a shape that goes', /<bpmndi:BPMNShape id="t_di".*?BPMNShape>/, '', ['@ t BPMNShape: 100,80 100x80 > null']],
  [
    'a shape that comes',
    '<bpmndi:BPMNShape id="free">',
    '<bpmndi:BPMNShape bpmnElement="e"/><bpmndi:BPMNShape id="free">',
    ['@ e BPMNShape: null > '],
  ],
  ['a shape of nothing', 'x="0" y="0"', 'x="1" y="0"', ['@ free bounds: 0,0 1x1 > 1,0 1x1']],
  ['what a plane shows', 'bpmnElement="c"', 'bpmnElement="p"', ['@ p BPMNPlane: null > ', '@ c BPMNPlane:  > null']],
  ['the name of a diagram', 'BPMNDiagram id="di"', 'BPMNDiagram id="di" name="N"', ['@  @name: null > N']],
];

/** Nothing of these is a difference. */
const SAME: readonly (readonly [what: string, from: string | RegExp, to: string])[] = [
  [
    'a default that is written out',
    '<boundaryEvent id="b"',
    '<boundaryEvent cancelActivity="true" parallelMultiple="0" id="b"',
  ],
  [
    'defaults of tasks, loops and processes',
    '<multiInstanceLoopCharacteristics',
    '<multiInstanceLoopCharacteristics behavior="All"',
  ],
  ['a truth as a number', 'isSequential="true"', 'isSequential=" 1 "'],
  [
    'the order of attributes',
    '<userTask id="t" name="Check" flowable:assignee="ada"',
    '<userTask flowable:assignee="ada" name="Check" id="t"',
  ],
  ['another prefix of an extension', /<flowable:field/g, '<f:field xmlns:f="http://flowable.org/bpmn"'],
  ['white space between elements', /></g, '>\n\t<'],
  ['white space around an expression', '${a > 1}', '\n  ${a &gt; 1}\n'],
  ['a section', '<![CDATA[a < b]]>', 'a &lt; b'],
  ['comments and instructions', '<process id="p"', '<!-- c --><?i?><process id="p"'],
  ['lists of flows that tools leave out', /<(incoming|outgoing)>\w+<\/\1>/g, ''],
  ['the id of a part', 'id="td"', 'id="timer"'],
  ['ids of shapes', /_di"/g, '_shape"'],
  ['a name with the prefix of the file', 'sourceRef="s"', 'sourceRef=" tns:s "'],
  ['the order of elements', /(<subProcess .*subProcess>)\s*(<serviceTask .*serviceTask>)/, '$2$1'],
  [
    'the order of names in a list',
    '<flowNodeRef>s</flowNodeRef><flowNodeRef>t</flowNodeRef>',
    '<flowNodeRef>t</flowNodeRef><flowNodeRef>s</flowNodeRef>',
  ],
  ['numbers as they are written', 'y="80.0"', 'y="080"'],
  ['places of schemas', 'exporter="A"', 'exporter="A" xsi:schemaLocation="a b"'],
  ['an empty place of extensions', '<task id="ui"/>', '<task id="ui"><extensionElements/></task>'],
];

function changed(from: string | RegExp, to: string): string {
  const after = BASE.replace(from, to);
  if (after === BASE) throw new Error(`nothing was changed: ${from}`);
  return after;
}

describe('the difference of two models', () => {
  it('the difference of two models is tried with more than sixty kinds of changes', () => {
    expect(CHANGES.length).toBeGreaterThan(60);
  });

  it.each(CHANGES)('the difference of two models tells %s', (_, from, to, told) => {
    const difference = differenceOf(BASE, changed(from, to));
    expect(lines(difference)).toEqual(told);
    expect(difference).toMatchObject({ layoutOnly: false, metadataOnly: false, identical: false });
  });

  it.each(LAYOUTS)('the difference of two models tells the layout apart: %s', (_, from, to, told) => {
    const difference = differenceOf(BASE, changed(from, to));
    expect(lines(difference)).toEqual(told);
    expect(difference).toMatchObject({ layoutOnly: true, metadataOnly: false, identical: false });
    expect(differenceOf(BASE, changed(from, to).replace('exporterVersion="1"', 'exporterVersion="2"')).layoutOnly).toBe(
      true,
    );
  });

  it.each(SAME)('the difference of two models is none for %s', (_, from, to) => {
    const difference = differenceOf(BASE, changed(from, to));
    expect(lines(difference)).toEqual([]);
    expect(difference).toMatchObject({ layoutOnly: false, metadataOnly: false, identical: true });
  });

  it.each([
    ['exporterVersion="1"', 'exporterVersion="2"', '~ defs @exporterVersion: 1 > 2'],
    ['id="defs"', 'id="d2"', '~ d2 @id: defs > d2'],
    ['exporter="A"', 'exporter="A" xmlns:m="urn:m" m:platform="8"', '~ defs @{urn:m}platform: null > 8'],
  ])('the difference of two models tells who wrote the file apart: %s', (from, to, told) => {
    const difference = differenceOf(BASE, changed(from, to));
    expect(lines(difference)).toEqual([told]);
    expect(difference).toMatchObject({ layoutOnly: false, metadataOnly: true, identical: false });
  });

  it('the difference of two models names what it tells', () => {
    const after = BASE.replace('name="Check"', 'name="Check it"')
      .replace('<task id="ui"/>', '')
      .replace('x="100"', 'x="1"');
    expect(differenceOf(BASE, after)).toEqual({
      added: [],
      removed: [{ id: 'ui', type: 'task', name: null, details: [] }],
      changed: [
        { id: 't', type: 'userTask', name: 'Check it', details: [{ path: '@name', old: 'Check', new: 'Check it' }] },
      ],
      moved: [
        {
          id: 't',
          type: 'userTask',
          name: 'Check it',
          details: [{ path: 'bounds', old: '100,80 100x80', new: '1,80 100x80' }],
        },
      ],
      layoutOnly: false,
      metadataOnly: false,
      identical: false,
    });
  });

  it('the difference of two models is the same in both directions, turned around', () => {
    for (const [, from, to] of [...CHANGES, ...LAYOUTS]) {
      const there = differenceOf(BASE, changed(from, to));
      const back = differenceOf(changed(from, to), BASE);
      const turned = ({ details }: ModelChange) =>
        details.map(({ path, old, new: young }) => `${path} ${old} ${young}`).sort();
      const straight = ({ details }: ModelChange) =>
        details.map(({ path, old, new: young }) => `${path} ${young} ${old}`).sort();
      expect(back.changed.flatMap(straight).sort()).toEqual(there.changed.flatMap(turned).sort());
      expect(back.moved.flatMap(straight).sort()).toEqual(there.moved.flatMap(turned).sort());
      expect(back.added.map(({ id }) => id)).toEqual(there.removed.map(({ id }) => id));
    }
  });

  it('the difference of two models does not look at encodings and prefixes of the standard', () => {
    const prefixed = BASE.replaceAll(/<(\/?)(?=[a-z]\w*[\s/>])/g, '<$1b:')
      .replace(' xmlns="', ' xmlns:b="')
      .replaceAll('xsi:type="t', 'xsi:type="b:t');
    expect(differenceOf(BASE, encodeMarkup(`\uFEFF${prefixed}`, 'utf-16le'))).toMatchObject({ identical: true });
  });

  it('the difference of two models knows elements of one id by their number', () => {
    const twice = BASE.replace('<task id="ui"/>', '<task id="ui"/><task id="ui" name="2"/>');
    expect(lines(differenceOf(twice, twice.replace('name="2"', 'name="3"')))).toEqual(['~ ui @name: 2 > 3']);
    expect(lines(differenceOf(BASE, twice))).toEqual(['+ task ui']);
  });

  it('the difference of two models tells listeners that changed their places', () => {
    const [first, second] = [
      /<flowable:taskListener event="create"[^>]*>/,
      /<flowable:taskListener event="complete"[^>]*>/,
    ].map((pattern) => pattern.exec(BASE)![0]) as [string, string];
    expect(lines(differenceOf(BASE, BASE.replace(first + second, second + first)))).toEqual([
      '~ t extensionElements/flowable:taskListener: create complete > complete create',
    ]);
  });

  it('the difference of two models is none of what is no BPMN', () => {
    expect(compareModels(utf8(BASE), utf8('<a>'))).toMatchObject({
      problem: { side: 'after', xml: { ruleId: 'DOC-01' } },
    });
    expect(compareModels(utf8('<a/>'), utf8(BASE))).toEqual({
      problem: { side: 'before', message: 'a is no BPMN', xml: null },
    });
  });
});

describe.runIf(REFERENCE_MODELS.length > 0)(`the difference of ${REFERENCE_TITLE}`, () => {
  it.each(REFERENCE_MODELS)('$name: is none to itself, and everything to another one', ({ bytes }) => {
    expect(differenceOf(bytes, bytes)).toMatchObject({ identical: true });
    const other = differenceOf(bytes, BASE);
    expect(other.identical).toBe(false);
    expect(other.added.length).toBeGreaterThan(20);
  });
});
