// Names what can become of a run after it was accepted, with a sentence for a person in each language.
import type { Language } from '../../../errors/definition.ts';

/** The codes are no failures of a request: they stand in the answer about the run. */
export const reportRunFailures = {
  REPORT_QUERY_FAILED: {
    en: 'The query of the report failed.',
    tr: 'Raporun sorgusu başarısız oldu.',
  },
  REPORT_TIMEOUT: {
    en: 'The report took longer than it may.',
    tr: 'Rapor izin verilenden uzun sürdü.',
  },
  REPORT_ROW_LIMIT_EXCEEDED: {
    en: 'The report has more rows than it may.',
    tr: 'Raporda izin verilenden çok satır var.',
  },
  REPORT_OUTPUT_TOO_LARGE: {
    en: 'The file of the report is larger than it may be.',
    tr: 'Raporun dosyası izin verilenden büyük.',
  },
  REPORT_RENDER_FAILED: {
    en: 'The file of the report could not be made.',
    tr: 'Raporun dosyası oluşturulamadı.',
  },
  REPORT_ADAPTER_UNAVAILABLE: {
    en: 'The data of the report cannot be reached.',
    tr: 'Raporun verilerine ulaşılamıyor.',
  },
  REPORT_ADAPTER_RESPONSE_INVALID: {
    en: 'The adapter answered what cannot be read.',
    tr: 'Bağdaştırıcının yanıtı okunamıyor.',
  },
  REPORT_DISK_FULL: {
    en: 'There is no room for the report.',
    tr: 'Rapor için yer yok.',
  },
  REPORT_ACCESS_LOST: {
    en: 'Whoever asked for the report had lost the right to it when its turn came.',
    tr: 'Raporu isteyen kişi, sırası geldiğinde rapora erişim hakkını yitirmişti.',
  },
  REPORT_WORKER_LOST: {
    en: 'The report ended twice with whatever it ran in.',
    tr: 'Raporu çalıştıran işlem iki kez sona erdi.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type ReportRunFailure = keyof typeof reportRunFailures;
export const reportRunFailureCodes = Object.keys(reportRunFailures) as readonly ReportRunFailure[];
