// These tests look at rules of documents, references and diagrams: each broken alone, and an accepted twin of each.
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import {
  chain,
  definitions,
  drawn,
  END,
  errorsOf,
  flow,
  model,
  NAMESPACES,
  problemsOf,
  process,
  readText,
  START,
  TASK,
  utf8,
  WHOLE,
} from '../testing/model-text.ts';

function shape(element: string): string {
  return `<bpmndi:BPMNShape id="${element}_di" bpmnElement="${element}"><dc:Bounds x="1" y="2" width="3" height="4"/></bpmndi:BPMNShape>`;
}

function edge(element: string, points = 2): string {
  const waypoints = '<di:waypoint x="1" y="2"/>'.repeat(points);
  return `<bpmndi:BPMNEdge id="${element}_di" bpmnElement="${element}">${waypoints}</bpmndi:BPMNEdge>`;
}

const DOCUMENT_CASES: readonly RuleCase[] = [
  { rule: 'DOC-01', element: null, broken: '<definitions></process§>', twin: model(WHOLE) },
  {
    rule: 'DOC-02',
    element: null,
    broken: `§<!DOCTYPE definitions>${model(WHOLE)}`,
    twin: `<!-- no type -->${model(WHOLE)}`,
  },
  { rule: 'DOC-03', element: null, broken: '\n  §<bpmn xmlns="urn:x"/>', twin: definitions('') },
  { rule: 'DOC-04', element: null, broken: `§${definitions(process(WHOLE), '')}`, twin: model(WHOLE) },
  { rule: 'DOC-05', element: 'l', broken: model(`${WHOLE}\n§<lane id="l"/>`), twin: model(WHOLE) },
  {
    rule: 'DOC-05',
    element: 'p',
    broken: model(`${WHOLE}\n  §<documentation>last</documentation>`),
    twin: model(`<documentation>first</documentation>${WHOLE}`),
  },
  {
    rule: 'DOC-05',
    element: 't',
    broken: model(chain(START, '<userTask id="t"><flowable:x/></userTask>'.replace('<flow', '§<flow'), END)),
    twin: model(WHOLE),
  },
  {
    rule: 'DOC-05',
    element: 's_t',
    broken: model(
      `${START}${TASK}${END}${flow('t', 'e')}<sequenceFlow id="s_t" sourceRef="s" targetRef="t"><documentation/>` +
        '<extensionElements/>§<extensionElements/></sequenceFlow>',
    ),
    twin: model(WHOLE),
  },
  {
    rule: 'DOC-06',
    element: 's_t',
    broken: model(
      '<startEvent id="s"><outgoing>s_t</outgoing><outgoing>other</outgoing></startEvent>' +
        `${TASK}${END}${flow('t', 'e')}<sequenceFlow id="other" sourceRef="s" targetRef="t"/>` +
        '\n§<sequenceFlow id="s_t" sourceRef="s"/>',
    ),
    twin: model(WHOLE),
  },
  {
    rule: 'DOC-06',
    element: null,
    broken: definitions(`§<process isExecutable="true" keelson:historyTimeToLive="P1D">${WHOLE}</process>`),
    twin: model(WHOLE),
  },
  {
    rule: 'DOC-07',
    element: 't',
    broken: model(chain(START, '<userTask id="t" §asignee="kermit"/>', END)),
    twin: model(chain(START, '<userTask id="t" flowable:assignee="kermit"/>', END)),
  },
  {
    rule: 'DOC-07',
    element: 't',
    broken: model(chain(START, '<userTask id="t" §startQuantity="many"/>', END)),
    twin: model(chain(START, '<userTask id="t" startQuantity="2"/>', END)),
  },
  {
    rule: 'DOC-07',
    element: 'p',
    broken: model(WHOLE, 'isExecutable="true" §isClosed="perhaps"'),
    twin: model(WHOLE, 'isExecutable="1" isClosed="0"'),
  },
  {
    rule: 'DOC-08',
    element: 't',
    broken: model(`${WHOLE}\n§<textAnnotation id="t"/>`),
    twin: model(`${WHOLE}\n<textAnnotation id="t2"/>`),
  },
  {
    rule: 'DOC-08',
    element: 't',
    broken: definitions(
      `${process(WHOLE)}<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">` +
        `\n§${shape('t').replace('t_di', 't')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
    ),
    twin: drawn(shape('t')),
  },
  {
    rule: 'DOC-09',
    element: '1t',
    broken: model(`${WHOLE}\n§<textAnnotation id="1t"/>`),
    twin: model(`${WHOLE}\n<textAnnotation id="_1t-ö.x"/>`),
  },
  {
    rule: 'DOC-07',
    element: 't',
    broken: model(chain(START, '<userTask id="t"><extensionElements §flowable:assignee="hidden"/></userTask>', END)),
    twin: model(chain(START, '<userTask id="t" flowable:assignee="said"><extensionElements/></userTask>', END)),
  },
  {
    rule: 'DOC-15',
    element: null,
    broken: definitions(`§<extension definition="tns:x" mustUnderstand="true"/>${process(WHOLE)}`),
    twin: definitions(`<extension definition="tns:x" mustUnderstand="false"/>${process(WHOLE)}`),
  },
  {
    rule: 'DOC-17',
    element: 's',
    broken: model(
      chain('<startEvent id="s"><extensionElements>§<timerEventDefinition/></extensionElements></startEvent>', END),
    ),
    twin: model(
      chain('<startEvent id="s"><extensionElements><x:y xmlns:x="urn:foreign"/></extensionElements></startEvent>', END),
    ),
  },
];

describe('a document', () => {
  it.each(DOCUMENT_CASES)('breaks $rule and its twin does not: $element', (row) => expectRule(row));

  it('may be written with any prefix', () => {
    const text = `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:x">
      <b:process id="p" isExecutable="true"><b:startEvent id="s"/><b:endEvent id="e"/>
      <b:sequenceFlow id="f" sourceRef="s" targetRef="e"/></b:process></b:definitions>`;
    expect(errorsOf(text)).toEqual([]);
  });

  it('a document of another root is refused by what stands there', () => {
    const [problem] = errorsOf('<definitions xmlns="urn:other"/>');
    expect(problem).toMatchObject({ ruleId: 'DOC-03', line: 1, column: 1, file: 'model.bpmn' });
    expect(problem?.message).toContain('definitions (urn:other)');
  });

  it('a document of decisions is refused as not executed yet', () => {
    const text = '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"/>';
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'EXE-00', message: expect.stringContaining('DMN') }]);
  });

  it('a form of another shape than form-js is refused', () => {
    const bytes = utf8('{"fields": []}');
    const { problems, forms } = readDeployment([{ name: 'leave.form', bytes }], { strictness: 'lenient' });
    expect(problems.map(({ ruleId, severity, file, message }) => [ruleId, severity, file, message])).toEqual([
      ['EXE-19', 'ERROR', 'leave.form', 'The form is invalid: id '],
      ['EXE-19', 'ERROR', 'leave.form', 'The form is invalid: no list of components'],
    ]);
    expect(forms).toEqual([]);
  });

  it('tells all lines of an id used three times', () => {
    const broken = model(`${WHOLE}\n<textAnnotation id="t"/>\n<textAnnotation id="t"/>`);
    const told = errorsOf(broken);
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toBe('Id t is used more than once (lines 4, 8, 9)');
  });

  it('does not count ids inside foreign extensions', () => {
    const inside = '<extensionElements><x:y xmlns:x="urn:foreign" id="t"/></extensionElements>';
    expect(errorsOf(model(`${inside}${WHOLE}`))).toEqual([]);
  });
});

const LANES = (content: string) => model(`<laneSet id="ls">${content}</laneSet>${WHOLE}`);
const OTHER = '<process id="q" isExecutable="false"><task id="qt"/></process>';

const REFERENCE_CASES: readonly RuleCase[] = [
  {
    rule: 'REF-01',
    element: 's_x',
    broken: model(`${WHOLE}\n<sequenceFlow id="s_x" sourceRef="s" §targetRef="x"/>`),
    twin: model(`${WHOLE}\n<sequenceFlow id="s_x" sourceRef="s" targetRef="e"/>`),
  },
  {
    rule: 'REF-01',
    element: 'm',
    broken: definitions(`<message id="m" §itemRef="i"/>${process(WHOLE)}`),
    twin: definitions(`<itemDefinition id="i"/><message id="m" itemRef="tns:i"/>${process(WHOLE)}`),
  },
  {
    rule: 'REF-02',
    element: 'm',
    broken: definitions(`<message id="m" §itemRef="t"/>${process(WHOLE)}`),
    twin: definitions(`<itemDefinition id="i"/><message id="m" itemRef="i"/>${process(WHOLE)}`),
  },
  {
    rule: 'REF-03',
    element: 'm',
    broken: definitions(`<itemDefinition id="i"/><message id="m" §itemRef="forged:i"/>${process(WHOLE)}`),
    twin: definitions(`<itemDefinition id="i"/><message id="m" itemRef="tns:i"/>${process(WHOLE)}`),
  },
  {
    rule: 'REF-03',
    element: 't',
    broken: model(chain(START, '<userTask id="t" §forged:assignee="x"/>', END)),
    twin: model(chain(START, '<userTask id="t" keelson:assignee="x"/>', END)),
  },
  {
    rule: 'REF-03',
    element: 't',
    broken: model(
      chain(START, '<userTask id="t"><extensionElements>§<forged:taskListener/></extensionElements></userTask>', END),
    ),
    twin: model(chain(START, '<userTask id="t"><extensionElements/></userTask>', END)),
  },
  {
    rule: 'REF-03',
    element: 'p',
    broken: model(`${WHOLE}\n§<forged:task/>`),
    twin: model(WHOLE),
  },
  {
    rule: 'REF-04',
    element: 'r',
    broken: definitions(
      `<process id="a" isExecutable="false"><task id="at"/><dataObject id="o"/></process>\n` +
        '<process id="b" isExecutable="false"><task id="bt"/><dataObjectReference id="r" §dataObjectRef="o"/></process>',
    ),
    twin: definitions(
      '<process id="a" isExecutable="false"><task id="at"/><dataObject id="o"/>' +
        '<dataObjectReference id="r" dataObjectRef="o"/></process>',
    ),
  },
  {
    rule: 'W-15',
    element: 'm',
    broken: definitions(`<message id="m" §itemRef="zeebe:i"/>${process(WHOLE)}`),
    twin: definitions(
      `<import namespace="http://camunda.org/schema/zeebe/1.0" location="x.xsd" importType="urn:xsd"/>` +
        `<message id="m" itemRef="zeebe:i"/>${process(WHOLE)}`,
    ),
  },
  {
    rule: 'ART-01',
    element: 'as',
    broken: model(`${WHOLE}<textAnnotation id="x"/>\n§<association id="as" sourceRef="x" targetRef="gone"/>`),
    twin: model(`${WHOLE}<textAnnotation id="x"/>\n<association id="as" sourceRef="x" targetRef="t"/>`),
  },
  {
    rule: 'ART-01',
    element: 'as',
    broken: model(`${WHOLE}<textAnnotation id="x"/>\n§<association id="as" sourceRef="x"/>`),
    twin: model(`${WHOLE}<textAnnotation id="x"/>\n<association id="as" sourceRef="x" targetRef="s_t"/>`),
  },
  {
    rule: 'LAN-01',
    element: 'l',
    broken: definitions(
      `${process(`<laneSet id="ls"><lane id="l">§<flowNodeRef>qt</flowNodeRef></lane></laneSet>${WHOLE}`)}${OTHER}`,
    ),
    twin: LANES('<lane id="l"><flowNodeRef>t</flowNodeRef></lane>'),
  },
  {
    rule: 'LAN-01',
    element: 'l',
    broken: LANES('<lane id="l">§<flowNodeRef>gone</flowNodeRef></lane>'),
    twin: LANES('<lane id="l"/>'),
  },
  {
    rule: 'LAN-02',
    element: 'l2',
    broken: LANES('<lane id="l"><flowNodeRef>t</flowNodeRef></lane><lane id="l2">§<flowNodeRef>t</flowNodeRef></lane>'),
    twin: LANES('<lane id="l"><flowNodeRef>t</flowNodeRef></lane><lane id="l2"><flowNodeRef>e</flowNodeRef></lane>'),
  },
  {
    rule: 'LAN-03',
    element: 'l',
    broken: LANES('§<lane id="l" partitionElementRef="p"><partitionElement xsi:type="tPerformer"/></lane>'),
    twin: LANES('<lane id="l" partitionElementRef="p"/>'),
  },
  {
    rule: 'LAN-04',
    element: 'i',
    broken: LANES(
      '<lane id="l"><childLaneSet id="c"><lane id="i">§<flowNodeRef>t</flowNodeRef></lane></childLaneSet></lane>',
    ),
    twin: LANES(
      '<lane id="l"><flowNodeRef>t</flowNodeRef><childLaneSet id="c"><lane id="i"><flowNodeRef>t</flowNodeRef></lane>' +
        '</childLaneSet></lane>',
    ),
  },
  {
    rule: 'LAN-04',
    element: 'i',
    broken: LANES(
      '<lane id="l"><flowNodeRef>e</flowNodeRef><childLaneSet id="c"><lane id="i">§<flowNodeRef>t</flowNodeRef></lane>' +
        '</childLaneSet></lane>',
    ),
    twin: LANES(
      '<lane id="l"><flowNodeRef>e</flowNodeRef><flowNodeRef>t</flowNodeRef><childLaneSet id="c"><lane id="i">' +
        '<flowNodeRef>t</flowNodeRef></lane></childLaneSet></lane>',
    ),
  },
  {
    rule: 'DIA-01',
    element: 'x_di',
    broken: drawn(`§${shape('x')}`),
    twin: drawn(shape('t')),
  },
  { rule: 'DIA-02', element: 's_t', broken: drawn(`§${shape('s_t')}`), twin: drawn(edge('s_t')) },
  { rule: 'DIA-02', element: 't', broken: drawn(`§${edge('t')}`), twin: drawn(shape('t')) },
  { rule: 'DIA-03', element: 's_t', broken: drawn(`§${edge('s_t', 1)}`), twin: drawn(edge('s_t', 3)) },
  {
    rule: 'DIA-04',
    element: 't',
    broken: drawn('', 'bpmnElement="t"').replace('<bpmndi:BPMNPlane', '§<bpmndi:BPMNPlane'),
    twin: drawn(''),
  },
  {
    rule: 'DIA-05',
    element: 't',
    broken: drawn(`${shape('t')}\n§${shape('t').replace('t_di', 't_di2')}`),
    twin: drawn(`${shape('t')}${shape('s')}`),
  },
];

describe('references, lanes and diagrams', () => {
  it.each(REFERENCE_CASES)('references, lanes and diagrams break $rule and the twin does not: $element', (row) =>
    expectRule(row),
  );

  it('references, lanes and diagrams take an error code in place of an errorRef as a warning when lenient (REF-01)', () => {
    const catching = '<boundaryEvent id="b" attachedToRef="t"><errorEventDefinition errorRef="code"/></boundaryEvent>';
    const text = model(`${WHOLE}${catching}${flow('b', 'e')}`);
    const severities = (['strict', 'spec', 'lenient'] as const).map((strictness) =>
      problemsOf(text, strictness)
        .filter(({ ruleId }) => ruleId === 'REF-01')
        .map(({ severity, elementId }) => [severity, elementId]),
    );
    expect(severities).toEqual([[['ERROR', 'b']], [['ERROR', 'b']], [['WARNING', 'b']]]);
  });

  it('references, lanes and diagrams see data of their own scope, of those around it, and of their own activity alone (REF-04)', () => {
    const association = (source: string) =>
      `<dataInputAssociation id="a"><sourceRef>${source}</sourceRef><targetRef>in</targetRef></dataInputAssociation>`;
    const io =
      '<ioSpecification><dataInput id="in"/><inputSet><dataInputRefs>in</dataInputRefs></inputSet><outputSet/></ioSpecification>';
    const text = (source: string) =>
      definitions(
        `<process id="a1" isExecutable="false"><dataObject id="outer"/><subProcess id="sub"><dataObject id="inner"/>` +
          `<task id="t">${io}${association(source)}</task></subProcess>` +
          `<subProcess id="sub2"><dataObject id="aside"/><task id="t2"/></subProcess></process>`,
      );
    const told = (source: string) => errorsOf(text(source)).filter(({ ruleId }) => ruleId === 'REF-04');
    expect(told('outer')).toEqual([]);
    expect(told('inner')).toEqual([]);
    expect(told('aside')).toMatchObject([{ elementId: 't', message: expect.stringContaining('aside') }]);
  });

  it('references, lanes and diagrams take a name in a foreign namespace as an error where an executable process uses it', () => {
    const text = model(`${WHOLE}<group id="g" categoryValueRef="zeebe:v"/>`);
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'REF-01', elementId: 'g' }]);
    const drawn = text.replace('isExecutable="true"', 'isExecutable="false"');
    expect(problemsOf(drawn).filter(({ elementId }) => elementId === 'g')).toMatchObject([{ ruleId: 'W-15' }]);
    const undecided = readText(text.replace('isExecutable="true"', ''));
    expect(undecided.problems.filter(({ elementId }) => elementId === 'g')).toMatchObject([
      { ruleId: 'REF-01', severity: 'WARNING' },
    ]);
    expect(undecided.definitions).toMatchObject([{ executable: false }]);
  });

  it('references, lanes and diagrams say what a reference found and what it expected', () => {
    const text = definitions(`<message id="m" itemRef="t"/>${process(WHOLE)}`);
    expect(errorsOf(text)[0]?.message).toBe('itemRef refers to a userTask, expected itemDefinition');
  });

  it('references, lanes and diagrams take every prefix that stands for the target namespace as this file', () => {
    const text = `<definitions ${NAMESPACES} xmlns:again="urn:test" targetNamespace="urn:test">
      <itemDefinition id="i"/><message id="m" itemRef="again:i"/></definitions>`;
    expect(errorsOf(text)).toEqual([]);
  });
});
