// The texts of rules about references between elements.
import type { RuleTexts } from './rule-texts.ts';

export const REFERENCE_TEXTS = {
  'REF-01': {
    marks: '',
    en: '{attr}="{v}" refers to nothing',
    tr: '{attr}="{v}" hiçbir öğeye karşılık gelmiyor',
    help: 'Correct the id, or add the element that it names.',
    helpTr: 'Kimliği düzeltin ya da gösterdiği öğeyi ekleyin.',
  },
  'REF-02': {
    marks: '',
    en: '{attr} refers to a {type}, expected {types}',
    tr: '{attr} bir {type} öğesini gösteriyor, beklenen: {types}',
    help: 'Name an element of the expected kind.',
    helpTr: 'Beklenen türden bir öğe gösterin.',
  },
  'REF-03': {
    marks: '',
    en: 'Prefix {p} is not declared',
    tr: '{p} öneki tanımlı değil',
    help: 'Declare the prefix with xmlns:{p}="..." on definitions.',
    helpTr: 'Öneki definitions üzerinde xmlns:{p}="..." ile tanımlayın.',
  },
  'REF-04': {
    marks: '',
    en: '{attr} refers to {v}, which is not visible from this scope',
    tr: '{attr}, bu kapsamdan görünmeyen {v} öğesini gösteriyor',
    help: 'Name an element of the same process or of one around it.',
    helpTr: 'Aynı sürecin ya da onu çevreleyen birinin bir öğesini gösterin.',
  },
} as const satisfies RuleTexts;
