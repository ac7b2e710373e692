// What the rules of execution say: what this engine cannot run.
import type { RuleTexts } from '../rule-texts.ts';

export const EXECUTION_TEXTS = {
  'EXE-00': {
    marks: 'X',
    en: '{x} is not executed yet',
    tr: '{x} henüz yürütülmüyor',
    help: 'Model it with what is executed, or set isExecutable="false".',
  },
  'EXE-01': {
    marks: 'X',
    en: 'class: Java code is not executed; use an external task (topic) or a native call',
    tr: 'class: Java kodu yürütülmez; dış görev (topic) ya da yerel çağrı kullanın',
    help: 'Replace the class by an external task, an expression or a native call.',
  },
  'EXE-02': {
    marks: 'X',
    en: 'delegateExpression: there are no beans; use expression, script or external task',
    tr: 'delegateExpression: bean yoktur; expression, betik ya da dış görev kullanın',
    help: 'Replace the delegate by an expression, a script or an external task.',
  },
  'EXE-07': { marks: 'X', en: 'Expression: {problem}', tr: 'İfade: {problem}', help: 'Correct the expression.' },
  'EXE-08': {
    marks: 'X',
    en: '{text} is no boolean condition',
    tr: '{text} mantıksal (boolean) bir koşul değil',
    help: 'Write a condition that is true or false, such as amount > 100.',
  },
  'EXE-09': {
    marks: 'X',
    en: '{x} is unknown to this engine',
    tr: '{x} bu motor tarafından bilinmiyor',
    help: 'Correct the spelling, or move the fact to a namespace of your own.',
  },
  'EXE-12': {
    marks: 'X',
    en: 'Listener by class or delegate; use expression or script',
    tr: 'Sınıf ya da temsilci (delegate) ile dinleyici; expression ya da betik kullanın',
    help: "Replace the listener's class or delegate by an expression or a script.",
  },
  'EXE-14': {
    marks: 'X',
    en: 'Case {k}: CMMN is not executed',
    tr: '{k} vakası: CMMN yürütülmez',
    help: 'Call a process instead of the case.',
  },
  'EXE-15': {
    marks: 'X',
    en: 'Mapping or form handler class is not executed',
    tr: 'Eşleme ya da form işleyici sınıfı yürütülmez',
    help: 'Use in and out mappings, form fields or expressions.',
  },
  'EXE-22': {
    marks: 'X',
    en: 'Expression language {l} is not executed',
    tr: '{l} ifade dili yürütülmez',
    help: 'Write the expression in UEL.',
  },
  'EXE-24': {
    marks: 'X',
    en: 'Zeebe extension {x} is not executed',
    tr: 'Zeebe uzantısı {x} yürütülmez',
    help: "Say it with the standard's own attributes or with one of the extension namespaces that are read.",
  },
  'EXE-25': {
    marks: 'X',
    en: '{attr} is given differently in two extension namespaces',
    tr: '{attr} iki uzantı ad alanında farklı verilmiş',
    help: 'Keep one of the two.',
  },
  'EXE-26': {
    marks: 'X',
    en: 'Variable or time zone name {n} is invalid',
    tr: '{n} değişken ya da saat dilimi adı geçersiz',
    help: 'Begin with a letter or underscore; then letters, digits, underscore, dot, hyphen; at most 255 characters.',
  },
  'EXE-27': {
    marks: 'XS',
    en: '{attr}: an executable process needs a formal expression (xsi:type tFormalExpression)',
    tr: '{attr}: yürütülebilir süreçte biçimsel ifade gerekir (xsi:type tFormalExpression)',
    help: 'Add xsi:type="tFormalExpression" to the element.',
  },
} as const satisfies RuleTexts;
