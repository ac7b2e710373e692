// Tests get small BPMN files as text.

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

/** Makes an executable process `p` with this content. */
export function process(content: string, attributes = 'isExecutable="true"'): string {
  return `<process id="p" keelson:historyTimeToLive="P1D" ${attributes}>\n${content}\n</process>`;
}

/** Makes a file with one executable process. */
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

/** A formal expression under this name; the text is escaped. */
export function formal(type: string, text: string, attributes = ''): string {
  return `<${type} xsi:type="tFormalExpression" ${attributes}>${escaped(text)}</${type}>`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function extended(content: string): string {
  return `<extensionElements>${content}</extensionElements>`;
}

export function io(content: string): string {
  return `<ioSpecification>${content}</ioSpecification>`;
}

/** Makes a script task in UEL that keeps its value under the name `result`. */
export function script(id: string, text: string, result: string, content = '', attributes = ''): string {
  return `<scriptTask id="${id}" scriptFormat="juel" flowable:resultVariable="${result}" ${attributes}>${content}<script>${text}</script></scriptTask>`;
}

export const START = '<startEvent id="s"/>';
export const END = '<endEvent id="e"/>';
export const TASK = '<userTask id="t"/>';

/** Content of a process of three elements. */
export const WHOLE = chain(START, TASK, END);

/** Makes a choice in a process, whose first flow has this condition. */
export function choice(content: string, attributes?: string): string {
  const nodes = `${START}<exclusiveGateway id="g" default="g_b"/><endEvent id="a"/><endEvent id="b"/>`;
  return definitions(process(`${nodes}${flow('s', 'g')}${flow('g', 'a', content)}${flow('g', 'b')}`), attributes);
}

/** Makes the whole with a diagram of these marks. */
export function drawn(marks: string, plane = 'bpmnElement="p"'): string {
  return definitions(
    `${process(WHOLE)}<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" ${plane}>\n${marks}\n` +
      '</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>',
  );
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
