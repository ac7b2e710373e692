// Reads diagrams: which shape and edge shows what, and where.
import type { Bounds, BpmnReference, DiagramMark, DiagramPlane, Point } from '@keelson/bpmn-rules';
import { BPMN_DI_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements, positionOf } from '../tree/xml-access.ts';
import { readReference } from './read-references.ts';

/** Reads the planes of a `BPMNDiagram` element. */
export function readPlanes(diagram: XmlElement): readonly DiagramPlane[] {
  return childElements(diagram)
    .filter((child) => child.namespace === BPMN_DI_NAMESPACE && child.local === 'BPMNPlane')
    .map((plane) => ({
      id: attributeValue(plane, 'id') ?? null,
      position: positionOf(plane),
      element: shownElement(plane),
      marks: childElements(plane).flatMap((mark) => readMark(mark) ?? []),
    }));
}

function shownElement(element: XmlElement): BpmnReference | null {
  const attribute = element.attributes.find((each) => each.local === 'bpmnElement' && each.namespace === '');
  return attribute === undefined ? null : readReference(element, 'bpmnElement', attribute.value, attribute);
}

function readMark(element: XmlElement): DiagramMark | null {
  if (element.namespace !== BPMN_DI_NAMESPACE) return null;
  if (element.local !== 'BPMNShape' && element.local !== 'BPMNEdge') return null;
  const children = childElements(element);
  const bounds = children.find((child) => child.namespace === DC_NAMESPACE && child.local === 'Bounds');
  const waypoints = children.filter((child) => child.namespace === DI_NAMESPACE && child.local === 'waypoint');
  return {
    kind: element.local === 'BPMNShape' ? 'shape' : 'edge',
    id: attributeValue(element, 'id') ?? null,
    position: positionOf(element),
    element: shownElement(element),
    bounds: bounds === undefined ? null : readBounds(bounds),
    waypoints: waypoints.map(readPoint),
    participantBand: attributeValue(element, 'choreographyActivityShape') !== undefined,
  };
}

/** Reads a number; 0 where the attribute is absent or no number: a drawing is worth no refusal. */
function readNumber(element: XmlElement, name: string): number {
  const value = Number(attributeValue(element, name) ?? 0);
  return Number.isFinite(value) ? value : 0;
}

function readPoint(element: XmlElement): Point {
  return { x: readNumber(element, 'x'), y: readNumber(element, 'y') };
}

function readBounds(element: XmlElement): Bounds {
  return { ...readPoint(element), width: readNumber(element, 'width'), height: readNumber(element, 'height') };
}
