// Writes the smallest model that can be deployed, run and drawn: somebody begins with it.
import { isNcName } from '@keelson/bpmn-rules';
import { escapeAttribute } from '../tree/escaping.ts';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE } from '../tree/namespaces.ts';

/**
 * Writes a model with a start, an end and the flow between them, drawn; the code is the id of the process. Throws for a code that is no id
 * of XML.
 */
export function minimalModel(code: string, name: string): Uint8Array {
  if (!isNcName(code)) throw new RangeError(`${JSON.stringify(code)} is no id of XML`);
  // An id of the file's other elements may not be the code.
  const [start, end, flow, definitions, diagram, plane] = [
    'start',
    'end',
    'flow',
    'definitions',
    'diagram',
    'plane',
  ].map((id) => (code === id ? `${id}_1` : id));
  const drawn = (id: string | undefined) => (code === `${id}_shape` ? `${id}_shape_1` : `${id}_shape`);
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="${BPMN_NAMESPACE}" xmlns:bpmndi="${BPMN_DI_NAMESPACE}" xmlns:dc="${DC_NAMESPACE}" xmlns:di="${DI_NAMESPACE}" id="${definitions}" targetNamespace="urn:keelson:models">
  <bpmn:process id="${escapeAttribute(code)}" name="${escapeAttribute(name)}" isExecutable="true">
    <bpmn:startEvent id="${start}">
      <bpmn:outgoing>${flow}</bpmn:outgoing>
    </bpmn:startEvent>
    <bpmn:endEvent id="${end}">
      <bpmn:incoming>${flow}</bpmn:incoming>
    </bpmn:endEvent>
    <bpmn:sequenceFlow id="${flow}" sourceRef="${start}" targetRef="${end}" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="${diagram}">
    <bpmndi:BPMNPlane id="${plane}" bpmnElement="${escapeAttribute(code)}">
      <bpmndi:BPMNShape id="${drawn(start)}" bpmnElement="${start}">
        <dc:Bounds x="180" y="100" width="36" height="36" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="${drawn(end)}" bpmnElement="${end}">
        <dc:Bounds x="280" y="100" width="36" height="36" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="${drawn(flow)}" bpmnElement="${flow}">
        <di:waypoint x="216" y="118" />
        <di:waypoint x="280" y="118" />
      </bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`);
}
