// What the rules of processes say.
import type { RuleTexts } from '../rule-texts.ts';

export const PROCESS_TEXTS = {
  'PRC-01': {
    marks: 'X',
    en: 'Executable process without flow elements',
    tr: 'Akış öğesi olmayan yürütülebilir süreç',
    help: 'Add a start event and what follows, or set isExecutable="false".',
  },
  'PRC-02': {
    marks: 'L',
    en: 'There is a start event but no end event in {scope}',
    tr: '{scope} içinde başlangıç olayı var ama bitiş olayı yok',
    help: 'Add an end event behind each last element.',
  },
  'PRC-03': {
    marks: 'L',
    en: 'There is an end event but no start event (nor instantiating receive task or gateway) in {scope}',
    tr: '{scope} içinde bitiş olayı var ama başlangıç olayı (ya da süreç başlatan alma görevi veya geçit) yok',
    help: 'Add a start event.',
  },
  'PRC-04': {
    marks: 'L',
    en: '{x} has no incoming flow although {scope} has start events',
    tr: '{scope} içinde başlangıç olayları olduğu hâlde {x} öğesine giren akış yok',
    help: 'Connect the element, or remove it: nothing would ever start it.',
  },
  'PRC-05': {
    marks: 'L',
    en: '{x} has no outgoing flow although {scope} has end events',
    tr: '{scope} içinde bitiş olayları olduğu hâlde {x} öğesinden çıkan akış yok',
    help: 'Connect the element to what comes next, or to an end event.',
  },
  'PRC-06': {
    marks: '',
    en: 'A public process cannot be executable',
    tr: 'Herkese açık (public) süreç yürütülebilir olamaz',
    help: 'Set processType="Private", or isExecutable="false".',
  },
  'PRC-07': {
    marks: '',
    en: 'Process id {k} occurs twice in the deployment',
    tr: '{k} süreç kimliği dağıtımda iki kez geçiyor',
    help: 'Give each process an id of its own.',
  },
  'PRC-10': {
    marks: 'X',
    en: 'Nothing can start this process',
    tr: 'Bu süreci hiçbir şey başlatamaz',
    help: 'Add a start event, or an activity without incoming flow.',
  },
} as const satisfies RuleTexts;
