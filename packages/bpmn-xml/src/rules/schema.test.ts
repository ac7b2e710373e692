// Rules of the schema: what may stand where, how often, with which attributes and types, in the model and in its diagrams.
import { describe, expect, it } from 'vitest';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, drawn, END, errorsOf, model, process, START, WHOLE } from '../testing/model-text.ts';

const ROOT = (content: string) => definitions(`${content}${process(WHOLE)}`);

const BOUNDS = '<dc:Bounds x="1" y="2" width="3" height="4"/>';
const SHAPE = (inside: string, attributes = '') =>
  `<bpmndi:BPMNShape id="t_di" bpmnElement="t" ${attributes}>${inside}</bpmndi:BPMNShape>`;

const MODEL_CASES: readonly RuleCase[] = [
  {
    rule: 'DOC-05',
    element: 'i',
    broken: ROOT('§<interface id="i" name="I"/>'),
    twin: ROOT(
      '<message id="m"/><interface id="i" name="I"><operation id="o" name="O"><inMessageRef>m</inMessageRef></operation></interface>',
    ),
  },
  {
    rule: 'DOC-05',
    element: 'i',
    broken: ROOT('<interface id="i" name="I">§<operation id="o" name="O"/></interface>'),
    twin: ROOT('<category id="c"><categoryValue id="v" value="x"/></category>'),
  },
  {
    rule: 'DOC-05',
    element: 'p',
    broken: model(`${WHOLE}\n§left over`),
    twin: model(`${WHOLE}\n<!-- left over -->`),
  },
  {
    rule: 'DOC-05',
    element: 't',
    broken: model(chain(START, '<userTask id="t">§<script>x</script></userTask>', END)),
    twin: model(chain(START, '<userTask id="t"><rendering/></userTask>', END)),
  },
  {
    rule: 'DOC-05',
    element: 't',
    broken: model(
      chain(START, '<userTask id="t"><extensionElements>§<a xmlns=""/></extensionElements></userTask>', END),
    ),
    twin: model(
      chain(START, '<userTask id="t"><extensionElements><a xmlns="urn:a"/></extensionElements></userTask>', END),
    ),
  },
  {
    rule: 'DOC-05',
    element: 'x',
    broken: ROOT('<error id="x">§<documentation/><extensionElements/></error>').replace(
      '§<documentation/><extensionElements/>',
      '<extensionElements/>§<documentation/>',
    ),
    twin: ROOT('<error id="x"><documentation/><extensionElements/></error>'),
  },
  {
    rule: 'DOC-05',
    element: 'm2',
    broken: definitions(
      `${process(WHOLE)}<relationship type="r"><source>p</source><target>p</target></relationship>§<message id="m2"/>`,
    ),
    twin: definitions(
      `<message id="m2"/>${process(WHOLE)}<relationship type="r"><source>p</source><target>p</target></relationship>`,
    ),
  },
  {
    rule: 'DOC-06',
    element: 'r',
    broken: ROOT('§<resource id="r"/>'),
    twin: ROOT('<resource id="r" name="R"/>'),
  },
  {
    rule: 'DOC-06',
    element: null,
    broken: ROOT('').replace('<process', '§<import namespace="urn:a" importType="urn:b"/><process'),
    twin: ROOT('').replace('<process', '<import namespace="urn:a" location="a.xsd" importType="urn:b"/><process'),
  },
  {
    rule: 'DOC-07',
    element: 'c',
    broken: ROOT('<collaboration id="c" §isClosed="maybe"/>'),
    twin: ROOT('<collaboration id="c" isClosed="false"><participant id="pa" processRef="p"/></collaboration>'),
  },
  {
    rule: 'DOC-07',
    element: 'i',
    broken: ROOT('<itemDefinition id="i" §structureRef="List of x"/>'),
    twin: ROOT('<itemDefinition id="i" structureRef="xsi:string"/>'),
  },
  {
    rule: 'DOC-07',
    element: 't',
    broken: model(
      chain(
        START,
        '<task id="t"><standardLoopCharacteristics><loopCondition §language="juel">${x}</loopCondition>' +
          '</standardLoopCharacteristics></task>',
        END,
      ),
      'isExecutable="false"',
    ),
    twin: model(
      chain(
        START,
        '<task id="t"><standardLoopCharacteristics><loopCondition xsi:type="tFormalExpression" language="juel">${x}' +
          '</loopCondition></standardLoopCharacteristics></task>',
        END,
      ),
      'isExecutable="false"',
    ),
  },
  {
    rule: 'DOC-07',
    element: 't',
    broken: model(chain(START, '§<userTask id="t" xsi:type="tServiceTask"/>', END)),
    twin: model(chain(START, '<userTask id="t" xsi:type="tUserTask"/>', END)),
  },
  {
    rule: 'DOC-14',
    element: 'p',
    broken: model(`<documentation §textFormat="html">x</documentation>${WHOLE}`),
    twin: model(`<documentation textFormat="text/html; charset=utf-8">x</documentation>${WHOLE}`),
  },
  {
    rule: 'DOC-14',
    element: 'a',
    broken: model(`${WHOLE}<textAnnotation id="a" §textFormat="plain"/>`),
    twin: model(`${WHOLE}<textAnnotation id="a" textFormat="text/plain"/>`),
  },
  {
    rule: 'REF-03',
    element: 'i',
    broken: ROOT('<itemDefinition id="i" §structureRef="forged:string"/>'),
    twin: ROOT('<itemDefinition id="i" structureRef="tns:string"/>'),
  },
  {
    rule: 'DOC-06',
    element: 'l',
    broken: model(`<laneSet id="ls"><lane id="l">§<partitionElement/></lane></laneSet>${WHOLE}`),
    twin: model(`<laneSet id="ls"><lane id="l"><partitionElement xsi:type="tResourceRole"/></lane></laneSet>${WHOLE}`),
  },
];

