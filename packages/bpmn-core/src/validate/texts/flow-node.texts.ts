// What the rules of events and activities say.
import type { RuleTexts } from '../rule-texts.ts';

export const FLOW_NODE_TEXTS = {
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
  'ACT-01': {
    marks: '',
    en: 'startQuantity must be 1 or more',
    tr: 'startQuantity 1 ya da daha büyük olmalı',
    help: 'Write a whole number of 1 or more.',
  },
  'ACT-02': {
    marks: '',
    en: 'completionQuantity must be 1 or more',
    tr: 'completionQuantity 1 ya da daha büyük olmalı',
    help: 'Write a whole number of 1 or more.',
  },
  'ACT-17': {
    marks: 'L',
    en: 'humanPerformer and potentialOwner belong to user and manual tasks, global ones too',
    tr: 'humanPerformer ve potentialOwner yalnızca (genel olanlar dâhil) kullanıcı ve elle yapılan görevlere aittir',
    help: 'Make it a user task, or use performer.',
  },
  'ACT-18': {
    marks: '',
    en: 'resourceRef and resourceAssignmentExpression exclude each other',
    tr: 'resourceRef ile resourceAssignmentExpression birlikte kullanılamaz',
    help: 'Keep one of the two.',
  },
} as const satisfies RuleTexts;
