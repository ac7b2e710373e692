// These tests look at constraints of the standard on files, references, artifacts, diagrams and imports: each broken alone, beside files
// that keep them.
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, file, ROOTS, S, T } from '../testing/conformance.ts';
import { chain } from '../testing/texts.ts';

const p = (id: string, c: string) => `<process id="${id}" isExecutable="false">${c}</process>`;
const P1 = (x: string, roots = ROOTS) => file(roots + p('p', chain(S, T, E) + x));
const di = (s: string) =>
  `<bpmndi:BPMNDiagram id="bd"><bpmndi:BPMNPlane id="bp" bpmnElement="p">${s}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
const shape = (e: string, id = 'sh') =>
  `<bpmndi:BPMNShape id="${id}" bpmnElement="${e}"><dc:Bounds x="1" y="1" width="1" height="1"/></bpmndi:BPMNShape>`;
const edge = (e: string, n = 2) =>
  `<bpmndi:BPMNEdge id="ed" bpmnElement="${e}">${'<di:waypoint x="1" y="1"/>'.repeat(n)}</bpmndi:BPMNEdge>`;
const DI = (s: string) => file(p('p', chain(S, T, E)) + di(s));
const lib = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://lib.test" id="dl"><message id="lm" name="LM"/><globalUserTask id="lg" name="g"/><process id="lp" isExecutable="true">${chain('<startEvent id="ls"/>', '<task id="lt"/>', '<endEvent id="le"/>')}</process></definitions>`;
const main = (imp: string, body: string) => file(imp + body);
const imp =
  '<import importType="http://www.omg.org/spec/BPMN/20100524/MODEL" location="lib.bpmn" namespace="http://lib.test"/>';
const body = (ref = 'lib:lm') =>
  process(
    chain(
      S,
      `<intermediateCatchEvent id="c"><messageEventDefinition messageRef="${ref}"/></intermediateCatchEvent>`,
      E,
    ),
  );
const process = (content: string) => `<process id="p" isExecutable="true">${content}</process>`;

const ARTIFACTS: readonly ConformanceCase[] = [
  [
    'assoc ok',
    'ok',
    P1('<textAnnotation id="ta"><text>x</text></textAnnotation><association id="a" sourceRef="t" targetRef="ta"/>'),
  ],
  [
    'assoc nothing',
    'ART-01',
    P1('<textAnnotation id="ta"><text>x</text></textAnnotation><association id="a" sourceRef="t" targetRef="zz"/>'),
  ],
  ['assoc no target', 'ART-01', P1('<association id="a" sourceRef="t"/>')],
  [
    'group ok',
    'ok',
    file(
      `${ROOTS}<category id="ca" name="c"><categoryValue id="cav" value="v"/></category>${p('p', `${chain(S, T, E)}<group id="g" categoryValueRef="cav"/>`)}`,
    ),
  ],
  ['group nothing', 'ART-02', P1('<group id="g" categoryValueRef="zz"/>')],
  ['textFormat bad', 'DOC-14', P1('<textAnnotation id="ta" textFormat="foo"><text>x</text></textAnnotation>')],
  [
    'assoc direction bad',
    'DOC-07',
    P1(
      '<textAnnotation id="ta"><text>x</text></textAnnotation><association id="a" associationDirection="Two" sourceRef="t" targetRef="ta"/>',
    ),
  ],
];

