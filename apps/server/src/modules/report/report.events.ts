// Declares the kinds of events of reports.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const reportEvents = defineEvents({
  saved: {
    name: 'report.saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed, moved, enabled or disabled a report; the detail has plain fields that differ and the names of parts that do.',
      tr: 'Bir rapor oluşturuldu, değiştirildi, taşındı, etkinleştirildi ya da devre dışı bırakıldı; ayrıntıda farklı düz alanlar ve farklı bölümlerin adları var.',
    },
  },
  deleted: {
    name: 'report.deleted',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a report.', tr: 'Bir rapor silindi.' },
  },
  restored: {
    name: 'report.restored',
    type: 'AUDIT',
    description: {
      en: 'Somebody made an older version of a report the current one; the detail has its number, the plain fields that differ and the names of parts that do.',
      tr: 'Bir raporun eski bir sürümü geçerli sürüm yapıldı; ayrıntıda numarası, farklı düz alanlar ve farklı bölümlerin adları var.',
    },
  },
  exported: {
    name: 'report.exported',
    type: 'AUDIT',
    description: {
      en: 'Somebody exported reports; the detail has their codes and the number of groups.',
      tr: 'Raporlar dışa aktarıldı; ayrıntıda kodları ve grup sayısı var.',
    },
  },
  imported: {
    name: 'report.imported',
    type: 'AUDIT',
    description: {
      en: 'Somebody imported reports; the detail has how many were new, changed, unchanged and refused.',
      tr: 'Raporlar içe aktarıldı; ayrıntıda yeni, değişen, değişmeyen ve reddedilenlerin sayısı var.',
    },
  },
  groupDeleted: {
    name: 'report.group-deleted',
    type: 'AUDIT',
    description: {
      en: 'Somebody deleted a report group; the detail has the mode.',
      tr: 'Bir rapor grubu silindi; ayrıntıda silme biçimi var.',
    },
  },
  groupSaved: {
    name: 'report.group-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed or moved a report group; the detail has what differs.',
      tr: 'Bir rapor grubu oluşturuldu, değiştirildi ya da taşındı; ayrıntıda farklar var.',
    },
  },
  executed: {
    name: 'report.executed',
    type: 'AUDIT',
    description: {
      en: 'Somebody ran a report; the detail has the run, its format and its parameters, sensitive ones masked.',
      tr: 'Bir rapor çalıştırıldı; ayrıntıda çalıştırma, biçimi ve hassas olanları maskelenmiş parametreleri var.',
    },
  },
  outputRead: {
    name: 'report.output-read',
    type: 'AUDIT',
    description: {
      en: 'Somebody took the file of a run of a report.',
      tr: 'Bir rapor çalıştırmasının dosyası alındı.',
    },
  },
  runCancelled: {
    name: 'report.run-cancelled',
    type: 'AUDIT',
    description: { en: 'Somebody cancelled a run of a report.', tr: 'Bir rapor çalıştırması iptal edildi.' },
  },
  scheduleSaved: {
    name: 'report.schedule-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed, enabled or disabled a schedule of a report; the detail has what differs.',
      tr: 'Bir rapor zamanlaması oluşturuldu, değiştirildi, etkinleştirildi ya da devre dışı bırakıldı; ayrıntıda farklar var.',
    },
  },
  scheduleDeleted: {
    name: 'report.schedule-deleted',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a schedule of a report.', tr: 'Bir rapor zamanlaması silindi.' },
  },
  deliverySent: {
    name: 'report.delivery-sent',
    type: 'AUDIT',
    description: {
      en: 'The files of a report were mailed to somebody; the detail has the run, the recipient and the mail.',
      tr: 'Bir raporun dosyaları birine postalandı; ayrıntıda çalıştırma, alıcı ve posta var.',
    },
  },
  scheduleDisabled: {
    name: 'report.schedule-disabled',
    type: 'AUDIT',
    description: {
      en: 'The program disabled a schedule of a report; the detail has the reason.',
      tr: 'Program bir rapor zamanlamasını devre dışı bıraktı; ayrıntıda nedeni var.',
    },
  },
  adapterSaved: {
    name: 'report.adapter-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody added or changed a data adapter; the detail has what differs, without the secret.',
      tr: 'Bir veri bağdaştırıcısı eklendi ya da değiştirildi; ayrıntıda parola dışındaki farklar var.',
    },
  },
  csvUploaded: {
    name: 'report.csv-uploaded',
    type: 'AUDIT',
    description: {
      en: 'Somebody uploaded a CSV file or its next version; the detail has version, rows and bytes.',
      tr: 'Bir CSV dosyası ya da sonraki sürümü yüklendi; ayrıntıda sürüm, satır ve bayt sayısı var.',
    },
  },
  csvDeleted: {
    name: 'report.csv-deleted',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a CSV file.', tr: 'Bir CSV dosyası silindi.' },
  },
  adapterDeleted: {
    name: 'report.adapter-deleted',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a data adapter.', tr: 'Bir veri bağdaştırıcısı silindi.' },
  },
});
