// Declares the kinds of events that the engine records.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const bpmnEngineEvents = defineEvents({
  deployed: {
    name: 'definition.deployed',
    type: 'AUDIT',
    description: {
      en: 'Process files were deployed, and new versions of their processes were made.',
      tr: 'Süreç dosyaları kuruldu ve içlerindeki süreçlerin yeni sürümleri oluşturuldu.',
    },
  },
  deploymentDeleted: {
    name: 'deployment.deleted',
    type: 'AUDIT',
    description: {
      en: 'A deployment was deleted, with the versions of processes and decisions that it had made.',
      tr: 'Bir yükleme, oluşturduğu süreç ve karar sürümleriyle birlikte silindi.',
    },
  },
  runAsChanged: {
    name: 'definition.run-as-changed',
    type: 'AUDIT',
    description: {
      en: 'A process definition names another person as whom it acts by itself, or whoever deployed it again.',
      tr: 'Bir süreç tanımının kendi başına adına davrandığı kişi değişti ya da yeniden onu kuran kişi oldu.',
    },
  },
  startingChanged: {
    name: 'definition.starting-changed',
    type: 'AUDIT',
    description: {
      en: 'Other people or groups may start a process definition, or other tenants.',
      tr: 'Bir süreç tanımını başlatabilecek kişiler, gruplar ya da kiracılar değişti.',
    },
  },
  keepingChanged: {
    name: 'definition.history-changed',
    type: 'AUDIT',
    description: {
      en: 'The history of the instances of a process definition is kept for another time, or is kept no more.',
      tr: 'Bir süreç tanımının örneklerinin geçmişini saklama süresi ya da saklanıp saklanmadığı değişti.',
    },
  },
  instanceModified: {
    name: 'process-instance.modified',
    type: 'AUDIT',
    description: {
      en: 'Elements of a running process instance were ended and begun by hand.',
      tr: 'Süren bir süreç örneğinin öğeleri elle sona erdirildi ve başlatıldı.',
    },
  },
  batchOrdered: {
    name: 'process-batch.ordered',
    type: 'AUDIT',
    description: {
      en: 'The same is done with many process instances or jobs.',
      tr: 'Birçok süreç örneğine ya da işe aynı işlem yapılıyor.',
    },
  },
  batchCancelled: {
    name: 'process-batch.cancelled',
    type: 'AUDIT',
    description: {
      en: 'What was being done with many process instances or jobs was stopped.',
      tr: 'Birçok süreç örneğine ya da işe yapılan işlem durduruldu.',
    },
  },
  batchRetried: {
    name: 'process-batch.retried',
    type: 'AUDIT',
    description: {
      en: 'What could not be done with some of many process instances or jobs is tried again.',
      tr: 'Birçok süreç örneğinin ya da işin bir bölümüne yapılamayan işlem yeniden deneniyor.',
    },
  },
  historyDeleted: {
    name: 'process-history.deleted',
    type: 'AUDIT',
    description: {
      en: 'What an ended process instance, and those that it called, had left behind was deleted.',
      tr: 'Sona ermiş bir süreç örneğinden ve onun çağırdığı örneklerden kalanlar silindi.',
    },
  },
  commentChanged: {
    name: 'process-comment.changed',
    type: 'AUDIT',
    description: {
      en: 'What somebody had said about a task or an instance was changed.',
      tr: 'Bir görev ya da örnek hakkında söylenmiş olan değiştirildi.',
    },
  },
  commentRemoved: {
    name: 'process-comment.removed',
    type: 'AUDIT',
    description: {
      en: 'What somebody had said about a task or an instance was taken back.',
      tr: 'Bir görev ya da örnek hakkında söylenmiş olan geri alındı.',
    },
  },
  attachmentRemoved: {
    name: 'process-attachment.removed',
    type: 'AUDIT',
    description: {
      en: 'What somebody had attached to a task or an instance was taken away.',
      tr: 'Bir göreve ya da örneğe eklenmiş olan kaldırıldı.',
    },
  },
  historyCleaned: {
    name: 'process-history.cleaned',
    type: 'AUDIT',
    description: {
      en: 'The history of ended instances of a process definition was deleted, as its time was over.',
      tr: 'Bir süreç tanımının sona ermiş örneklerinin geçmişi, saklama süresi dolduğu için silindi.',
    },
  },
  incidentOpened: {
    name: 'incident.opened',
    type: 'AUDIT',
    level: 'WARN',
    description: {
      en: 'A process instance, or something that should start one, cannot go on and waits for an operator.',
      tr: 'Bir süreç örneği ya da onu başlatacak bir iş ilerleyemiyor ve bir yöneticiyi bekliyor.',
    },
  },
  suspended: {
    name: 'definition.suspended',
    type: 'AUDIT',
    description: {
      en: 'A process definition, or every version of a process, was suspended: no new instance of it starts.',
      tr: 'Bir süreç tanımı ya da bir sürecin bütün sürümleri askıya alındı; yeni örneği başlatılamaz.',
    },
  },
  activated: {
    name: 'definition.activated',
    type: 'AUDIT',
    description: {
      en: 'A suspended process definition, or every version of a process, was activated: it may be started again.',
      tr: 'Askıya alınmış bir süreç tanımı ya da bir sürecin bütün sürümleri etkinleştirildi; yeniden başlatılabilir.',
    },
  },
});
