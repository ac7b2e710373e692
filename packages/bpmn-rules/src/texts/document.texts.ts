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
    en: '{problem}',
    tr: '{problemTr}',
    help: 'Follow the element, order and count of the BPMN schema: move the element to where it belongs, remove or add it.',
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
  'DOC-10': {
    marks: '',
    en: 'Import {location}: type must be an absolute URI, namespace given; a BPMN file must be in the same deployment',
    tr: '{location} içe aktarımı: tür mutlak bir URI olmalı, ad alanı verilmeli; BPMN dosyası aynı dağıtımda bulunmalı',
    help: 'Correct importType and namespace, or deploy the imported file together with this one.',
  },
  'DOC-11': {
    marks: '',
    en: 'Imports form a cycle: {path}',
    tr: 'İçe aktarımlar döngü oluşturuyor: {path}',
    help: 'Remove one of the imports; move what both files need into a third one.',
  },
  'DOC-12': {
    marks: 'L',
    en: '{a} must be a URI',
    tr: '{a} bir URI olmalı',
    help: 'Name the language by its URI, for example http://www.w3.org/1999/XPath.',
  },
  'DOC-13': {
    marks: '',
    en: 'Expression language {l} is neither a URI nor a known short name',
    tr: '{l} ifade dili ne bir URI ne de bilinen bir kısa ad',
    help: 'Use juel, feel or javascript, or the URI of the language.',
  },
  'DOC-14': {
    marks: 'L',
    en: 'textFormat {f} is not a MIME type',
    tr: 'textFormat {f} bir MIME türü değil',
    help: 'Write type/subtype, for example text/plain or text/html.',
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
  'DOC-18': {
    marks: '',
    en: 'definitions of one name and namespace in two files differ: {x}, also in {file}',
    tr: 'Aynı ad ve ad alanının iki dosyadaki tanımları farklı: {x}, ayrıca {file} dosyasında',
    help: 'Make both definitions equal, or keep one and import its file.',
  },
} as const satisfies RuleTexts;
