// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { loggerProducerContract } from '../module.ts';

export const loggerProducerTurkish: TurkishOf<typeof loggerProducerContract> = {
  title: 'Kayıt üretici',
  summaries: {
    produceAsync: 'Olay kaydını alır, biraz sonra saklar',
    produceSync: 'Olay kaydını alır, yanıttan önce saklar',
    produceBatchAsync: 'Birçok olay kaydını alır, biraz sonra saklar',
    produceBatchSync: 'Birçok olay kaydını alır, yanıttan önce saklar',
    getValueByKey: 'Bir anahtarın kaydedilip kaydedilmediğini söyler',
    queryList: 'Önbellekteki kayıtları listeler',
    getEvent: 'Bir olayı getirir',
    queryEvents: 'Olayları sayfalar',
    queryOwnEvents: 'Kişinin kendi olaylarını sayfalar',
    searchEvents: 'Olaylar arasında ilerler',
    histogram: 'Olayları zamana göre sayar',
    fieldValues: 'Bir alanın değerlerini sayar',
    otlpLogs: 'OpenTelemetry günlüklerini alır',
    exportEvents: 'Olayları dosyaya yazar',
    tailEvents: 'Saklandıkça olaylar',
    verifyAudit: 'Denetim kayıtlarının zincirini doğrular',
    catalogue: 'Yazılımın kaydettiği olay türlerini listeler',
    producerStatus: 'Saklanmayı bekleyenleri gösterir',
    flushProducer: 'Kabul edilenlerin saklanmasını bekler',
    queryDeadLetters: 'Saklanamayan olayları sayfalar',
    retryDeadLetters: 'Saklanamayan olayları yeniden saklamayı dener',
    deleteDeadLetter: 'Saklanamayan bir olayı siler',
    explainKey: 'Bir anahtarın neden kaydedildiğini ya da kaydedilmediğini söyler',
    getValues: 'Birçok anahtarın kaydedilip kaydedilmediğini söyler',
    saveCache: 'Bir anahtarı açar ya da kapatır',
    updateCache: 'Önbellekteki bir kaydı değiştirir',
    resetCache: 'Bir anahtarın altındaki kayıtları siler',
    streamCacheChanges: 'Olduğu anda önbellekteki değişiklikler',
    deleteCache: 'Önbellekteki bir kaydı siler',
  },
};
