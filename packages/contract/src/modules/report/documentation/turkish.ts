// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { reportContract } from '../module.ts';

export const reportTurkish: TurkishOf<typeof reportContract> = {
  title: 'Rapor',
  summaries: {
    deleteByUuid: 'Bir raporu siler',
    discoverReportDataAdapters: 'Ulaşılabilen veri bağdaştırıcıları',
    getByUuid: 'Bir rapor',
    queryDataList: 'Rapor gruplarını listeler',
    queryDataPage: 'Rapor gruplarını sayfalar',
    queryLookupDataList: 'Seçim yapmak için rapor gruplarını listeler',
    saveReport: 'Bir rapor oluşturur',
    updateReport: 'Bir raporu değiştirir',
    copyReport: 'Bir raporu kopyalar',
    activateReport: 'Bir raporu etkinleştirir',
    deactivateReport: 'Bir raporu devre dışı bırakır',
    queryReportDataPage: 'Raporları sayfalar',
    queryReportLookupDataList: 'Seçim yapmak için raporları listeler',
    getGroup: 'Bir rapor grubu',
    updateGroup: 'Bir rapor grubunu değiştirir ya da taşır',
    updateAllGroups: 'Rapor gruplarını taşır ve sıralar',
    deleteGroup: 'Bir rapor grubunu siler',
    getTree: 'Rapor gruplarının ağacı',
    save: 'Bir rapor grubu oluşturur',
    execute: 'Bir raporu arka planda çalıştırır',
    run: 'Bir raporu çalıştırır ve dosyasını döndürür',
    getStatus: 'Bir çalıştırmanın durumu',
    getExecution: 'Bir rapor çalıştırması',
    queryExecutionPage: 'Rapor çalıştırmalarını sayfalar',
    getOutput: 'Bir çalıştırmanın dosyası',
    getPage: 'Bir çalıştırmanın satırları',
    exportAgain: 'Bir çalıştırmadan başka bir dosya oluşturur',
    cancel: 'Bir çalıştırmayı iptal eder',
    deleteExecution: 'Bir çalıştırmayı dosyalarıyla birlikte siler',
  },
};
