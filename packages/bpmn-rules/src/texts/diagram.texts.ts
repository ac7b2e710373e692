// What the rules of diagrams say.
import type { RuleTexts } from '../rule-texts.ts';

export const DIAGRAM_TEXTS = {
  'DIA-01': {
    marks: 'L',
    en: 'bpmnElement {x} does not exist',
    tr: 'bpmnElement {x} yok',
    help: 'Remove the shape or edge, or correct its bpmnElement.',
  },
  'DIA-02': {
    marks: '',
    en: '{problem}',
    tr: '{problemTr}',
    help: 'Use BPMNEdge for connections and BPMNShape for everything else.',
  },
  'DIA-03': {
    marks: '',
    en: 'An edge needs two or more waypoints',
    tr: 'Bir kenarın (edge) en az iki ara noktası olmalı',
    help: 'Give the edge its first and last point.',
  },
  'DIA-04': {
    marks: 'L',
    en: 'A plane shows {x}, which is not a process, collaboration, choreography or sub-process',
    tr: 'Bir düzlem (plane) {x} öğesini gösteriyor; bu bir süreç, işbirliği, koreografi ya da alt süreç değil',
    help: 'Let bpmnElement of the plane name a process or collaboration.',
  },
  'DIA-05': {
    marks: 'L',
    en: '{x} is shown twice in one plane',
    tr: '{x} aynı düzlemde iki kez gösteriliyor',
    help: 'Remove one of the two shapes.',
  },
} as const satisfies RuleTexts;
