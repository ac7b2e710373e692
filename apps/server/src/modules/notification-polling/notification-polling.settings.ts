// Declares what an operator can tune in notification polling.
import { booleanSetting, defineSettings, numberSetting, settingTexts } from '../../kernel/settings/settings.ts';

export const notificationPollingSettings = defineSettings('polling', {
  retentionRead: numberSetting('polling.retention.read', {
    ...settingTexts({
      en: [
        'Days that read notifications are kept',
        'Notifications to named users that were read are removed after this time.',
      ],
      tr: [
        'Okunan bildirimlerin saklandığı gün sayısı',
        'Adı verilen kullanıcılara gönderilip okunan bildirimler bu süreden sonra silinir.',
      ],
    }),
    unit: 'DAY',
    default: 30,
    min: 1,
    max: 3_650,
  }),
  retentionUnread: numberSetting('polling.retention.unread', {
    ...settingTexts({
      en: [
        'Days that notifications are kept at all',
        'Notifications to named users are removed after this time, also where nobody read them.',
      ],
      tr: [
        'Bildirimlerin en fazla saklandığı gün sayısı',
        'Adı verilen kullanıcılara gönderilen bildirimler okunmamış olsa da bu süreden sonra silinir.',
      ],
    }),
    unit: 'DAY',
    default: 180,
    min: 1,
    max: 3_650,
  }),
  listenTaskAssigned: booleanSetting('polling.listen.task-assigned', {
    ...settingTexts({
      en: [
        'Notify people of tasks that they are assigned',
        'Whoever is assigned a task by somebody else or by a process is notified. Candidates are not.',
      ],
      tr: [
        'Atanan görevleri kişilere bildir',
        'Başkası ya da bir süreç tarafından görev atanan kişiye bildirilir. Adaylara bildirilmez.',
      ],
    }),
    default: true,
  }),
  listenReportFinished: booleanSetting('polling.listen.report-finished', {
    ...settingTexts({
      en: [
        'Notify people of the ends of reports',
        'Whoever has a report run and asks for a notification (notify: POLLING) gets one when it has ended, well or not.',
      ],
      tr: [
        'Biten raporları kişilere bildir',
        'Bir raporu çalıştırıp böyle bildirilmesini isteyen kişiye (notify: POLLING), iyi ya da kötü, bittiğinde bildirilir.',
      ],
    }),
    default: true,
  }),
  retentionAnnouncement: numberSetting('polling.retention.announcement', {
    ...settingTexts({
      en: [
        'Days that announcements are kept which are over',
        'Withdrawn and expired announcements are removed after this time, with what people did with them.',
      ],
      tr: [
        'Süresi geçen duyuruların saklandığı gün sayısı',
        'Geri çekilen ve süresi dolan duyurular, kişilerin onlarla yaptıklarıyla birlikte bu süreden sonra silinir.',
      ],
    }),
    unit: 'DAY',
    default: 365,
    min: 1,
    max: 3_650,
  }),
});
