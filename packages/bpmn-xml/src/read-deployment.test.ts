// These tests look at deployments: all problems of all files in order, what a definition carries, and when content is unchanged.
import { describe, expect, it } from 'vitest';
import { PROBLEMS_MAX, readDefinition, readDeployment, readNodes } from './read-deployment.ts';
import { withFlowLists } from './testing/flow-lists.ts';
import {
  chain,
  definitions,
  END,
  flow,
  model,
  NAMESPACES,
  process,
  START,
  TASK,
  utf8,
  WHOLE,
} from './testing/model-text.ts';

function deploy(...texts: readonly string[]) {
  const files = texts.map((text, index) => ({
    name: `${'abc'.charAt(index)}.bpmn`,
    bytes: utf8(withFlowLists(text)),
  }));
  return readDeployment(files, { strictness: 'spec' });
}

const DIAGRAM = (x: number, elements = ['s', 't', 'e']) =>
  `<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">${elements
    .map(
      (id) =>
        `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="2" width="3" height="4"/></bpmndi:BPMNShape>`,
    )
    .join(
      '',
    )}<bpmndi:BPMNEdge id="f_di" bpmnElement="s_t"><di:waypoint x="1" y="2"/><di:waypoint x="3.5" y="4"/></bpmndi:BPMNEdge></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;

describe('a deployment', () => {
  it('is refused as a whole with the problems of every file, errors first, then by file and line', () => {
    const warned = definitions(process(WHOLE, '').replace('id="p"', 'id="other"'));
    const {
      problems,
      definitions: read,
      problemCount,
    } = deploy(warned, model(`${WHOLE}\n${flow('e', 't')}\n${flow('t', 's')}`), '<definitions>');
    expect(problems.map(({ file, ruleId, severity }) => [file, ruleId, severity])).toEqual([
      ['b.bpmn', 'SEQ-03', 'ERROR'],
      ['b.bpmn', 'SEQ-02', 'ERROR'],
      ['c.bpmn', 'DOC-01', 'ERROR'],
      ['a.bpmn', 'W-02', 'WARNING'],
    ]);
    expect(problemCount).toBe(4);
    expect(read).toEqual([]);
  });

  it('tells everything of a problem: element, place, both languages, help and file', () => {
    const text = model(`${WHOLE}\n<userTask id="x" name="Second look"/>\n${flow('x', 'e')}`);
    expect(deploy(text).problems[0]).toEqual({
      ruleId: 'PRC-04',
      severity: 'ERROR',
      elementId: 'x',
      elementType: 'userTask',
      elementName: 'Second look',
      line: 8,
      column: 1,
      message: 'x has no incoming flow although p has start events',
      messageTr: 'p içinde başlangıç olayları olduğu hâlde x öğesine giren akış yok',
      help: 'Connect the element, or remove it: nothing would ever start it.',
      helpTr: 'Öğeyi bağlayın ya da kaldırın: onu hiçbir şey başlatmaz.',
      file: 'a.bpmn',
    });
  });

  it('lists a bounded number of problems and counts all', () => {
    const many = Array.from({ length: PROBLEMS_MAX + 7 }, (_, index) => flow('s', `gone${index}`)).join('\n');
    const { problems, problemCount } = deploy(model(`${WHOLE}\n${many}`));
    expect(problems).toHaveLength(PROBLEMS_MAX);
    expect(problemCount).toBe(PROBLEMS_MAX + 7);
  });

  it('makes one definition for each process of each file, and none for a file without', () => {
    const two = definitions(
      `${process(WHOLE)}<process id="q" isExecutable="false"><documentation>Drawn only</documentation></process>`,
    );
    const { definitions: read } = deploy(two, definitions('<message id="m"/>'));
    expect(read.map(({ key, resourceName, executable }) => [key, resourceName, executable])).toEqual([
      ['p', 'a.bpmn', true],
      ['q', 'a.bpmn', false],
    ]);
    expect(read[1]).toMatchObject({ description: 'Drawn only', model: null, startable: false });
  });

  it('reads files in other encodings', () => {
    const text = `<?xml version="1.0" encoding="windows-1254"?>${model(WHOLE).replace('id="t"', 'id="t" name="?"')}`;
    const bytes = utf8(text);
    bytes[bytes.indexOf('?'.charCodeAt(0), 60)] = 0xfe;
    const { definitions: read } = readDeployment([{ name: 'a.bpmn', bytes }], { strictness: 'spec' });
    expect(read[0]?.model?.nodes[1]?.name).toBe('ş');
  });
});

describe('a definition', () => {
  const text = definitions(
    process(
      `<documentation>What it is for</documentation>${chain('<startEvent id="s" flowable:formKey="form"/>', TASK, END)}`,
      'isExecutable="true" name="Order" flowable:candidateStarterUsers="a, b" camunda:candidateStarterGroups="g" ' +
        'flowable:versionTag="1.2" keelson:historyLevel="full"',
    ).replace('P1D', '30') + DIAGRAM(1),
  );

  it('carries what the process and the file say', () => {
    expect(deploy(text).definitions[0]).toMatchObject({
      key: 'p',
      name: 'Order',
      description: 'What it is for',
      category: 'urn:test',
      versionTag: '1.2',
      resourceName: 'a.bpmn',
      executable: true,
      startable: true,
      candidateStarterUsers: ['a', 'b'],
      candidateStarterGroups: ['g'],
      historyTimeToLive: 'P30D',
      historyLevel: 'full',
      hasDiagram: true,
      startFormKey: 'form',
      warnings: [],
    });
  });

  it('says where nothing is said', () => {
    expect(deploy(model(WHOLE)).definitions[0]).toMatchObject({
      name: null,
      description: null,
      versionTag: null,
      candidateStarterUsers: [],
      historyLevel: null,
      hasDiagram: false,
      startFormKey: null,
    });
  });

  it('lists its elements in document order with places, flows, lanes and extension attributes', () => {
    const lanes = '<laneSet id="ls"><lane id="l" name="L"><flowNodeRef>t</flowNodeRef></lane></laneSet>';
    const task = '<userTask id="t" name="T" flowable:assignee="a"><documentation>d</documentation></userTask>';
    const whole = process(`${lanes}${chain(START, task, END)}<textAnnotation id="x"/>`);
    const nodes = readNodes(utf8(definitions(whole + DIAGRAM(7))), 'p');
    expect(nodes.map(({ id, type }) => [id, type])).toEqual([
      ['l', 'lane'],
      ['s', 'startEvent'],
      ['t', 'userTask'],
      ['e', 'endEvent'],
      ['s_t', 'sequenceFlow'],
      ['t_e', 'sequenceFlow'],
      ['x', 'textAnnotation'],
    ]);
    expect(nodes[2]).toEqual({
      id: 't',
      type: 'userTask',
      name: 'T',
      parentId: null,
      attachedToId: null,
      incoming: ['s_t'],
      outgoing: ['t_e'],
      triggers: [],
      documentation: 'd',
      bounds: { x: 7, y: 2, width: 3, height: 4 },
      waypoints: [],
      laneIds: ['l'],
      properties: { assignee: 'a' },
    });
    expect(nodes[4]).toMatchObject({
      incoming: ['s'],
      outgoing: ['t'],
      bounds: null,
      waypoints: [
        { x: 1, y: 2 },
        { x: 3.5, y: 4 },
      ],
    });
  });

  it('a definition of a model that is only stored lists boundary events, triggers and what lies in sub-processes', () => {
    const inside = `<subProcess id="sub"><task id="inner"/></subProcess>
      <boundaryEvent id="b" attachedToRef="sub"><timerEventDefinition/></boundaryEvent>`;
    const nodes = readNodes(utf8(definitions(process(inside, 'isExecutable="false"'))), 'p');
    expect(nodes.map(({ id, parentId, attachedToId, triggers }) => [id, parentId, attachedToId, triggers])).toEqual([
      ['sub', null, null, []],
      ['inner', 'sub', null, []],
      ['b', null, 'sub', ['timer']],
    ]);
  });

  it('is read again from its stored bytes, also when its file was accepted only leniently', () => {
    const lenient = definitions(`${process(chain(START, TASK))}<process id="q" isExecutable="false"/>`);
    const read = readDefinition(utf8(lenient), 'p');
    expect(read.model?.nodes).toHaveLength(2);
    expect(readDefinition(utf8(lenient), 'q').model).toBeNull();
    expect(() => readDefinition(utf8(lenient), 'gone')).toThrow('no process gone');
  });
});

describe('canonical content', () => {
  const contentOf = (text: string, key = 'p') => {
    const files = [{ name: 'a.bpmn', bytes: utf8(text) }];
    const { definitions: read } = readDeployment(files, { strictness: 'spec' });
    const found = read.find((definition) => definition.key === key);
    if (found === undefined) throw new Error('no definition');
    return found.canonicalContent;
  };
  const first = definitions(process(WHOLE) + DIAGRAM(1));
  const content = contentOf(first);

  it.each([
    ['white space and comments', first.replaceAll('><', '>\n  <!-- - -->\n  <')],
    ['the order of attributes', first.replaceAll('sourceRef="s" targetRef="t"', "targetRef='t' sourceRef='s'")],
    ['the name of the tool', first.replace('targetNamespace', 'exporter="x" exporterVersion="2" targetNamespace')],
    ['prefixes', first.replaceAll('bpmndi', 'b')],
    ['an encoding declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${first}`],
    [
      'another process beside it',
      first.replace('<bpmndi:BPMNDiagram', '<process id="q" isExecutable="false"/><bpmndi:BPMNDiagram'),
    ],
  ])('is the same whatever %s', (_, text) => {
    expect(text).not.toBe(first);
    expect(contentOf(text)).toBe(content);
  });

  it.each([
    ['a name', first.replace('<userTask id="t"', '<userTask id="t" name="New"')],
    ['an extension', first.replace('<userTask id="t"', '<userTask id="t" flowable:assignee="a"')],
    ['the position of a shape', first.replace('x="1" y="2" width', 'x="9" y="2" width')],
    ['documentation', first.replace('<startEvent', '<documentation>x</documentation><startEvent')],
    [
      'the order of flows',
      definitions(process(`${START}${TASK}${END}${flow('t', 'e')}${flow('s', 't')}`) + DIAGRAM(1)),
    ],
    ['the target namespace', first.replace('targetNamespace="urn:test"', 'targetNamespace="urn:other"')],
    ['a root element', first.replace('<process', '<message id="m"/><process')],
  ])('differs with %s', (_, text) => {
    expect(text).not.toBe(first);
    expect(contentOf(text)).not.toBe(content);
  });

  it('canonical content of one process does not change with the shapes of another', () => {
    const two = (x: number) =>
      definitions(
        `${process(WHOLE)}<process id="q" isExecutable="false"><task id="qt"/></process>` +
          `<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p"><bpmndi:BPMNShape id="x" bpmnElement="qt">` +
          `<dc:Bounds x="${x}" y="2" width="3" height="4"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
      );
    expect(contentOf(two(1))).toBe(contentOf(two(2)));
    expect(contentOf(two(1), 'q')).not.toBe(contentOf(two(2), 'q'));
  });

  it('compares what prefixed names mean, not how they are written', () => {
    const prefixed = (declaration: string, name: string) =>
      `<definitions ${NAMESPACES} ${declaration} targetNamespace="urn:test"><itemDefinition id="i"/>` +
      `<message id="m" itemRef="${name}"/>${process(WHOLE)}</definitions>`;
    expect(contentOf(prefixed('', 'tns:i'))).toBe(contentOf(prefixed('xmlns:z="urn:test"', 'z:i')));
  });
});
