// The Turkish texts of the list of tasks.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Görevler',
  task: 'Görev',
  process: 'Süreç',
  businessKey: 'İş anahtarı',
  assignee: 'Üstlenen',
  nobody: 'Henüz kimse',
  due: 'Son tarih',
  created: 'Oluşturulma',
  priority: 'Öncelik',
  search: 'Ada göre ara',
  whose: 'Kimin',
  mine: 'Benim ve gruplarımın',
  open: 'Henüz üstlenilmemiş',
  all: 'Herkesin',
  dueFilter: 'Son tarih',
  any: 'Hepsi',
  overdue: 'Gecikmiş',
  empty: 'Sizi bekleyen bir şey yok. Bir süreç size veya grubunuza ulaştığında yeni görevler burada görünür.',
  start: 'Süreç başlat',
  claim: 'Üstlen',
  assign: 'Birine devret',
  assignWhy: (count) => `Bundan sonra bunlarla seçtiğiniz kişi ilgilenir. Görev sayısı: ${count}.`,
  person: 'Kim',
  setDue: 'Son tarihi belirle',
  dueWhy: (count) => `Hepsinin son tarihi aynı olur. Görev sayısı: ${count}.`,
  dueHelp: 'Boş bırakılırsa artık son tarihleri olmaz.',
};
