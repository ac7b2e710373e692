// Declares what reports may read of the changes of settings, with the SQL of it.
import { defineDataSets } from '../../kernel/data-sets.ts';

/** A tenant sees its own changes and global ones. Values of secrets are not stored in the history. */
export const settingDataSets = defineDataSets([
  {
    code: 'setting-changes',
    labelMap: { en: 'Changes of settings', tr: 'Ayar değişiklikleri' },
    authority: 'SETTING_VIEW',
    columnList: [
      { name: 'date', type: 'DATE_TIME', labelMap: { en: 'Date', tr: 'Tarih' } },
      { name: 'revision', type: 'LONG', labelMap: { en: 'Revision', tr: 'Revizyon' } },
      { name: 'code', type: 'STRING', labelMap: { en: 'Setting', tr: 'Ayar' } },
      { name: 'scope', type: 'STRING', labelMap: { en: 'Level', tr: 'Düzey' } },
      { name: 'username', type: 'STRING', labelMap: { en: 'User of the value', tr: 'Değerin kullanıcısı' } },
      { name: 'action', type: 'STRING', labelMap: { en: 'Action', tr: 'İşlem' } },
      { name: 'oldValue', type: 'STRING', labelMap: { en: 'Old value', tr: 'Eski değer' } },
      { name: 'newValue', type: 'STRING', labelMap: { en: 'New value', tr: 'Yeni değer' } },
      { name: 'reason', type: 'STRING', labelMap: { en: 'Reason', tr: 'Neden' } },
      { name: 'updatedBy', type: 'STRING', labelMap: { en: 'Changed by', tr: 'Değiştiren' } },
    ],
    relation: `
      SELECT date, revision, code, scope, username, action,
        CASE WHEN secret THEN '***' ELSE old_value #>> '{}' END AS "oldValue",
        CASE WHEN secret THEN '***' ELSE new_value #>> '{}' END AS "newValue", reason, updated_by AS "updatedBy"
      FROM system_setting_history WHERE tenant_identifier = :tenant OR tenant_identifier IS NULL`,
  },
]);
