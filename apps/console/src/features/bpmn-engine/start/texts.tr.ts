// The Turkish texts of starting a process.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Süreç başlat',
  process: 'Süreç',
  description: 'Ne için',
  version: 'Sürüm',
  search: 'Ada göre ara',
  empty: 'Başlatabileceğiniz bir süreç yok. Yayımlanan ve başlatma hakkınız olan süreçler burada görünür.',
  all: 'Bütün süreçler',
  businessKey: 'İş anahtarı',
  businessKeyHelp: 'Kurumunuzun bu işe verdiği ad, örneğin bir sipariş numarası. Boş kalabilir.',
  values: 'Değerler',
  valuesWhy: 'Sürecin başlarken bilmesi gerekenler.',
  fieldsWhy: 'Sürecin sorduğu bunlardır. Doldurulması gerekenler yıldızla işaretlidir.',
  start: 'Başlat',
  started: 'Süreç başladı.',
};
