// The rules say this of what is only worth a warning, of any subject.
import type { RuleTexts } from './rule-texts.ts';

export const WARNING_TEXTS = {
  'W-01': {
    marks: '',
    en: 'conditions on flows of a parallel gateway are ignored',
    tr: 'paralel geçidin akışlarındaki koşullar dikkate alınmaz',
    help: 'Remove the condition, or use an inclusive gateway.',
  },
  'W-02': {
    marks: '',
    en: 'isExecutable is missing',
    tr: 'isExecutable belirtilmemiş',
    help: 'Write isExecutable="true" or "false".',
  },
  'W-03': {
    marks: 'X',
    en: 'operationRef missing on an executable send or receive task',
    tr: 'yürütülebilir gönderme ya da alma görevinde operationRef yok',
    help: 'Name the operation; without it the message alone decides.',
  },
  'W-04': {
    marks: 'X',
    en: 'receive task without message waits for a trigger',
    tr: 'mesajı olmayan alma görevi bir tetiklemeyi bekler',
    help: 'Add messageRef, or trigger it by the API.',
  },
  'W-05': {
    marks: '',
    en: 'extension carried without effect: {x}',
    tr: 'uzantı etkisiz olarak taşınıyor: {x}',
    help: 'Nothing to do; the engine keeps it and does not act on it.',
  },
  'W-06': {
    marks: 'X',
    en: 'complex gateway without activationCondition',
    tr: 'activationCondition vermeyen karmaşık geçit',
    help: 'Add an activationCondition; without it one token is enough.',
  },
  'W-07': {
    marks: '',
    en: 'isInterrupting outside an event sub-process',
    tr: 'olay alt süreci dışında isInterrupting',
    help: 'Remove isInterrupting.',
  },
  'W-08': {
    marks: '',
    en: 'a parallel join is fed by an exclusive split (will block): {x}',
    tr: 'paralel birleşme dışlayıcı ayrımla besleniyor (tıkanır): {x}',
    help: 'Join with an exclusive gateway, or split with a parallel one.',
  },
  'W-09': {
    marks: '',
    en: 'an exclusive merge is fed by a parallel split (continues more than once): {x}',
    tr: 'dışlayıcı birleşme paralel ayrımla besleniyor (birden çok kez sürer): {x}',
    help: 'Join with a parallel gateway, or split with an exclusive one.',
  },
  'W-10': {
    marks: '',
    en: 'element cannot be reached',
    tr: 'öğeye ulaşılamıyor',
    help: 'Connect the element with what can be started, or remove it.',
  },
  'W-11': {
    marks: 'X',
    en: 'history TTL missing',
    tr: 'geçmiş saklama süresi (historyTimeToLive) belirtilmemiş',
    help: 'Set historyTimeToLive on the process, for when history is cleaned up; this version deletes none.',
  },
  'W-12': {
    marks: '',
    en: 'message name started by several definitions: {m}',
    tr: 'aynı mesaj adı birden çok tanımı başlatıyor: {m}',
    help: 'Give each start event a message of its own.',
  },
  'W-13': {
    marks: '',
    en: 'a compensation throw reaches nothing that could be compensated',
    tr: 'telafi fırlatan olay telafi edilebilecek hiçbir şeye ulaşmıyor',
    help: 'Add a compensation handler, or remove the event.',
  },
  'W-14': {
    marks: '',
    en: 'a process of a collaboration has no participant',
    tr: 'işbirliğinin bir sürecinin katılımcısı yok',
    help: 'Add a participant whose processRef is this process.',
  },
  'W-15': {
    marks: '',
    en: '{attr}="{v}" points into a namespace that no import brings',
    tr: '{attr}="{v}" hiçbir import ile gelmeyen bir ad alanını gösteriyor',
    help: 'Add an import for the namespace, or correct the prefix.',
  },
  'W-16': {
    marks: 'S',
    en: '{n} elements have no id and are given one: {x}',
    tr: '{n} öğenin kimliği (id) yok; şu kimlikler verilir: {x}',
    help: 'Write an id on each element, so that it keeps its name in the history of later versions.',
  },
  'W-17': {
    marks: '',
    en: 'implementation="{v}" of a user task has no effect: people do it',
    tr: 'kullanıcı görevinde implementation="{v}" etkisizdir: görevi insanlar yapar',
    help: 'Remove implementation, or use a service task.',
  },
  'W-18': {
    marks: '',
    en: 'flow is written in {x}, but both its ends lie in {y}: it is read as one of {y}',
    tr: 'akış {x} içinde yazılmış, ancak iki ucu da {y} içinde: {y} akışı sayılır',
    help: 'Move the flow into the sub-process of its ends.',
  },
  'W-19': {
    marks: 'X',
    en: '{x} has no effect: {why}',
    tr: '{x} etkisizdir: {whyTr}',
    help: 'Remove one of the two.',
  },
  'W-20': {
    marks: 'X',
    en: 'elements of namespaces that are not read are carried without effect: {x}',
    tr: 'okunmayan ad alanlarının öğeleri etkisiz olarak taşınıyor: {x}',
    help: 'Nothing to do, unless one of them says how the process runs.',
  },
  'W-21': {
    marks: '',
    en: 'no process of the file is executable: nothing in it will run',
    tr: 'dosyadaki hiçbir süreç yürütülebilir değil: içindeki hiçbir şey çalışmayacak',
    help: 'Set isExecutable="true" on each process that shall run.',
  },
} as const satisfies RuleTexts;
