// What the rules of processes say.
import type { RuleTexts } from '../rule-texts.ts';

export const PROCESS_TEXTS = {
  'PRC-01': {
    marks: 'X',
    en: 'Executable process without flow elements',
    tr: 'Akış öğesi olmayan yürütülebilir süreç',
    help: 'Add a start event and what follows, or set isExecutable="false".',
  },
  'PRC-02': {
    marks: 'L',
    en: 'There is a start event but no end event in {scope}',
    tr: '{scope} içinde başlangıç olayı var ama bitiş olayı yok',
    help: 'Add an end event behind each last element.',
  },
  'PRC-03': {
    marks: 'L',
    en: 'There is an end event but no start event (nor instantiating receive task or gateway) in {scope}',
    tr: '{scope} içinde bitiş olayı var ama başlangıç olayı (ya da süreç başlatan alma görevi veya geçit) yok',
    help: 'Add a start event.',
  },
  'PRC-04': {
    marks: 'L',
    en: '{x} has no incoming flow although {scope} has start events',
    tr: '{scope} içinde başlangıç olayları olduğu hâlde {x} öğesine giren akış yok',
    help: 'Connect the element, or remove it: nothing would ever start it.',
  },
  'PRC-05': {
    marks: 'L',
    en: '{x} has no outgoing flow although {scope} has end events',
    tr: '{scope} içinde bitiş olayları olduğu hâlde {x} öğesinden çıkan akış yok',
    help: 'Connect the element to what comes next, or to an end event.',
  },
  'PRC-06': {
    marks: '',
    en: 'A public process cannot be executable',
    tr: 'Herkese açık (public) süreç yürütülebilir olamaz',
    help: 'Set processType="Private", or isExecutable="false".',
  },
  'PRC-07': {
    marks: '',
    en: 'Process id {k} occurs twice in the deployment',
    tr: '{k} süreç kimliği dağıtımda iki kez geçiyor',
    help: 'Give each process an id of its own.',
  },
  'PRC-10': {
    marks: 'X',
    en: 'Nothing can start this process',
    tr: 'Bu süreci hiçbir şey başlatamaz',
    help: 'Add a start event, or an activity without incoming flow.',
  },
  'PRC-08': {
    marks: '',
    en: '{attr} must name a {type}',
    tr: '{attr} bir {type} göstermeli',
    help: 'Name an element of that kind.',
  },
  'PRC-09': {
    marks: '',
    en: 'ioBinding needs an io specification and an operation of a supported interface, with data of this callable element, of the types of its messages',
    tr: 'ioBinding; girdi-çıktı tanımı, desteklenen bir arayüzün işlemini ve bu öğenin, mesajların türünde verisini gerektirir',
    help: 'Correct the operation or the data that the binding names.',
  },
  'PRC-11': {
    marks: '',
    en: "A callable element's data must be its own inputs and outputs",
    tr: 'Çağrılabilir öğenin verisi kendi girdi ve çıktıları olmalı',
    help: 'Name data of the process that this lies in.',
  },
  'PRC-12': {
    marks: 'L',
    en: 'Artifact {x} is the source or target of a message flow',
    tr: '{x} yapıtı (artifact) bir mesaj akışının kaynağı ya da hedefi',
    help: 'Let the message flow join pools, activities or events.',
  },
  'PRC-13': {
    marks: 'S',
    en: '{x} supports interface {i} but has no ioBinding for its operation {o}',
    tr: '{x} {i} arayüzünü destekliyor ama {o} işlemi için ioBinding vermiyor',
    help: 'Add an ioBinding for the operation.',
  },
} as const satisfies RuleTexts;
