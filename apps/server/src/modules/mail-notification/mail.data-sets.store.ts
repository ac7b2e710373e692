// Declares the data sets of mails and their recipients, with their SQL.
import { defineDataSets } from '../../kernel/data-sets.ts';

/** Subjects of sensitive mails are the names of their templates: nothing else was stored beside the sealed content. */
export const mailDataSets = defineDataSets([
  {
    code: 'mails',
    labelMap: { en: 'Mails', tr: 'E-postalar' },
    authority: 'NOTIFICATION_MAIL_VIEW',
    columnList: [
      { name: 'uuid', type: 'UUID', labelMap: { en: 'Mail', tr: 'E-posta' } },
      { name: 'templateCode', type: 'STRING', labelMap: { en: 'Template', tr: 'Şablon' } },
      { name: 'category', type: 'STRING', labelMap: { en: 'Category', tr: 'Kategori' } },
      { name: 'subject', type: 'STRING', labelMap: { en: 'Subject', tr: 'Konu' } },
      { name: 'sensitive', type: 'BOOLEAN', labelMap: { en: 'Sensitive', tr: 'Hassas' } },
      { name: 'status', type: 'STRING', labelMap: { en: 'Status', tr: 'Durum' } },
      { name: 'statusReason', type: 'STRING', labelMap: { en: 'Reason of the status', tr: 'Durum nedeni' } },
      { name: 'priority', type: 'STRING', labelMap: { en: 'Priority', tr: 'Öncelik' } },
      { name: 'locale', type: 'STRING', labelMap: { en: 'Language', tr: 'Dil' } },
      { name: 'sender', type: 'STRING', labelMap: { en: 'Sender', tr: 'Gönderen' } },
      { name: 'createdBy', type: 'STRING', labelMap: { en: 'Caused by', tr: 'Neden olan' } },
      { name: 'dateCreated', type: 'DATE_TIME', labelMap: { en: 'Created', tr: 'Oluşturulma' } },
      { name: 'sendDate', type: 'DATE_TIME', labelMap: { en: 'To be sent', tr: 'Gönderilecek' } },
      { name: 'sentDate', type: 'DATE_TIME', labelMap: { en: 'Sent', tr: 'Gönderilme' } },
      { name: 'attempts', type: 'INTEGER', labelMap: { en: 'Attempts', tr: 'Deneme sayısı' } },
      { name: 'size', type: 'INTEGER', labelMap: { en: 'Bytes', tr: 'Bayt' } },
    ],
    relation: `
      SELECT uuid, template_code AS "templateCode", category, subject, sensitive, status, status_reason AS "statusReason", priority,
        locale, sender, created_by AS "createdBy", date_created AS "dateCreated", send_date AS "sendDate", sent_date AS "sentDate",
        attempt_count AS attempts, size
      FROM mail WHERE tenant_identifier = :tenant`,
  },
  {
    code: 'mail-recipients',
    labelMap: { en: 'Recipients of mails', tr: 'E-posta alıcıları' },
    authority: 'NOTIFICATION_MAIL_VIEW',
    columnList: [
      { name: 'mailUuid', type: 'UUID', labelMap: { en: 'Mail', tr: 'E-posta' } },
      { name: 'templateCode', type: 'STRING', labelMap: { en: 'Template', tr: 'Şablon' } },
      { name: 'dateCreated', type: 'DATE_TIME', labelMap: { en: 'Created', tr: 'Oluşturulma' } },
      {
        name: 'type',
        type: 'STRING',
        labelMap: { en: 'To, copy or hidden copy', tr: 'Alıcı, kopya veya gizli kopya' },
      },
      { name: 'address', type: 'STRING', labelMap: { en: 'Address', tr: 'Adres' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'status', type: 'STRING', labelMap: { en: 'Status', tr: 'Durum' } },
      { name: 'reason', type: 'STRING', labelMap: { en: 'Reason of the status', tr: 'Durum nedeni' } },
      {
        name: 'errorCode',
        type: 'INTEGER',
        labelMap: { en: 'Code of the mail server', tr: 'E-posta sunucusunun kodu' },
      },
      { name: 'enhancedCode', type: 'STRING', labelMap: { en: 'Enhanced code', tr: 'Genişletilmiş kod' } },
      { name: 'deliveredDate', type: 'DATE_TIME', labelMap: { en: 'Delivered', tr: 'Teslim' } },
    ],
    relation: `
      SELECT m.uuid AS "mailUuid", m.template_code AS "templateCode", m.date_created AS "dateCreated", r.type, r.address, r.name,
        r.status, r.reason, r.last_code AS "errorCode", r.last_enhanced_code AS "enhancedCode", r.delivered_date AS "deliveredDate"
      FROM mail m JOIN mail_recipient r ON r.mail_id = m.id WHERE m.tenant_identifier = :tenant`,
  },
]);
