// This is the schema of chapter 12 of the standard: diagram interchange, with the parts of DI and DC that it uses.
import type { SchemaTable } from './schema-parts.ts';

const NUMBERS = 'x!:double y!:double';

/** Elements of the namespaces BPMNDI, DI and DC: their local names never meet. */
export const DIAGRAM_SCHEMAS: SchemaTable = {
  BPMNDiagram: {
    attributes: 'id:ID name:string documentation:string resolution:double',
    children: 'bpmndi:BPMNPlane bpmndi:BPMNLabelStyle*',
    closed: true,
    type: 'BPMNDiagram',
  },
  BPMNPlane: {
    attributes: 'id:ID bpmnElement:name',
    children: 'di:extension? @diagramElement*',
    type: 'BPMNPlane',
  },
  BPMNShape: {
    attributes:
      'id:ID bpmnElement:name isHorizontal:boolean isExpanded:boolean isMarkerVisible:boolean isMessageVisible:boolean ' +
      'participantBandKind:top_initiating|middle_initiating|bottom_initiating|top_non_initiating|middle_non_initiating|bottom_non_initiating ' +
      'choreographyActivityShape:label',
    children: 'di:extension? dc:Bounds bpmndi:BPMNLabel?',
    type: 'BPMNShape',
  },
  // That there are two waypoints is DIA-03.
  BPMNEdge: {
    attributes:
      'id:ID bpmnElement:name sourceElement:label targetElement:label messageVisibleKind:initiating|non_initiating',
    children: 'di:extension? di:waypoint* bpmndi:BPMNLabel?',
    type: 'BPMNEdge',
  },
  BPMNLabel: {
    attributes: 'id:ID labelStyle:label',
    children: 'di:extension? dc:Bounds?',
    type: 'BPMNLabel',
  },
  BPMNLabelStyle: { attributes: 'id:ID', children: 'dc:Font', closed: true, type: 'BPMNLabelStyle' },
  Font: {
    attributes: 'name:string size:double isBold:boolean isItalic:boolean isUnderline:boolean isStrikeThrough:boolean',
    children: '',
    closed: true,
    type: 'Font',
  },
  Bounds: { attributes: `${NUMBERS} width!:double height!:double`, children: '', closed: true, type: 'Bounds' },
  waypoint: { attributes: NUMBERS, children: '', closed: true, type: 'Point' },
  extension: { attributes: '', children: '', content: 'other', closed: true, type: '*' },
};
