// Small BPMN files as text for tests.

export const NAMESPACES = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"',
  'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
  'xmlns:di="http://www.omg.org/spec/DD/20100524/DI"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:flowable="http://flowable.org/bpmn"',
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:keelson="urn:keelson:bpmn:1"',
  'xmlns:tns="urn:test"',
].join(' ');

export function definitions(content: string, attributes = 'targetNamespace="urn:test"'): string {
  return `<definitions ${NAMESPACES} ${attributes}>\n${content}\n</definitions>`;
}

/** An executable process `p` with this content. */
export function process(content: string, attributes = 'isExecutable="true"'): string {
  return `<process id="p" keelson:historyTimeToLive="P1D" ${attributes}>\n${content}\n</process>`;
}

/** A file with one executable process. */
export function model(content: string, attributes?: string): string {
  return definitions(process(content, attributes));
}

/** The elements, one a line, and a flow from each to the next: `s_t` joins `s` and `t`. */
export function chain(...elements: readonly string[]): string {
  const ids = elements.map((element) => /\bid="([^"]+)"/.exec(element)?.[1] ?? '');
  const flows = ids.slice(1).map((id, index) => flow(ids[index] ?? '', id));
  return [...elements, ...flows].join('\n');
}

export function flow(source: string, target: string, content = '', attributes = ''): string {
  const start = `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}" ${attributes}`;
  return content === '' ? `${start}/>` : `${start}>${content}</sequenceFlow>`;
}

export function condition(text: string): string {
  return `<conditionExpression xsi:type="tFormalExpression">${text}</conditionExpression>`;
}

export const START = '<startEvent id="s"/>';
export const END = '<endEvent id="e"/>';
export const TASK = '<userTask id="t"/>';