describe('the schema of the model', () => {
  it.each(MODEL_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('takes any content of documentation, annotations and scripts', () => {
    const markup = '<x:b xmlns:x="urn:x">bold</x:b> and <x:i xmlns:x="urn:x"/>';
    const text = model(
      `<documentation>${markup}</documentation>${WHOLE}<textAnnotation><text>${markup}</text></textAnnotation>`,
    );
    expect(errorsOf(text)).toEqual([]);
  });

  it('reads an expression as formal where the schema has none other', () => {
    const text = ROOT(
      '<message id="m"/><correlationProperty id="c"><correlationPropertyRetrievalExpression messageRef="m">' +
        '<messagePath language="juel" evaluatesToTypeRef="tns:x">x</messagePath>' +
        '</correlationPropertyRetrievalExpression></correlationProperty>',
    );
    expect(errorsOf(text)).toEqual([]);
  });

  it('tells what it expected in the order of the schema', () => {
    const [problem] = errorsOf(model(`${WHOLE}<auditing/>`));
    expect(problem?.message).toMatch(/^auditing is not allowed here; expected flowElement, artifact, resourceRole/);
  });

  it('tells how many are missing', () => {
    const text = definitions(
      '<choreography id="c"><subChoreography id="s" initiatingParticipantRef="p"/></choreography>',
    );
    const told = errorsOf(text).filter(({ ruleId }) => ruleId === 'DOC-05');
    expect(told.map(({ message }) => message)).toEqual([
      'subChoreography ends too early; expected 2 more participantRef',
    ]);
  });

  it.each(['flowElement', 'event', 'gateway', 'activity', 'callableElement', 'eventDefinition'])(
    'does not take the abstract element %s',
    (name) => {
      expect(
        errorsOf(model(`${WHOLE}<${name} id="x"/>`, 'isExecutable="false"')).map(({ ruleId }) => ruleId),
      ).toContain('DOC-05');
    },
  );
});

const DIAGRAM_CASES: readonly RuleCase[] = [
  { rule: 'DOC-05', element: 't_di', broken: drawn(`§${SHAPE('')}`), twin: drawn(SHAPE(BOUNDS)) },
  {
    rule: 'DOC-05',
    element: 't_di',
    broken: drawn(
      SHAPE(`<bpmndi:BPMNLabel/>§${BOUNDS}`).replace('<bpmndi:BPMNLabel/>', `${BOUNDS}<bpmndi:BPMNLabel/>`),
    ),
    twin: drawn(SHAPE(`${BOUNDS}<bpmndi:BPMNLabel/>`)),
  },
  {
    rule: 'DOC-05',
    element: 'pl',
    broken: drawn('§<bpmndi:BPMNLabel/>').replace(
      '<bpmndi:BPMNLabel/>',
      `<dc:Bounds x="1" y="2" width="3" height="4"/>`,
    ),
    twin: drawn(''),
  },
  {
    rule: 'DOC-06',
    element: 't_di',
    broken: drawn(SHAPE('§<dc:Bounds x="1" y="2" width="3"/>')),
    twin: drawn(SHAPE(BOUNDS)),
  },
  {
    rule: 'DOC-07',
    element: 't_di',
    broken: drawn(SHAPE('<dc:Bounds §x="many" y="2" width="3" height="4"/>')),
    twin: drawn(SHAPE('<dc:Bounds x="-1.5e2" y="2" width="3" height="4"/>')),
  },
  {
    rule: 'DOC-07',
    element: 't_di',
    broken: drawn(SHAPE(BOUNDS, '§colour="red"')),
    twin: drawn(SHAPE(BOUNDS, 'xmlns:c="urn:colour" c:fill="red" isExpanded="true"')),
  },
  {
    rule: 'DOC-07',
    element: 'd',
    broken: drawn('').replace('id="d"', 'id="d" §resolution="high"'),
    twin: drawn('').replace('id="d"', 'id="d" resolution="96" name="D" documentation="x"'),
  },
];

describe('the schema of diagrams', () => {
  it.each(DIAGRAM_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('takes points that name their type, label styles and extensions', () => {
    const text = drawn(
      '<bpmndi:BPMNEdge id="f_di" bpmnElement="s_t"><di:extension><x:y xmlns:x="urn:x"/></di:extension>' +
        '<di:waypoint xsi:type="dc:Point" x="1" y="2"/><di:waypoint x="1" y="2"/>' +
        `<bpmndi:BPMNLabel labelStyle="st">${BOUNDS}</bpmndi:BPMNLabel></bpmndi:BPMNEdge>`,
    ).replace(
      '</bpmndi:BPMNPlane>',
      '</bpmndi:BPMNPlane><bpmndi:BPMNLabelStyle id="st"><dc:Font name="Arial" size="8"/></bpmndi:BPMNLabelStyle>',
    );
    expect(errorsOf(text)).toEqual([]);
  });
});
