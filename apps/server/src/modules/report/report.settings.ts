// Declares what an operator can tune in reports.
import { defineSettings, numberSetting, settingTexts } from '../../kernel/settings/settings.ts';

export const reportSettings = defineSettings('report', {
  maxRows: numberSetting('report.run.max-rows', {
    ...settingTexts({
      en: ['Rows of a run', 'No run of a report has more rows than this, whatever the report says.'],
      tr: ['Bir çalıştırmanın satır sayısı', 'Rapor ne derse desin hiçbir çalıştırmada bundan çok satır olmaz.'],
    }),
    unit: 'COUNT',
    default: 5_000_000,
    min: 1,
    max: 50_000_000,
    tenantEditable: false,
  }),
  timeout: numberSetting('report.run.timeout', {
    ...settingTexts({
      en: ['Seconds of a run', 'No run of a report takes longer than this, whatever the report says.'],
      tr: ['Bir çalıştırmanın saniye sınırı', 'Rapor ne derse desin hiçbir çalıştırma bundan uzun sürmez.'],
    }),
    unit: 'SECOND',
    default: 7_200,
    min: 10,
    max: 86_400,
    tenantEditable: false,
  }),
  retention: numberSetting('report.output.retention', {
    ...settingTexts({
      en: ['Hours that files of reports are kept', 'Files of a run and its rows are removed after this time.'],
      tr: [
        'Rapor dosyalarının saklandığı saat sayısı',
        'Bir çalıştırmanın dosyaları ve satırları bu süreden sonra silinir.',
      ],
    }),
    unit: 'HOUR',
    default: 24,
    min: 1,
    max: 720,
  }),
  storeMaxSize: numberSetting('report.store.max-size', {
    ...settingTexts({
      en: [
        'Mebibytes of reports',
        'Rows and files of all runs together take no more than this; what is needed least goes first, then runs fail.',
      ],
      tr: [
        'Raporların mebibayt sınırı',
        'Tüm çalıştırmaların satırları ve dosyaları birlikte bundan çok yer tutmaz; önce en az gerekenler silinir, sonra çalıştırmalar başarısız olur.',
      ],
    }),
    unit: 'MEBIBYTE',
    default: 10_240,
    min: 16,
    max: 1_000_000,
    tenantOverridable: false,
  }),
});
