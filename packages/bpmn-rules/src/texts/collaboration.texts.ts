// What the rules of collaborations, message flows and correlation say.
import type { RuleTexts } from '../rule-texts.ts';

export const COLLABORATION_TEXTS = {
  'COL-01': {
    marks: '',
    en: 'A message flow must connect two different pools',
    tr: 'Bir mesaj akışı iki farklı havuzu bağlamalı',
    help: 'Use a sequence flow inside a pool; let the message flow end in another pool.',
  },
  'COL-02': {
    marks: '',
    en: '{x} cannot send a message flow',
    tr: '{x} mesaj akışı gönderemez',
    help: 'Let the flow begin at a pool, an activity, a message throw or a message end event.',
  },
  'COL-03': {
    marks: '',
    en: '{x} cannot receive a message flow',
    tr: '{x} mesaj akışı alamaz',
    help: 'Let the flow end at a pool, an activity, or a start, catch or boundary event of message.',
  },
  'COL-04': {
    marks: '',
    en: 'Participant multiplicity: maximum >= 1 and >= minimum >= 0',
    tr: 'Katılımcı çokluğu: maximum >= 1 ve >= minimum >= 0 olmalı',
    help: 'Correct minimum and maximum; left out they are 0 and 1.',
  },
  'COL-05': {
    marks: '',
    en: 'Message flow at {position} event without message trigger',
    tr: 'Mesaj tetikleyicisi olmayan bir {positionTr} olayında mesaj akışı',
    help: 'Give the event a message event definition, or move the flow.',
  },
  'COL-06': {
    marks: '',
    en: 'An event has both incoming and outgoing message flows',
    tr: 'Bir olayın hem gelen hem giden mesaj akışları var',
    help: 'An event either sends or receives: remove one of the flows.',
  },
  'COL-07': {
    marks: '',
    en: 'messageRef of the flow differs from that of its {end}',
    tr: 'Akışın messageRef değeri {endTr} farklı',
    help: 'Let both name the same message, or remove messageRef from the flow.',
  },
  'COL-08': {
    marks: '',
    en: '{which} reference of the association must name a {what} of the {side} side',
    tr: 'İlişkinin {whichTr} başvurusu {sideTr} tarafın bir {whatTr} göstermeli',
    help: 'The inner reference belongs to what is called, the outer one to what calls it.',
  },
  'COL-09': {
    marks: 'L',
    en: 'Process {k} belongs to two participants',
    tr: '{k} süreci iki katılımcıya ait',
    help: 'Let each participant have a process of its own, or none.',
  },
  'COL-10': {
    marks: '',
    en: 'Message flow end {x} lies in no pool and no process of the deployment',
    tr: 'Mesaj akışının {x} ucu dağıtımın hiçbir havuzunda ve sürecinde değil',
    help: 'Correct the reference, or add the pool or process that it names.',
  },
  'COR-01': {
    marks: '',
    en: 'Correlation key {x} belongs to no collaboration of this process',
    tr: '{x} ilişkilendirme anahtarı bu sürecin hiçbir işbirliğine ait değil',
    help: 'Subscribe to a key of a collaboration in which the process takes part.',
  },
  'COR-02': {
    marks: '',
    en: 'Two subscriptions for one correlation key',
    tr: 'Bir ilişkilendirme anahtarı için iki abonelik var',
    help: 'Remove one of the subscriptions.',
  },
  'COR-03': {
    marks: 'X',
    en: 'Subscription binds not exactly the properties of its key: {p}',
    tr: 'Abonelik tam olarak anahtarının özelliklerini bağlamıyor: {p}',
    help: 'Bind each property of the key once and no others.',
  },
  'COR-04': {
    marks: 'X',
    en: 'Correlation property {p} has no retrieval expression for message {m}',
    tr: '{p} ilişkilendirme özelliğinin {m} mesajı için alma ifadesi yok',
    help: 'Add a correlationPropertyRetrievalExpression for the message.',
  },
  'COR-05': {
    marks: 'L',
    en: 'Correlation key without properties',
    tr: 'Özelliği olmayan ilişkilendirme anahtarı',
    help: 'Name at least one correlation property, or remove the key.',
  },
  'COR-06': {
    marks: '',
    en: 'Binding or retrieval without path expression',
    tr: 'Yol ifadesi olmayan bağlama ya da alma',
    help: 'Add dataPath to the binding, messagePath to the retrieval.',
  },
} as const satisfies RuleTexts;
