// What the rules of loops say.
import type { RuleTexts } from '../rule-texts.ts';

export const LOOP_TEXTS = {
  'LOP-01': {
    marks: 'L',
    en: 'loopMaximum must be 1 or more',
    tr: 'loopMaximum 1 ya da daha büyük olmalı',
    help: 'Write a whole number of 1 or more, or remove loopMaximum.',
  },
  'LOP-02': {
    marks: 'X',
    en: 'Standard loop without condition and maximum would never end',
    tr: 'Koşulu ve üst sınırı olmayan standart döngü hiç bitmez',
    help: 'Add loopCondition or loopMaximum.',
  },
  'LOP-03': {
    marks: 'X',
    en: 'Multi-instance without loopCardinality and collection',
    tr: 'loopCardinality ve koleksiyonu olmayan çoklu örnek',
    help: 'Add loopCardinality, loopDataInputRef or collection.',
  },
  'LOP-04': {
    marks: '',
    en: 'loopCardinality and loopDataInputRef exclude each other',
    tr: 'loopCardinality ile loopDataInputRef birlikte kullanılamaz',
    help: 'Keep one of the two.',
  },
  'LOP-05': {
    marks: '',
    en: 'loopCardinality {v} is not a whole number of 0 or more',
    tr: 'loopCardinality {v} 0 ya da daha büyük bir tam sayı değil',
    help: 'Write a whole number, or an expression that gives one.',
  },
  'LOP-06': {
    marks: '',
    en: 'loopDataInputRef must be a collection: a data input of the task, a data object for a sub-process',
    tr: 'loopDataInputRef bir koleksiyon olmalı: görevin veri girdisi, alt süreçte bir veri nesnesi',
    help: 'Name such a collection (isCollection="true").',
  },
  'LOP-07': {
    marks: '',
    en: 'inputDataItem needs loopDataInputRef',
    tr: 'inputDataItem için loopDataInputRef gerekir',
    help: 'Add loopDataInputRef, or remove inputDataItem.',
  },
  'LOP-08': {
    marks: '',
    en: 'outputDataItem and loopDataOutputRef need each other; the latter must be a collection',
    tr: 'outputDataItem ile loopDataOutputRef birbirini gerektirir; ikincisi koleksiyon olmalı',
    help: 'Add the missing one; mark the collection isCollection="true".',
  },
  'LOP-09': {
    marks: '',
    en: 'noneBehaviorEventRef is given but behavior is not None',
    tr: 'noneBehaviorEventRef verilmiş ama behavior None değil',
    help: 'Set behavior="None", or remove the reference.',
  },
  'LOP-10': {
    marks: '',
    en: 'oneBehaviorEventRef is given but behavior is not One',
    tr: 'oneBehaviorEventRef verilmiş ama behavior One değil',
    help: 'Set behavior="One", or remove the reference.',
  },
  'LOP-11': {
    marks: '',
    en: 'behavior Complex and complexBehaviorDefinition need each other',
    tr: 'behavior Complex ile complexBehaviorDefinition birbirini gerektirir',
    help: 'Add the missing one.',
  },
  'LOP-12': {
    marks: 'X',
    en: '{t} cannot be thrown by a multi-instance behavior',
    tr: 'Çoklu örnek davranışı {t} fırlatamaz',
    help: 'Use signal, message, escalation or error.',
  },
  'LOP-13': {
    marks: 'L',
    en: 'Type of the {x} item is not the item type of the collection',
    tr: '{x} öğesinin türü koleksiyonun öğe türü değil',
    help: 'Give the item the type that the collection holds.',
  },
  'LOP-14': {
    marks: '',
    en: 'A loop, completion or behavior condition is not a boolean expression: {text}',
    tr: 'Döngü, tamamlanma ya da davranış koşulu mantıksal (boolean) bir ifade değil: {text}',
    help: 'Write a condition that is true or false.',
  },
} as const satisfies RuleTexts;
