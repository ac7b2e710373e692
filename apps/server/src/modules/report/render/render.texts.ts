// Holds the texts that renderers add to a report, in both languages.

export interface RenderTexts {
  readonly noData: string;
  readonly total: string;
  readonly grandTotal: string;
  /** Names the value of a group that has none. */
  readonly empty: string;
  /** Names the categories of a chart that are summed as one. */
  readonly other: string;
  readonly page: string;
  readonly yes: string;
  readonly no: string;
  readonly bytes: string;
  cut(rows: string): string;
  /** Warns of texts that a cell of a spreadsheet does not hold. */
  cutTexts(count: number): string;
  /** Warns of letters that the font has no picture of. */
  missingLetters(scripts: string): string;
}

const english: RenderTexts = {
  noData: 'No data',
  total: 'Total',
  grandTotal: 'Grand total',
  empty: '(empty)',
  other: 'Other',
  page: 'Page {{page}}/{{pages}}',
  yes: 'Yes',
  no: 'No',
  bytes: 'bytes',
  cut: (rows) => `The list was cut after ${rows} rows.`,
  cutTexts: (count) => `${count} texts were cut at 32,767 characters, which is all that a cell holds.`,
  missingLetters: (scripts) => `The font has no letters of these scripts, and shows boxes instead: ${scripts}.`,
};

const turkish: RenderTexts = {
  noData: 'Veri yok',
  total: 'Toplam',
  grandTotal: 'Genel toplam',
  empty: '(boş)',
  other: 'Diğer',
  page: 'Sayfa {{page}}/{{pages}}',
  yes: 'Evet',
  no: 'Hayır',
  bytes: 'bayt',
  cut: (rows) => `Liste ${rows} satırdan sonra kesildi.`,
  cutTexts: (count) => `${count} metin, bir hücrenin alabildiği 32.767 karakterde kesildi.`,
  missingLetters: (scripts) => `Yazı tipinde bu yazıların harfleri yok, yerlerine kutular gösterildi: ${scripts}.`,
};

/** Answers the words in Turkish for every Turkish locale, else in English. */
export function renderTextsOf(locale: string): RenderTexts {
  return new Intl.Locale(locale).language === 'tr' ? turkish : english;
}
