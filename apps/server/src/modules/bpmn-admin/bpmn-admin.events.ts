// Declares the kinds of events of process models.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const bpmnAdminEvents = defineEvents({
  saved: {
    name: 'process-model.saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody saved a process model; the detail has the versions of its content before and after.',
      tr: 'Bir süreç modeli kaydedildi; ayrıntıda içeriğin önceki ve sonraki sürümü var.',
    },
  },
  imported: {
    name: 'process-model.imported',
    type: 'AUDIT',
    description: {
      en: 'A file became a process model, or its next version.',
      tr: 'Bir dosya süreç modeli ya da onun sonraki sürümü oldu.',
    },
  },
  deployed: {
    name: 'process-model.deployed',
    type: 'AUDIT',
    description: {
      en: 'Somebody deployed a version of a process model.',
      tr: 'Bir süreç modelinin bir sürümü yüklendi.',
    },
  },
  renamed: {
    name: 'process-model.renamed',
    type: 'AUDIT',
    description: { en: 'Somebody renamed a process model.', tr: 'Bir süreç modelinin adı değiştirildi.' },
  },
  restored: {
    name: 'process-model.restored',
    type: 'AUDIT',
    description: {
      en: 'Somebody made an older version of a process model the current one.',
      tr: 'Bir süreç modelinin eski bir sürümü güncel sürüm yapıldı.',
    },
  },
  moved: {
    name: 'process-model.moved',
    type: 'AUDIT',
    description: {
      en: 'Somebody moved a process model to another namespace.',
      tr: 'Bir süreç modeli başka bir ad alanına taşındı.',
    },
  },
  removed: {
    name: 'process-model.removed',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a process model.', tr: 'Bir süreç modeli silindi.' },
  },
});
