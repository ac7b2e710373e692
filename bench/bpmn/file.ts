// Draws a BPMN file of any size as people do: tasks, choices, sub-processes, forks, boundary events, and its diagram.

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ' +
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" ' +
  'xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:keelson="urn:keelson:bpmn:1" id="file" targetNamespace="urn:bench">\n' +
  '<error id="error" name="Error" errorCode="E1"/>\n';

interface Flow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly condition: string;
}

/** Collects elements and flows; flow lists are written as the standard asks for. */
interface Drawing {
  readonly elements: { readonly open: string; readonly id: string; readonly body: string; readonly close: string }[];
  readonly flows: Flow[];
}

function element(drawing: Drawing, type: string, id: string, attributes = '', body = ''): string {
  drawing.elements.push({ open: `<${type} id="${id}" ${attributes}>`, id, body, close: `</${type}>` });
  return id;
}

function connect(drawing: Drawing, source: string, target: string, condition = ''): void {
  drawing.flows.push({ id: `${source}_${target}`, source, target, condition });
}

/** Appends one block behind `last`; answers its last element. */
type Block = (drawing: Drawing, last: string, number: number) => string;

const tasks: Block = (drawing, last, number) => {
  const attributes = `name="Check order ${number}" keelson:assignee="\${initiator}" keelson:candidateGroups="clerks"`;
  const work = element(drawing, 'userTask', `user${number}`, attributes);
  const note = element(drawing, 'manualTask', `manual${number}`, `name="File it ${number}"`);
  connect(drawing, last, work);
  connect(drawing, work, note);
  return note;
};

const choice: Block = (drawing, last, number) => {
  const split = `choice${number}`;
  const join = `merge${number}`;
  element(drawing, 'exclusiveGateway', split, `default="${split}_${join}"`);
  const work = element(drawing, 'serviceTask', `rate${number}`, `keelson:expression="\${amount * ${number + 1}}"`);
  element(drawing, 'exclusiveGateway', join);
  connect(drawing, last, split);
  connect(drawing, split, work, `\${amount gt ${number}}`);
  connect(drawing, split, join);
  connect(drawing, work, join);
  return join;
};

const fork: Block = (drawing, last, number) => {
  const split = element(drawing, 'parallelGateway', `fork${number}`);
  const join = `join${number}`;
  connect(drawing, last, split);
  for (const side of ['left', 'right']) {
    connect(drawing, split, element(drawing, 'task', `${side}${number}`, `name="${side} ${number}"`));
    connect(drawing, `${side}${number}`, join);
  }
  return element(drawing, 'parallelGateway', join);
};

const subProcess: Block = (drawing, last, number) => {
  const id = `sub${number}`;
  const inside: Drawing = { elements: [], flows: [] };
  const start = element(inside, 'startEvent', `${id}start`);
  const work = element(inside, 'task', `${id}task`, 'name="Inside"');
  connect(inside, start, work);
  connect(inside, work, element(inside, 'endEvent', `${id}end`));
  connect(drawing, last, element(drawing, 'subProcess', id, `name="Part ${number}"`, contentOf(inside)));
  const after = element(drawing, 'manualTask', `after${number}`);
  const boundary = `boundary${number}`;
  const definition = '<errorEventDefinition errorRef="error"/>';
  element(drawing, 'boundaryEvent', boundary, `attachedToRef="${id}"`, definition);
  connect(drawing, id, after);
  connect(drawing, boundary, after);
  return after;
};

const BLOCKS: readonly Block[] = [tasks, choice, fork, subProcess];

function contentOf({ elements, flows }: Drawing): string {
  const lists = new Map<string, string>();
  const add = (id: string, list: string) => lists.set(id, (lists.get(id) ?? '') + list);
  for (const { id, target } of flows) add(target, `<incoming>${id}</incoming>`);
  for (const { id, source } of flows) add(source, `<outgoing>${id}</outgoing>`);
  return [
    ...elements.map(({ open, id, body, close }) => `${open}${lists.get(id) ?? ''}${body}${close}`),
    ...flows.map(
      ({ id, source, target, condition }) =>
        `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${condition === '' ? '' : `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`,
    ),
  ].join('\n');
}

function diagramOf({ elements, flows }: Drawing): string {
  const shapes = elements.map(
    ({ id }, index) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${index * 150}" y="100" width="100" height="80"/></bpmndi:BPMNShape>`,
  );
  const edges = flows.map(
    ({ id }, index) =>
      `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}"><di:waypoint x="${index * 150}" y="140"/><di:waypoint x="${index * 150 + 50}" y="140"/></bpmndi:BPMNEdge>`,
  );
  const marks = [...shapes, ...edges].join('\n');
  return `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="bench">\n${marks}\n</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
}

/** Makes a process `bench` of so many blocks. */
function drawn(blocks: number): string {
  const drawing: Drawing = { elements: [], flows: [] };
  let last = element(drawing, 'startEvent', 'start');
  for (let number = 0; number < blocks; number++) {
    last = BLOCKS[number % BLOCKS.length]?.(drawing, last, number) ?? last;
  }
  connect(drawing, last, element(drawing, 'endEvent', 'end'));
  const attributes = 'isExecutable="true" keelson:historyTimeToLive="P30D"';
  return `${HEAD}<process id="bench" ${attributes}>\n${contentOf(drawing)}\n</process>\n${diagramOf(drawing)}\n</definitions>\n`;
}

/** Makes the first file of at least so many bytes. */
export function fileOf(bytes: number): Uint8Array {
  for (let blocks = BLOCKS.length; ; blocks += BLOCKS.length) {
    const file = new TextEncoder().encode(drawn(blocks));
    if (file.length >= bytes) return file;
  }
}

/** Draws a process `bench` of so many elements, start and end among them: no-op tasks between exclusive and parallel gateways. */
export function processOf(elements: number): Uint8Array {
  const drawing: Drawing = { elements: [], flows: [] };
  let last = element(drawing, 'startEvent', 'start');
  for (let number = 0; drawing.elements.length + STEP < elements; number++) {
    last = number % 2 === 0 ? fork(drawing, last, number) : choice(drawing, last, number);
  }
  while (drawing.elements.length < elements - 1) {
    const next = element(drawing, 'manualTask', `task${drawing.elements.length}`);
    connect(drawing, last, next);
    last = next;
  }
  connect(drawing, last, element(drawing, 'endEvent', 'end'));
  return new TextEncoder().encode(
    `${HEAD}<process id="bench" isExecutable="true">\n${contentOf(drawing)}\n</process>\n</definitions>\n`,
  );
}

/** The largest block of `processOf` has so many elements. */
const STEP = 4;
