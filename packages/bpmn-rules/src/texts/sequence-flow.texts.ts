// What the rules of sequence flows say.
import type { RuleTexts } from '../rule-texts.ts';

export const SEQUENCE_FLOW_TEXTS = {
  'SEQ-01': {
    marks: '',
    en: 'Flow joins elements of different processes or sub-processes',
    tr: 'Akış, farklı süreç ya da alt süreçlerin öğelerini bağlıyor',
    help: 'Use a message flow between pools; end the flow at the border of a sub-process.',
  },
  'SEQ-02': {
    marks: '',
    en: "A {x} cannot be a flow's target",
    tr: 'Bir {x} akışın hedefi olamaz',
    help: 'Let the flow lead to another element.',
  },
  'SEQ-03': {
    marks: '',
    en: "A {x} cannot be a flow's source",
    tr: 'Bir {x} akışın kaynağı olamaz',
    help: 'Let the flow begin at another element.',
  },
  'SEQ-04': {
    marks: '',
    en: 'Source or target is a {x}, not a flow node',
    tr: 'Kaynak ya da hedef bir akış düğümü değil, {x}',
    help: 'Use an association or data association, or name an event, activity or gateway.',
  },
  'SEQ-05': {
    marks: '',
    en: 'A condition is allowed only on flows from activities and exclusive, inclusive, complex gateways',
    tr: 'Koşul yalnızca etkinliklerden ve dışlayıcı, kapsayıcı, karmaşık geçitlerden çıkan akışlarda kullanılabilir',
    help: 'Put an exclusive gateway before the flow, or remove the condition.',
  },
  'SEQ-06': {
    marks: '',
    en: 'A conditional flow from an activity needs another outgoing flow beside it',
    tr: 'Etkinlikten çıkan koşullu akışın yanında başka bir çıkan akış olmalı',
    help: 'Add a second outgoing flow, or remove the condition.',
  },
  'SEQ-07': {
    marks: '',
    en: 'The default flow must not have a condition',
    tr: 'Varsayılan akışın koşulu olamaz',
    help: 'Remove the condition, or choose another default.',
  },
  'SEQ-08': {
    marks: '',
    en: 'default names a flow that does not leave this element',
    tr: 'default, bu öğeden çıkmayan bir akışı gösteriyor',
    help: 'Name one of the outgoing flows of the element.',
  },
  'SEQ-09': {
    marks: 'X',
    en: 'isImmediate="false" is not allowed in an executable process',
    tr: 'Yürütülebilir süreçte isImmediate="false" kullanılamaz',
    help: 'Remove isImmediate.',
  },
  'SEQ-10': {
    marks: 'L',
    en: "incoming/outgoing list contradicts the flows' sourceRef/targetRef",
    tr: 'incoming/outgoing listesi akışların sourceRef/targetRef bilgisiyle çelişiyor',
    help: 'Let the element list exactly the flows that begin and end at it.',
  },
  'SEQ-11': {
    marks: 'S',
    en: '{x} does not list its flow {f} among incoming/outgoing',
    tr: '{x}, {f} akışını incoming/outgoing arasında saymıyor',
    help: 'Add the flow to the list of the element.',
  },
} as const satisfies RuleTexts;
