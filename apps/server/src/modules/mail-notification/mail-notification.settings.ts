// Declares the settings of the mail module: what each means, its default and the limits a value must keep.
import { findWrongEntry } from '../../kernel/outbound/allow-list.ts';
import {
  type Bound,
  booleanSetting,
  choiceSetting,
  defineRule,
  defineSettings,
  numberSetting,
  type SettingRule,
  settingTexts,
  textSetting,
} from '../../kernel/settings/settings.ts';

export const mailSettings = defineSettings('mail', {
  /** RFC 5321 4.5.4.1 asks for four to five days: a relay may be down over a weekend. */
  giveUp: numberSetting('mail.give-up-hours', {
    ...settingTexts({
      en: [
        'How long a mail is tried',
        'A mail that has not left by then is given up, unless it names a date of its own; a mail with a secret in it loses its content. Higher: mails survive a longer outage of the mail server. Lower: nobody gets mails that are no longer of use. Holds for mails queued after the change.',
      ],
      tr: [
        'Bir postanın gönderilmeye çalışıldığı süre',
        'Bu sürede gönderilemeyen postadan, kendi tarihi yoksa, vazgeçilir; gizli bilgi taşıyan postanın içeriği silinir. Yükseltilirse postalar posta sunucusunun daha uzun kesintilerini atlatır; düşürülürse işe yaramaz hâle gelmiş postalar kimseye ulaşmaz. Değişiklikten sonra sıraya giren postalarda geçerlidir.',
      ],
    }),
    unit: 'HOUR',
    default: 96,
    min: 1,
    max: 168,
  }),
  sendingEnabled: booleanSetting('mail.sending-enabled', {
    ...settingTexts({
      en: [
        'Send mails',
        'Off: mails are taken and wait, none leaves, and those past their date expire. For the time in which a mail server is moved, or in which something sends what it should not.',
      ],
      tr: [
        'Postaları gönder',
        'Kapalıyken postalar alınır ve bekler, hiçbiri gönderilmez, tarihi geçenlerin süresi dolar. Posta sunucusu taşınırken ya da gönderilmemesi gereken postalar gönderilirken kullanılır.',
      ],
    }),
    default: true,
    tenantOverridable: false,
  }),
  transport: choiceSetting('mail.transport', {
    ...settingTexts({
      en: [
        'Where mails go',
        'AUTO: by SMTP where there is a mail server, else they are captured: kept here, readable, and sent to nobody. CAPTURE: all of them, although there is a mail server. What was captured is never sent by a later change.',
      ],
      tr: [
        'Postaların gittiği yer',
        'AUTO: posta sunucusu varsa SMTP ile gider, değilse yakalanır: burada saklanır, okunabilir ve kimseye gönderilmez. CAPTURE: posta sunucusu olsa da hepsi yakalanır. Yakalanan postalar sonraki bir değişiklikle gönderilmez.',
      ],
    }),
    choices: ['AUTO', 'CAPTURE'],
    default: 'AUTO',
    tenantOverridable: false,
  }),
  retentionContent: numberSetting('mail.retention.content', {
    ...settingTexts({
      en: [
        'Days that contents of mails are kept',
        'What a mail says is removed so many days after the date at which it would expire; from then on it can be neither read nor sent again.',
      ],
      tr: [
        'Posta içeriklerinin saklandığı gün sayısı',
        'Postanın içeriği, süresinin dolacağı tarihten bu kadar gün sonra silinir; bundan sonra okunamaz ve yeniden gönderilemez.',
      ],
    }),
    unit: 'DAY',
    default: 7,
    min: 1,
    max: 365,
    tenantOverridable: false,
  }),
  retentionLog: numberSetting('mail.retention.log', {
    ...settingTexts({
      en: [
        'Days that the log of mails is kept',
        'Mails that are at an end are removed from the log after this time, with their recipients and attempts.',
      ],
      tr: [
        'Posta günlüğünün saklandığı gün sayısı',
        'Sonuçlanan postalar bu süreden sonra alıcıları ve denemeleriyle birlikte günlükten silinir.',
      ],
    }),
    unit: 'DAY',
    default: 90,
    min: 1,
    max: 3_650,
    tenantOverridable: false,
  }),
  uncertainPolicy: choiceSetting('mail.uncertain-policy', {
    ...settingTexts({
      en: [
        'What becomes of mails in doubt',
        'Where nobody knows whether a mail arrived, because a connection or a process ended at the wrong moment: RETRY sends it again after a minute, so that it may come twice; HOLD leaves it UNCERTAIN until somebody resolves it or sends it again. Holds for mails that are taken after the change.',
      ],
      tr: [
        'Ulaştığı belirsiz postalara ne yapılacağı',
        'Bağlantı ya da süreç yanlış anda kesildiği için postanın ulaşıp ulaşmadığı bilinmiyorsa: RETRY bir dakika sonra yeniden gönderir, posta iki kez ulaşabilir; HOLD biri sonucu bildirene ya da yeniden gönderene dek UNCERTAIN durumunda bırakır. Değişiklikten sonra alınan postalarda geçerlidir.',
      ],
    }),
    choices: ['RETRY', 'HOLD'],
    default: 'RETRY',
  }),
  showSensitive: booleanSetting('mail.capture.show-sensitive', {
    ...settingTexts({
      en: [
        'Show captured mails with secrets',
        'Captured mails with links or codes in them can be read for 24 hours by whoever may read mails and is their recipient or holds all that the recipients hold, as long as only this machine reaches the server: it listens on loopback, has no other public address and no proxy. Behind a proxy that KEELSON_TRUSTED_PROXIES does not name, switch it off.',
      ],
      tr: [
        'Gizli bilgi taşıyan yakalanmış postaları göster',
        'İçinde bağlantı ya da kod bulunan yakalanmış postalar, sunucuya yalnızca bu makine ulaşıyorsa (yerel adresi dinliyor, başka genel adresi ve vekil sunucusu yoksa) posta okuma yetkisi olup alıcısı olan ya da alıcıların bütün yetkilerini taşıyanlarca 24 saat okunabilir. KEELSON_TRUSTED_PROXIES içinde adı geçmeyen bir vekil sunucunun arkasında kapatın.',
      ],
    }),
    default: true,
    tenantOverridable: false,
  }),
  smtpAllow: textSetting('mail.smtp.allow', {
    ...settingTexts({
      en: [
        'Mail servers inside',
        'Host names, addresses and ranges such as 10.1.0.0/16, with spaces or commas between them. Whoever manages the mail servers of a tenant reaches public addresses on the ports 25, 465, 587 and 2525; private and local ones, and hosts on other ports, only where this list names them. Each entry opens that part of your network to them.',
      ],
      tr: [
        'İçerideki posta sunucuları',
        'Aralarında boşluk ya da virgülle sunucu adları, adresler ve 10.1.0.0/16 gibi aralıklar. Bir kiracının posta sunucularını yönetenler genel adreslere 25, 465, 587 ve 2525 kapılarından ulaşır; özel ve yerel adreslere, başka kapılardaki sunuculara yalnızca bu listede varsa ulaşır. Her kayıt, ağınızın o bölümünü onlara açar.',
      ],
    }),
    default: '',
    max: 4_096,
    reauthenticationRequired: true,
    tenantOverridable: false,
  }),
  defaultSender: textSetting('mail.default-sender', {
    ...settingTexts({
      en: [
        'Sender of mails',
        'One address, or Name <address>, in whose name mails leave that name no other sender. Empty: no-reply@ and the host of the public address, where that is one that can get mails. Holds for mails that are taken after the change.',
      ],
      tr: [
        'Postaların göndereni',
        'Başka gönderen belirtilmeyen postaların gönderildiği adres ya da Ad <adres>. Boşsa, posta alabilecek bir adres olması koşuluyla, no-reply@ ve genel adresin sunucu adı kullanılır. Değişiklikten sonra alınan postalarda geçerlidir.',
      ],
    }),
    default: '',
    max: 400,
    pattern: '|[^<>@\\s]+@[^<>@\\s]+\\.[^<>@\\s]+|[^<>\\x00-\\x1f]*<[^<>@\\s]+@[^<>@\\s]+\\.[^<>@\\s]+>',
  }),
  recipientDomains: textSetting('mail.recipient-domains', {
    ...settingTexts({
      en: [
        'Domains that are written to',
        'Domains of mail addresses, with commas between them; each stands for itself alone, not for those below it. Empty: all. Mails that people, keys and processes send to other addresses are refused; those of the platform itself leave all the same.',
      ],
      tr: [
        'Posta gönderilebilen alan adları',
        'Posta adreslerinin alan adları, virgülle ayrılır; her biri yalnızca kendisini kapsar, alt alan adlarını kapsamaz. Boşsa hepsine gönderilir. Kişilerin, anahtarların ve süreçlerin başka adreslere gönderdiği postalar reddedilir; platformun kendi postaları yine gider.',
      ],
    }),
    default: '',
    max: 4_000,
    pattern: '|[a-z0-9.-]+(\\s*,\\s*[a-z0-9.-]+)*',
  }),
  personMails: numberSetting('mail.rate.person-mails', {
    ...settingTexts({
      en: [
        'Mails that a person sends in a minute',
        'Requests of one person to send a mail: the separate mails of one request count once, and each request of a batch counts. What goes beyond is refused for a while; an atomic batch passes where something is left, and the person waits that much longer afterwards. API keys have no such bound.',
      ],
      tr: [
        'Bir kişinin dakikada gönderdiği postalar',
        'Bir kişinin posta gönderme istekleri: bir isteğin ayrı postaları bir sayılır, toplu gönderimin her isteği ayrı sayılır. Sınırı aşan istekler bir süre reddedilir; bölünmeyen (atomic) bir toplu gönderim, hak kalmışsa geçer ve kişi sonrasında o kadar uzun bekler. API anahtarları için böyle bir sınır yoktur.',
      ],
    }),
    unit: 'COUNT',
    default: 60,
    min: 1,
    max: 100_000,
  }),
  personRecipients: numberSetting('mail.rate.person-recipients', {
    ...settingTexts({
      en: [
        'Recipients that a person writes to in a minute',
        'Recipients of all mails that one person sends. A request for more of them passes where something is left, and the person waits that much longer afterwards. API keys have no such bound.',
      ],
      tr: [
        'Bir kişinin dakikada posta gönderdiği alıcılar',
        'Bir kişinin gönderdiği tüm postaların alıcıları. Daha çok alıcısı olan bir istek, hak kalmışsa geçer ve kişi sonrasında o kadar uzun bekler. API anahtarları için böyle bir sınır yoktur.',
      ],
    }),
    unit: 'COUNT',
    default: 300,
    min: 1,
    max: 1_000_000,
  }),
});

export type MailSettings = Bound<typeof mailSettings>;

export const mailRules: readonly SettingRule[] = [
  defineRule('mail.smtp-allow-is-readable', ['mail.smtp.allow'], ({ 'mail.smtp.allow': allowed }) => {
    const wrong = allowed === undefined ? null : findWrongEntry(String(allowed));
    return wrong === null ? null : `mail.smtp.allow has ${wrong}, which is no host, address or range`;
  }),
];
