// Small process models for the engine's tests, written as BPMN files.

/** Writes a whole file around the elements of one process. */
export function bpmnFile(key: string, elements: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:keelson="urn:keelson:bpmn:1" id="${key}-file" targetNamespace="urn:test">
  <process id="${key}" isExecutable="true"${attributes}>
${elements}
  </process>
</definitions>
`;
}

export function flow(id: string, source: string, target: string, condition?: string): string {
  const body =
    condition === undefined
      ? ''
      : `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`;
  return `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${body}</sequenceFlow>`;
}

/** start -> one element -> end. */
export function singleElementFile(key: string, element: string, elementId: string, attributes = ''): string {
  const elements = [
    '<startEvent id="start"/>',
    flow('in', 'start', elementId),
    element,
    flow('out', elementId, 'end'),
    '<endEvent id="end"/>',
  ];
  return bpmnFile(key, elements.join('\n'), attributes);
}

/** Writes one user task with these attributes. */
export function userTaskFile(key: string, attributes = '', processAttributes = ''): string {
  return singleElementFile(key, `<userTask id="work" name="Work" ${attributes}/>`, 'work', processAttributes);
}

/** Elements that go round until somebody stops them. */
export const endlessElements: readonly string[] = [
  '<startEvent id="start"/>',
  flow('f1', 'start', 'merge'),
  '<exclusiveGateway id="merge"/>',
  flow('f2', 'merge', 'again'),
  '<manualTask id="again"/>',
  flow('f3', 'again', 'choose'),
  '<exclusiveGateway id="choose" default="back"/>',
  flow('back', 'choose', 'merge'),
  flow('out', 'choose', 'end', '${1 gt 2}'),
  '<endEvent id="end"/>',
];

const parallelElements: readonly string[] = [
  '<startEvent id="start"/>',
  flow('f1', 'start', 'fork'),
  '<parallelGateway id="fork"/>',
  flow('f2', 'fork', 'left'),
  flow('f3', 'fork', 'right'),
  '<userTask id="left"/>',
  '<userTask id="right"/>',
  flow('f4', 'left', 'join'),
  flow('f5', 'right', 'join'),
  '<parallelGateway id="join"/>',
  flow('f6', 'join', 'end'),
  '<endEvent id="end"/>',
];

/** Writes two user tasks on parallel branches, joined. */
export function parallelFile(key: string): string {
  return bpmnFile(key, parallelElements.join('\n'));
}

/** Writes the same inside so many sub-processes, the innermost of which has this loop. */
export function nestedParallelFile(key: string, depth: number, loop = ''): string {
  let inner = parallelElements.join('\n');
  for (let level = depth; level > 0; level -= 1) {
    const own = level === depth ? loop : '';
    inner = [
      `<startEvent id="begin${level}"/>`,
      flow(`in${level}`, `begin${level}`, `sub${level}`),
      `<subProcess id="sub${level}">${own}\n${inner}\n</subProcess>`,
      flow(`out${level}`, `sub${level}`, `over${level}`),
      `<endEvent id="over${level}"/>`,
    ].join('\n');
  }
  return bpmnFile(key, inner);
}

/** Writes an exclusive gateway on `amount`: above 100 to a user task, below 10 to the end, else nowhere. */
export function choiceFile(key: string): string {
  const elements = [
    '<startEvent id="start"/>',
    flow('f1', 'start', 'choice'),
    '<exclusiveGateway id="choice"/>',
    flow('large', 'choice', 'work', '${amount gt 100}'),
    flow('small', 'choice', 'end', '${amount lt 10}'),
    '<userTask id="work"/>',
    flow('f2', 'work', 'end'),
    '<endEvent id="end"/>',
  ];
  return bpmnFile(key, elements.join('\n'));
}