const SCHEMA_AND_REFERENCES: readonly ConformanceCase[] = [
  ['unknown element', 'DOC-05', P1('<foo id="f"/>')],
  [
    'wrong order',
    'DOC-05',
    file(
      ROOTS +
        p(
          'p',
          chain(S, T, E).replace(
            '<task id="t"/>',
            '<task id="t"><outgoing>t_e</outgoing><incoming>s_t</incoming></task>',
          ),
        ),
    ),
  ],
  ['unknown attribute', 'DOC-07', P1('').replace('<task id="t"/>', '<task id="t" foo="1"/>')],
  ['bad boolean', 'DOC-07', P1('').replace('<task id="t"/>', '<task id="t" isForCompensation="yes"/>')],
  ['dup id', 'DOC-08', P1('<dataObject id="t"/>')],
  ['no target namespace', 'DOC-04', P1('').replace(/targetNamespace="[^"]*"/, '')],
  ['dtd', 'DOC-02', P1('').replace('?>', '?><!DOCTYPE definitions>')],
  ['not well formed', 'DOC-01', P1('').replace('</process>', '')],
  [
    'wrong root',
    'DOC-03',
    '<?xml version="1.0"?><process xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="p"/>',
  ],
  ['old namespace', 'DOC-03', P1('').replace('20100524/MODEL', '20100501/MODEL')],
  ['expressionLanguage bad', 'DOC-13', file(ROOTS + p('p', chain(S, T, E)), 'expressionLanguage="not a uri"')],
  ['message itemRef nothing', 'REF-01', file(`<message id="m9" name="x" itemRef="zz"/>${p('p', chain(S, T, E))}`)],
  [
    'undeclared prefix',
    'REF-03',
    P1('').replace(E, '<endEvent id="e"><signalEventDefinition signalRef="foo:sg"/></endEvent>'),
  ],
  ['interface no op', 'DOC-05', file(`<interface id="i" name="I"/>${p('p', chain(S, T, E))}`)],
  [
    'operation no in message',
    'DOC-05',
    file(`<interface id="i" name="I"><operation id="o" name="O"/></interface>${p('p', chain(S, T, E))}`),
  ],
  [
    'operation no name',
    'DOC-06',
    file(
      `${ROOTS}<interface id="i" name="I"><operation id="o"><inMessageRef>m</inMessageRef></operation></interface>${p('p', chain(S, T, E))}`,
    ),
  ],
  ['flowElement at root', 'DOC-05', file(T + p('p', chain(S, '<task id="t2"/>', E)))],
  ['process in process', 'DOC-05', P1('<process id="q"/>')],
  ['lane in process direct', 'DOC-05', P1('<lane id="l"/>')],
  [
    'flow list contradicts',
    'SEQ-10',
    P1('').replace('<task id="t"/>', '<task id="t"><incoming>t_e</incoming><outgoing>s_t</outgoing></task>'),
  ],
  ['flow list nothing', 'SEQ-10', P1('').replace('<task id="t"/>', '<task id="t"><incoming>zz</incoming></task>')],
];

const DIAGRAMS: readonly ConformanceCase[] = [
  ['di ok', 'ok', DI(shape('t') + edge('s_t'))],
  ['di nothing', 'DIA-01', DI(shape('zz'))],
  ['di shape of flow', 'DIA-02', DI(shape('s_t'))],
  ['di edge of node', 'DIA-02', DI(edge('t'))],
  ['di one waypoint', 'DIA-03', DI(edge('s_t', 1)).replace('isExecutable="false"', 'isExecutable="true"')],
  ['di twice', 'DIA-05', DI(shape('t') + shape('t', 'sh2'))],
  ['di no bounds', 'DOC-05', DI('<bpmndi:BPMNShape id="x" bpmnElement="t"/>')],
  [
    'di no bpmnElement',
    'ok',
    DI('<bpmndi:BPMNShape id="x"><dc:Bounds x="1" y="1" width="1" height="1"/></bpmndi:BPMNShape>'),
  ],
  ['di plane of task', 'DIA-04', DI(shape('t')).replace('bpmnElement="p"', 'bpmnElement="t"')],
];

const IMPORTS: readonly ConformanceCase[] = [
  ['import ok', 'ok', { 'main.bpmn': main(imp, body()), 'lib.bpmn': lib }],
  ['import ./ ok', 'ok', { 'main.bpmn': main(imp.replace('"lib.bpmn"', '"./lib.bpmn"'), body()), 'lib.bpmn': lib }],
  ['import nothing', 'REF-01', { 'main.bpmn': main(imp, body('lib:zz')), 'lib.bpmn': lib }],
  ['import wrong type ref', 'REF-02', { 'main.bpmn': main(imp, body('lib:lp')), 'lib.bpmn': lib }],
  ['no import', 'REF-01', { 'main.bpmn': main('', body()), 'lib.bpmn': lib }],
  [
    'import missing file',
    'DOC-10',
    { 'main.bpmn': main(imp.replace('lib.bpmn', 'none.bpmn'), body()), 'lib.bpmn': lib },
  ],
  [
    'import namespace differs',
    'DOC-10',
    { 'main.bpmn': main(imp.replace('"http://lib.test"', '"http://other"'), process(chain(S, T, E))), 'lib.bpmn': lib },
  ],
  [
    'import bad type',
    'DOC-10',
    {
      'main.bpmn': main(imp.replace(/importType="[^"]*"/, 'importType="bpmn"'), process(chain(S, T, E))),
      'lib.bpmn': lib,
    },
  ],
  ['import no location', 'DOC-06', { 'main.bpmn': main(imp.replace(/location="[^"]*"/, ''), process(chain(S, T, E))) }],
  [
    'import call ok',
    'ok',
    { 'main.bpmn': main(imp, process(chain(S, '<callActivity id="c" calledElement="lib:lp"/>', E))), 'lib.bpmn': lib },
  ],
  [
    'import call global',
    'ok',
    { 'main.bpmn': main(imp, process(chain(S, '<callActivity id="c" calledElement="lib:lg"/>', E))), 'lib.bpmn': lib },
  ],
  [
    'import call wrong',
    'ACT-11',
    { 'main.bpmn': main(imp, process(chain(S, '<callActivity id="c" calledElement="lib:lm"/>', E))), 'lib.bpmn': lib },
  ],
  [
    'import xsd',
    'ok',
    {
      'main.bpmn': main(
        '<import importType="http://www.w3.org/2001/XMLSchema" location="x.xsd" namespace="http://lib.test"/><itemDefinition id="it" structureRef="lib:Order"/>',
        process(chain(S, T, E)),
      ),
    },
  ],
  [
    'import xsd file',
    'ok',
    {
      'main.bpmn': main(
        '<import importType="http://www.w3.org/2001/XMLSchema" location="x.xsd" namespace="http://lib.test"/><itemDefinition id="it" structureRef="lib:Order"/>',
        process(chain(S, T, E)),
      ),
      'x.xsd':
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://lib.test"><xs:complexType name="Order"/></xs:schema>',
    },
  ],
  [
    'import cycle',
    'DOC-11',
    {
      'main.bpmn': main(imp, body()),
      'lib.bpmn': lib.replace(
        '<message',
        '<import importType="http://www.omg.org/spec/BPMN/20100524/MODEL" location="main.bpmn" namespace="http://model.test"/><message',
      ),
    },
  ],
];

describe('artifacts', () => {
  it.each(ARTIFACTS)('%s: %s', (...each) => expectVerdict(each));
});

describe('schema and references', () => {
  it.each(SCHEMA_AND_REFERENCES)('%s: %s', (...each) => expectVerdict(each));
});

describe('diagrams', () => {
  it.each(DIAGRAMS)('%s: %s', (...each) => expectVerdict(each));
});

describe('imports', () => {
  it.each(IMPORTS)('%s: %s', (...each) => expectVerdict(each));
});
