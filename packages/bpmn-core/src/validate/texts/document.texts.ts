// What the rules of the file as a document say: well-formedness, schema, ids.
import type { RuleTexts } from '../rule-texts.ts';

export const DOCUMENT_TEXTS = {
  'DOC-01': {
    marks: '',
    en: 'Not well-formed XML: {parser}',
    tr: 'XML düzgün biçimli değil: {parser}',
    help: 'Open the file in an XML editor at the line named and repair it there.',
  },
  'DOC-02': {
    marks: '',
    en: 'A document type declaration or entity is not accepted',
    tr: 'Belge türü bildirimi (DOCTYPE) ya da varlık (entity) kabul edilmez',
    help: 'Remove the <!DOCTYPE ...> part; write characters directly or as &#...; references.',
  },
  'DOC-03': {
    marks: '',
    en: 'Root must be `definitions` of the BPMN 2.0 model namespace, found {x}',
    tr: 'Kök öğe BPMN 2.0 model ad alanının `definitions` öğesi olmalı, bulunan: {x}',
    help: 'Export the model as BPMN 2.0 (namespace http://www.omg.org/spec/BPMN/20100524/MODEL).',
  },
  'DOC-04': {
    marks: '',
    en: '`definitions` has no targetNamespace',
    tr: '`definitions` öğesinde targetNamespace yok',
    help: 'Add targetNamespace="..." with a URI of your organisation.',
  },
  'DOC-05': {
    marks: '',
    en: '{x} is not allowed here; expected {list}',
    tr: '{x} burada kullanılamaz; beklenen: {list}',
    help: 'Move the element to where the BPMN schema has it, or remove it.',
  },
  'DOC-06': {
    marks: '',
    en: 'Required attribute {a} is missing',
    tr: 'Zorunlu {a} niteliği eksik',
    help: 'Add the attribute.',
  },
  'DOC-07': {
    marks: '',
    en: '{problem}',
    tr: '{problemTr}',
    help: 'Correct the spelling or the value; attributes of your own need a namespace of your own.',
  },
  'DOC-08': {
    marks: '',
    en: 'Id {id} is used more than once (lines {n})',
    tr: '{id} kimliği birden çok kez kullanılmış (satırlar: {n})',
    help: 'Give each element an id of its own.',
  },
  'DOC-09': {
    marks: '',
    en: '{id} is not a valid id (NCName)',
    tr: '{id} geçerli bir kimlik değil (NCName)',
    help: 'Begin with a letter or underscore; then letters, digits, hyphen, dot, underscore.',
  },
  'DOC-15': {
    marks: '',
    en: 'Extension {x} must be understood and is not',
    tr: 'Anlaşılması zorunlu {x} uzantısı anlaşılmıyor',
    help: 'Remove the extension, or set mustUnderstand="false".',
  },
  'DOC-16': {
    marks: '',
    en: 'Limit {name} exceeded: {n}',
    tr: '{name} sınırı aşıldı: {n}',
    help: 'Split the model into several, joined by call activities.',
  },
  'DOC-17': {
    marks: 'L',
    en: 'extensionElements may not hold elements of the BPMN namespace',
    tr: 'extensionElements içinde BPMN ad alanının öğeleri bulunamaz',
    help: 'Move the element out of extensionElements to where the schema has it.',
  },
} as const satisfies RuleTexts;
