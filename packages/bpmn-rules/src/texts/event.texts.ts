// What the rules of events say: their flows, definitions, links and timers.
import type { RuleTexts } from '../rule-texts.ts';

export const EVENT_TEXTS = {
  'EVT-15': {
    marks: 'X',
    en: 'Two catchers on {x} take the same {kind} {code}',
    tr: '{x} üzerindeki iki yakalayıcı aynı {kind} kodunu alıyor: {code}',
    help: 'Give each catcher a code of its own, or remove one.',
  },
  'EVT-16': {
    marks: '',
    en: 'Link catch has an incoming flow / link throw has an outgoing flow',
    tr: 'Bağlantı yakalayanın giren akışı ya da bağlantı fırlatanın çıkan akışı var',
    help: 'Remove the flow: the link itself is the connection.',
  },
  'EVT-18': {
    marks: '',
    en: 'A boundary event must be attached to an activity of its own scope, not to {x}',
    tr: 'Sınır olayı kendi kapsamındaki bir etkinliğe bağlanmalı, {x} öğesine değil',
    help: 'Attach it to an activity that lies beside it.',
  },
  'EVT-19': {
    marks: '',
    en: 'A boundary event has an incoming flow',
    tr: 'Sınır olayının giren akışı var',
    help: 'Let the flow lead to another element.',
  },
  'EVT-20': {
    marks: 'L',
    en: 'Boundary event without outgoing flow',
    tr: 'Çıkan akışı olmayan sınır olayı',
    help: 'Connect the event to what shall happen then.',
  },
  'EVT-21': {
    marks: '',
    en: 'A compensation boundary event needs exactly one association to a compensation activity and no flow',
    tr: 'Telafi sınır olayının bir telafi etkinliğine tam olarak bir ilişkisi olmalı, akışı olmamalı',
    help: 'Join it by one association to an activity with isForCompensation="true".',
  },
  'EVT-25': {
    marks: '',
    en: 'A link event needs a name',
    tr: 'Bağlantı olayının adı olmalı',
    help: 'Name the link; the throw and the catch have the same name.',
  },
  'EVT-26': {
    marks: '',
    en: 'Link {n}: no catch event of that name in this process level',
    tr: '{n} bağlantısı: bu süreç düzeyinde bu adla yakalayan olay yok',
    help: 'Add an intermediate catch event with this link name.',
  },
  'EVT-27': {
    marks: '',
    en: 'Link {n}: more than one catch event in this process level',
    tr: '{n} bağlantısı: bu süreç düzeyinde birden çok yakalayan olay var',
    help: 'Keep one catch event for each link name.',
  },
  'EVT-28': {
    marks: 'L',
    en: 'Link {n}: catch event without a throw',
    tr: '{n} bağlantısı: fırlatanı olmayan yakalayan olay',
    help: 'Add a throw event with this link name, or remove the catch.',
  },
  'EVT-29': {
    marks: '',
    en: 'Link source/target references contradict the names',
    tr: 'Bağlantının source/target başvuruları adlarla çelişiyor',
    help: 'Let source and target name links of the same name, or remove them.',
  },
  'EVT-30': {
    marks: '',
    en: 'A timer has more than one of date, duration, cycle',
    tr: 'Zamanlayıcıda tarih, süre ve döngüden birden çoğu var',
    help: 'Keep one of timeDate, timeDuration and timeCycle.',
  },
  'EVT-31': {
    marks: 'X',
    en: 'A timer has none of date, duration, cycle',
    tr: 'Zamanlayıcıda tarih, süre ya da döngü yok',
    help: 'Add timeDate, timeDuration or timeCycle.',
  },
  'EVT-32': {
    marks: 'X',
    en: '{v} is not a valid {kind}',
    tr: '{v} geçerli bir {kind} değil',
    help: 'Write ISO 8601 (2030-01-31T12:00:00Z, PT5M, R3/PT10S), for a cycle also cron with seconds, or an expression.',
  },
  'EVT-33': {
    marks: 'X',
    en: 'Message event without messageRef',
    tr: 'messageRef vermeyen mesaj olayı',
    help: 'Name the message.',
  },
  'EVT-34': {
    marks: '',
    en: "The operation's in-message differs from messageRef",
    tr: 'İşlemin (operation) giriş mesajı messageRef ile aynı değil',
    help: 'Name the same message in both.',
  },
  'EVT-35': {
    marks: 'X',
    en: 'Signal event without signalRef',
    tr: 'signalRef vermeyen sinyal olayı',
    help: 'Name the signal.',
  },
  'EVT-36': {
    marks: 'X',
    en: 'Error end event without errorRef, or its error without errorCode',
    tr: 'errorRef vermeyen hata bitiş olayı ya da errorCode vermeyen hata',
    help: 'Name an error that has a code.',
  },
  'EVT-37': {
    marks: 'X',
    en: 'Escalation throw without escalationRef, or its escalation without escalationCode',
    tr: 'escalationRef vermeyen yükseltme ya da escalationCode vermeyen yükseltme tanımı',
    help: 'Name an escalation that has a code.',
  },
  'EVT-38': {
    marks: '',
    en: 'activityRef of a compensation throw: {x} is not an activity visible from here',
    tr: 'Telafi fırlatanın activityRef değeri: {x} buradan görünen bir etkinlik değil',
    help: 'Name an activity of the same process level.',
  },
  'EVT-39': {
    marks: 'X',
    en: 'activityRef {x} has no compensation handler and contains none',
    tr: 'activityRef ile verilen {x} etkinliğinin telafi işleyicisi yok ve içinde de yok',
    help: 'Give the activity a compensation boundary event, or name another.',
  },
  'EVT-40': {
    marks: 'X',
    en: 'Conditional event without condition',
    tr: 'Koşulu olmayan koşul olayı',
    help: 'Add a condition.',
  },
  'EVT-41': {
    marks: 'X',
    en: 'Two start events of one process wait for the same message {m}',
    tr: 'Bir sürecin iki başlangıç olayı aynı mesajı bekliyor: {m}',
    help: 'Keep one, or give each a message of its own.',
  },
  'EVT-43': {
    marks: 'XS',
    en: 'Message event without operationRef',
    tr: 'operationRef vermeyen mesaj olayı',
    help: 'Name the operation whose message it is.',
  },
} as const satisfies RuleTexts;
