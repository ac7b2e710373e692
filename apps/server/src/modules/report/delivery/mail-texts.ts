// Holds the mails that reports ship, in English and Turkish.
import type { MailTemplate } from '../../mail-notification/api.ts';
import type { DeliveryKind } from './delivery.types.ts';

const FINISHED = 'report.finished';
const FAILED = 'report.failed';
const DISABLED = 'report.schedule-disabled';

export const reportMails: readonly MailTemplate[] = [
  {
    code: FINISHED,
    name: 'Report is ready',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'Report: {{ title }}',
        content: '{{ note }}The report {{ reportName }} is ready. Rows: {{ rowCount }}.\n{{ links }}\n',
      },
      tr: {
        subject: 'Rapor: {{ title }}',
        content: '{{ note }}{{ reportName }} raporu hazır. Satır sayısı: {{ rowCount }}.\n{{ links }}\n',
      },
    },
  },
  {
    code: FAILED,
    name: 'Report has failed',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'Report has failed: {{ title }}',
        content: 'The report {{ reportName }} could not be made. Reason: {{ reason }}.\n',
      },
      tr: {
        subject: 'Rapor başarısız oldu: {{ title }}',
        content: '{{ reportName }} raporu oluşturulamadı. Neden: {{ reason }}.\n',
      },
    },
  },
  {
    code: DISABLED,
    name: 'Report schedule was disabled',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'Report schedule was disabled: {{ title }}',
        content:
          'The schedule {{ scheduleName }} does not run any more. Reason: {{ reason }}.\n\nOnce that has passed, activate it again.\n',
      },
      tr: {
        subject: 'Rapor zamanlaması devre dışı bırakıldı: {{ title }}',
        content:
          '{{ scheduleName }} zamanlaması artık çalışmıyor. Neden: {{ reason }}.\n\nNeden ortadan kalkınca yeniden etkinleştirin.\n',
      },
    },
  },
];

/** Answers the template of a mail; the end of a failed run has another one. */
export function templateOf(kind: DeliveryKind, reason: string): string {
  if (kind === 'STOPPED') return DISABLED;
  return kind === 'FAILURE' || (kind === 'END' && reason !== '') ? FAILED : FINISHED;
}
