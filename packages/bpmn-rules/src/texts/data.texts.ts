// The rules say this of data.
import type { RuleTexts } from './rule-texts.ts';

export const DATA_TEXTS = {
  'DAT-01': {
    marks: '',
    en: 'Data input {x} is in no input set',
    tr: '{x} veri girdisi hiçbir girdi kümesinde değil',
    help: 'Name it in an inputSet.',
  },
  'DAT-02': {
    marks: '',
    en: 'Data output {x} is in no output set',
    tr: '{x} veri çıktısı hiçbir çıktı kümesinde değil',
    help: 'Name it in an outputSet.',
  },
  'DAT-03': {
    marks: '',
    en: "Optional input {x} is not among the set's inputs",
    tr: 'İsteğe bağlı {x} girdisi kümenin girdileri arasında değil',
    help: 'Name it in dataInputRefs too.',
  },
  'DAT-04': {
    marks: '',
    en: "While-executing input {x} is not among the set's inputs",
    tr: 'Yürütme sırasındaki {x} girdisi kümenin girdileri arasında değil',
    help: 'Name it in dataInputRefs too.',
  },
  'DAT-05': {
    marks: '',
    en: "Optional output {x} is not among the set's outputs",
    tr: 'İsteğe bağlı {x} çıktısı kümenin çıktıları arasında değil',
    help: 'Name it in dataOutputRefs too.',
  },
  'DAT-06': {
    marks: '',
    en: "While-executing output {x} is not among the set's outputs",
    tr: 'Yürütme sırasındaki {x} çıktısı kümenin çıktıları arasında değil',
    help: 'Name it in dataOutputRefs too.',
  },
  'DAT-07': {
    marks: '',
    en: 'Input set and output set do not refer to each other both ways',
    tr: 'Girdi kümesi ile çıktı kümesi birbirine karşılıklı başvurmuyor',
    help: 'Let both name each other.',
  },
  'DAT-08': {
    marks: '',
    en: 'A set refers to a data input/output of another element',
    tr: 'Bir küme başka bir öğenin veri girdisini/çıktısını gösteriyor',
    help: 'Name data of the same element.',
  },
  'DAT-09': {
    marks: '',
    en: 'Several sources need a transformation',
    tr: 'Birden çok kaynak için dönüşüm (transformation) gerekir',
    help: 'Add a transformation, or keep one source.',
  },
  'DAT-10': {
    marks: '',
    en: 'The target of an input association must be a data input (or property) of this element',
    tr: 'Girdi ilişkisinin hedefi bu öğenin bir veri girdisi (ya da özelliği) olmalı',
    help: 'Name a data input of the element.',
  },
  'DAT-11': {
    marks: '',
    en: 'The source of an output association must be a data output of this element',
    tr: 'Çıktı ilişkisinin kaynağı bu öğenin bir veri çıktısı olmalı',
    help: 'Name a data output of the element.',
  },
  'DAT-12': {
    marks: 'X',
    en: 'Source and target types differ and there is no transformation or assignment',
    tr: 'Kaynak ve hedef türleri farklı; dönüşüm ya da atama yok',
    help: 'Add a transformation or an assignment.',
  },
  'DAT-13': {
    marks: 'XL',
    en: 'Association without source, transformation and assignment (it copies nothing)',
    tr: 'Kaynağı, dönüşümü ve ataması olmayan ilişki (hiçbir şey kopyalamaz)',
    help: 'Name a source, or remove the association.',
  },
  'DAT-14': {
    marks: '',
    en: 'A data association must begin or end at an activity, event or process',
    tr: 'Veri ilişkisi bir etkinlikte, olayda ya da süreçte başlamalı veya bitmeli',
    help: 'Move it to the activity or event whose data it moves.',
  },
  'DAT-15': {
    marks: 'X',
    en: 'isCollection differs from that of the item definition',
    tr: 'isCollection, öğe tanımındakinden farklı',
    help: 'Write the same in both.',
  },
  'DAT-16': {
    marks: '',
    en: 'A data object reference must name a data object and no type of its own',
    tr: 'Veri nesnesi başvurusu bir veri nesnesini göstermeli ve kendi türü olmamalı',
    help: 'Add dataObjectRef and remove itemSubjectRef.',
  },
  'DAT-17': {
    marks: 'L',
    en: 'A data state belongs to the reference, not to the data object',
    tr: 'Veri durumu veri nesnesine değil başvuruya aittir',
    help: 'Move dataState to a dataObjectReference.',
  },
  'DAT-18': {
    marks: '',
    en: 'Data input of the process has incoming / data output has outgoing associations',
    tr: 'Sürecin veri girdisinin giren ya da veri çıktısının çıkan ilişkisi var',
    help: 'Turn the association round, or use a data object.',
  },
  'DAT-19': {
    marks: 'XL',
    en: 'Association with data store {x} is not executed; use a variable, call or decision',
    tr: '{x} veri deposuyla ilişki yürütülmez; değişken, çağrı ya da karar kullanın',
    help: 'Keep the value in a variable, or read it by a call.',
  },
  'DAT-20': {
    marks: 'XL',
    en: 'Data outputs/inputs of the event do not match its triggers with payload in number, order, type: {x}',
    tr: 'Olayın veri çıktıları/girdileri yük taşıyan tetikleyicileriyle sayı, sıra ya da tür olarak uyuşmuyor: {xTr}',
    help: 'Give the event one datum for each trigger that carries a payload.',
  },
  'DAT-21': {
    marks: 'X',
    en: 'Two data elements of one scope share the variable name {n}',
    tr: 'Bir kapsamın iki veri öğesi aynı değişken adını taşıyor: {n}',
    help: 'Give each a name of its own.',
  },
  'DAT-22': {
    marks: 'X',
    en: 'Item definition {x}: type {t} does not exist in the XML Schema or imported namespace that it names',
    tr: '{x} öğe tanımı: {t} türü, gösterdiği XML Schema ya da içe aktarılan ad alanında yok',
    help: 'Correct the name of the type.',
  },
  'DAT-23': {
    marks: 'S',
    en: 'Name of data object reference {x} is not "{object} [{state}]"',
    tr: '{x} veri nesnesi başvurusunun adı "{object} [{state}]" değil',
    help: 'Name it after its object and state.',
  },
} as const satisfies RuleTexts;
