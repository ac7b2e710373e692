// What the rules of events say: their positions and triggers.
import type { RuleTexts } from '../rule-texts.ts';

export const EVENT_POSITION_TEXTS = {
  'EVT-01': {
    marks: 'L',
    en: 'Start event without outgoing flow',
    tr: 'Çıkan akışı olmayan başlangıç olayı',
    help: 'Connect the start event to what comes next.',
  },
  'EVT-02': {
    marks: 'L',
    en: 'End event without incoming flow',
    tr: 'Giren akışı olmayan bitiş olayı',
    help: 'Connect the end event to what comes before.',
  },
  'EVT-03': {
    marks: '',
    en: 'Trigger {t} is not allowed on a process start event',
    tr: '{t} tetikleyicisi süreç başlangıç olayında kullanılamaz',
    help: 'Use message, timer, conditional or signal, or move the start into an event sub-process.',
  },
  'EVT-04': {
    marks: '',
    en: 'The start event of an embedded sub-process must have no trigger',
    tr: 'Gömülü alt sürecin başlangıç olayının tetikleyicisi olamaz',
    help: 'Remove the trigger, or make the sub-process an event sub-process (triggeredByEvent="true").',
  },
  'EVT-05': {
    marks: '',
    en: 'The start event of an event sub-process needs a trigger (message, timer, conditional, signal, error, escalation, compensation, multiple), found {t}',
    tr: 'Olay alt sürecinin başlangıç olayının tetikleyicisi olmalı (mesaj, zamanlayıcı, koşul, sinyal, hata, yükseltme, telafi, çoklu), bulunan: {t}',
    help: 'Add one of the triggers named.',
  },
  'EVT-06': {
    marks: '',
    en: 'An {t} start event cannot be non-interrupting',
    tr: '{t} başlangıç olayı kesmeyen türde olamaz',
    help: 'Remove isInterrupting="false".',
  },
  'EVT-07': {
    marks: '',
    en: 'parallelMultiple needs two or more triggers',
    tr: 'parallelMultiple için en az iki tetikleyici gerekir',
    help: 'Add a trigger, or remove parallelMultiple.',
  },
  'EVT-08': {
    marks: 'X',
    en: 'Signal or message {x} has no name to match by',
    tr: '{x} sinyalinin ya da mesajının eşleştirilecek adı yok',
    help: 'Give the signal or message a name.',
  },
  'EVT-09': {
    marks: 'L',
    en: 'Intermediate event without incoming flow',
    tr: 'Giren akışı olmayan ara olay',
    help: 'Connect the event to what comes before.',
  },
  'EVT-10': {
    marks: '',
    en: 'Result {t} is not allowed on an end event',
    tr: '{t} sonucu bitiş olayında kullanılamaz',
    help: 'Use message, signal, error, escalation, compensation, cancel or terminate.',
  },
  'EVT-11': {
    marks: 'L',
    en: 'Intermediate event without outgoing flow',
    tr: 'Çıkan akışı olmayan ara olay',
    help: 'Connect the event to what comes next, or make it an end event.',
  },
  'EVT-12': {
    marks: '',
    en: 'A cancel end event must lie directly in a transaction',
    tr: 'İptal bitiş olayı doğrudan bir işlem (transaction) içinde olmalı',
    help: 'Move the event into a transaction, or use another result.',
  },
  'EVT-13': {
    marks: '',
    en: '{t} cannot be thrown by an intermediate event',
    tr: 'Bir ara olay {t} fırlatamaz',
    help: 'Use none, message, signal, escalation, compensation or link.',
  },
  'EVT-14': {
    marks: '',
    en: 'An intermediate catch event needs a trigger of message, timer, conditional, signal, link, multiple; found {t}',
    tr: 'Yakalayan ara olayın tetikleyicisi mesaj, zamanlayıcı, koşul, sinyal, bağlantı ya da çoklu olmalı; bulunan: {t}',
    help: 'Use one of the triggers named.',
  },
  'EVT-17': {
    marks: '',
    en: 'A boundary event needs a trigger; {t} is not one of those allowed',
    tr: 'Sınır olayının tetikleyicisi olmalı; {t} izin verilenlerden değil',
    help: 'Use message, timer, conditional, signal, error, escalation, compensation or cancel.',
  },
  'EVT-22': {
    marks: '',
    en: 'cancelActivity="false" is not possible for {t}',
    tr: 'cancelActivity="false" {t} için kullanılamaz',
    help: 'Remove cancelActivity="false".',
  },
  'EVT-23': {
    marks: '',
    en: 'A cancel boundary event must be on a transaction, at most one',
    tr: 'İptal sınır olayı bir işlem (transaction) üzerinde ve en çok bir tane olmalı',
    help: 'Attach the event to a transaction, and only one to each.',
  },
  'EVT-24': {
    marks: '',
    en: 'A compensation catch must not name activityRef',
    tr: 'Telafi yakalayan olay activityRef vermemeli',
    help: 'Remove activityRef.',
  },
  'EVT-42': {
    marks: '',
    en: "An event definition reference must point to an event definition of the file's root level",
    tr: 'Olay tanımı başvurusu, dosyanın kök düzeyindeki bir olay tanımını göstermeli',
    help: 'Move the event definition to the level of the processes, or write it inside the event.',
  },
  'EVT-44': {
    marks: 'S',
    en: 'cancelActivity="false" does not apply to a compensation boundary event',
    tr: 'cancelActivity="false" telafi sınır olayında geçerli değildir',
    help: 'Remove cancelActivity.',
  },
} as const satisfies RuleTexts;
