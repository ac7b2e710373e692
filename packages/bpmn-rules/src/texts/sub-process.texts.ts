// What the rules of sub-processes say.
import type { RuleTexts } from '../rule-texts.ts';

export const SUB_PROCESS_TEXTS = {
  'SUB-01': {
    marks: '',
    en: 'An event sub-process must not have incoming or outgoing flows',
    tr: 'Olay alt sürecinin giren ya da çıkan akışı olamaz',
    help: 'Remove the flows: its start event starts it.',
  },
  'SUB-02': {
    marks: '',
    en: 'An event sub-process needs exactly one start event',
    tr: 'Olay alt sürecinin tam olarak bir başlangıç olayı olmalı',
    help: 'Keep one start event with a trigger.',
  },
  'SUB-03': {
    marks: '',
    en: 'An embedded sub-process has more than one start event',
    tr: 'Gömülü alt sürecin birden çok başlangıç olayı var',
    help: 'Keep one start event.',
  },
  'SUB-04': {
    marks: 'X',
    en: 'Transaction method {m} is not executed; only compensation is',
    tr: '{m} işlem yöntemi yürütülmez; yalnızca telafi yürütülür',
    help: 'Remove method, or write ##Compensate.',
  },
  'SUB-05': {
    marks: '',
    en: 'An ad-hoc sub-process needs at least one activity',
    tr: 'Plansız (ad-hoc) alt süreçte en az bir etkinlik olmalı',
    help: 'Add an activity.',
  },
  'SUB-06': {
    marks: '',
    en: 'An ad-hoc sub-process must not hold start or end events',
    tr: 'Plansız (ad-hoc) alt süreçte başlangıç ya da bitiş olayı bulunamaz',
    help: 'Remove the event.',
  },
  'SUB-07': {
    marks: '',
    en: 'Conversations and choreography activities must not be in a process or sub-process',
    tr: 'Görüşmeler ve koreografi etkinlikleri süreç ya da alt süreç içinde bulunamaz',
    help: 'Move it to a collaboration or choreography.',
  },
  'SUB-08': {
    marks: '',
    en: 'A sub-process must not define data inputs and outputs itself',
    tr: 'Alt süreç kendi veri girdi ve çıktılarını tanımlayamaz',
    help: 'Use data objects of the scope around it.',
  },
  'SUB-09': {
    marks: 'X',
    en: 'More than one compensation event sub-process in {scope}',
    tr: '{scope} içinde birden çok telafi olay alt süreci var',
    help: 'Keep one of the two handlers.',
  },
  'SUB-10': {
    marks: '',
    en: 'A boundary event cannot be attached to an event sub-process',
    tr: 'Sınır olayı bir olay alt sürecine bağlanamaz',
    help: 'Attach it to an activity of the flow.',
  },
  'SUB-11': {
    marks: '',
    en: 'A transaction or ad-hoc sub-process cannot be triggered by event',
    tr: 'İşlem (transaction) ya da plansız (ad-hoc) alt süreç olayla tetiklenemez',
    help: 'Make it a sub-process, or remove triggeredByEvent.',
  },
  'SUB-12': {
    marks: 'X',
    en: 'A cancel end event needs a cancel boundary event on its transaction',
    tr: 'İptal bitiş olayı için işleminin (transaction) üzerinde bir iptal sınır olayı gerekir',
    help: 'Attach a cancel boundary event to the transaction.',
  },
  'SUB-13': {
    marks: 'X',
    en: 'Sub-process {x} has no content',
    tr: '{x} alt süreci boş',
    help: 'Add activities, or call a process instead.',
  },
  'SUB-14': {
    marks: 'X',
    en: '{x} has both a compensation boundary event and a compensation event sub-process',
    tr: '{x} hem telafi sınır olayına hem telafi olay alt sürecine sahip',
    help: 'Keep one of the two.',
  },
} as const satisfies RuleTexts;
