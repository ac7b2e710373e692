// The Turkish texts of the list of instances.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Örnekler',
  instance: 'Örnek',
  process: 'Süreç',
  businessKey: 'İş anahtarı',
  state: 'Durum',
  started: 'Başlangıç',
  startedBy: 'Başlatan',
  standsAt: 'Bulunduğu yer',
  search: 'İş anahtarına göre ara',
  stateFilter: 'Durum',
  running: 'Sürüyor',
  ended: 'Bitti',
  any: 'Hepsi',
  incidents: 'Hatalar',
  withIncident: 'Hatası olan',
  states: { ACTIVE: 'Sürüyor', SUSPENDED: 'Bekletiliyor', ENDED: 'Bitti' },
  endStates: {
    COMPLETED: 'Tamamlandı',
    TERMINATED: 'Sonlandırıldı',
    ERROR: 'Hatayla bitti',
    CANCELLED: 'İptal edildi',
  },
  failures: (count) => `${count} hata`,
  empty: 'Henüz bir süreç başlatılmadı.',
  start: 'Süreç başlat',
  hold: 'Beklet',
  letGo: 'Sürdür',
  letGoQuestion: (count) => `Bekletildikleri sırada zamanı gelenler şimdi gerçekleşir. Örnek sayısı: ${count}.`,
  cancel: 'İptal et',
  cancelQuestion: (count) =>
    `Bunlar görevleriyle ve bekledikleri her şeyle birlikte şimdi sona erer. Geri alınamaz. Örnek sayısı: ${count}.`,
  cancelAll: (count) => `${count} örneği iptal et`,
};
