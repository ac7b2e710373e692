// Declares the knobs of the mail module: what each means, its default and the limits a value must keep.
import { type Bound, defineSettings, numberSetting, settingTexts } from '../../kernel/settings/settings.ts';

export const mailSettings = defineSettings('mail', {
  /** RFC 5321 4.5.4.1 asks for four to five days: a relay may be down over a weekend. */
  giveUp: numberSetting('mail.give-up-hours', {
    ...settingTexts({
      en: [
        'How long a mail is tried',
        'A mail that has not left by then is given up and its content removed, unless it names a date of its own. Higher: mails survive a longer outage of the mail server. Lower: nobody gets mails that are no longer of use. Holds for mails queued after the change.',
      ],
      tr: [
        'Bir postanın gönderilmeye çalışıldığı süre',
        'Bu sürede gönderilemeyen postadan, kendi tarihi yoksa, vazgeçilir ve içeriği silinir. Yükseltilirse postalar posta sunucusunun daha uzun kesintilerini atlatır; düşürülürse işe yaramaz hâle gelmiş postalar kimseye ulaşmaz. Değişiklikten sonra sıraya giren postalarda geçerlidir.',
      ],
    }),
    unit: 'HOUR',
    default: 96,
    min: 1,
    max: 168,
  }),
});

export type MailSettings = Bound<typeof mailSettings>;
