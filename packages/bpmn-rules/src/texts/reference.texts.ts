// What the rules of references between elements say.
import type { RuleTexts } from '../rule-texts.ts';

export const REFERENCE_TEXTS = {
  'REF-01': {
    marks: '',
    en: '{attr}="{v}" refers to nothing',
    tr: '{attr}="{v}" hiçbir öğeye karşılık gelmiyor',
    help: 'Correct the id, or add the element that it names.',
  },
  'REF-02': {
    marks: '',
    en: '{attr} refers to a {type}, expected {types}',
    tr: '{attr} bir {type} öğesini gösteriyor, beklenen: {types}',
    help: 'Name an element of the expected kind.',
  },
  'REF-03': {
    marks: '',
    en: 'Prefix {p} is not declared',
    tr: '{p} öneki tanımlı değil',
    help: 'Declare the prefix with xmlns:{p}="..." on definitions.',
  },
  'REF-04': {
    marks: '',
    en: '{attr} refers to {v}, which is not visible from this scope',
    tr: '{attr}, bu kapsamdan görünmeyen {v} öğesini gösteriyor',
    help: 'Name an element of the same process or of one around it.',
  },
  'ART-01': {
    marks: '',
    en: 'An association needs an existing source and target',
    tr: 'Bir ilişkinin (association) var olan bir kaynağı ve hedefi olmalı',
    help: 'Connect both ends of the association, or delete it.',
  },
  'ART-02': {
    marks: '',
    en: "A group's category value does not exist",
    tr: 'Bir grubun kategori değeri yok',
    help: 'Add the category value, or remove categoryValueRef from the group.',
  },
  'ART-03': {
    marks: '',
    en: 'A compensation association must point from the event to the activity',
    tr: 'Telafi ilişkisi (association) olaydan etkinliğe doğru olmalı',
    help: 'Swap source and target of the association.',
  },
  'LAN-01': {
    marks: '',
    en: 'Lane refers to {x}, which is not a flow node of this process',
    tr: 'Kulvar, bu sürecin akış düğümü olmayan {x} öğesini gösteriyor',
    help: 'Remove the flowNodeRef, or name a flow node of the process.',
  },
  'LAN-02': {
    marks: 'L',
    en: '{x} is in two lanes of one lane set',
    tr: '{x} aynı kulvar kümesinin iki kulvarında',
    help: 'Leave the element in one lane.',
  },
  'LAN-03': {
    marks: '',
    en: 'partitionElement and partitionElementRef exclude each other',
    tr: 'partitionElement ile partitionElementRef birlikte kullanılamaz',
    help: 'Keep one of the two.',
  },
  'LAN-04': {
    marks: 'L',
    en: "{x} of a nested lane is not in its outer lane's scope",
    tr: 'İç kulvardaki {x}, dış kulvarın kapsamında değil',
    help: 'Name the element in the outer lane too.',
  },
} as const satisfies RuleTexts;
