// Translates the sentences of arguments about process models into Turkish; see `argument-texts.ts`.

export const bpmnAdminSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['Must hold at least one of {}.', 'Şunlardan en az birini içermelidir: {}.'],
  ['Must be at most {} with contents.', 'İçeriklerle birlikte en çok {} olmalıdır.'],
  ['Must not be given beside sourceProcessId.', 'sourceProcessId ile birlikte verilemez.'],
  ['Must be another process.', 'Başka bir süreç olmalıdır.'],
  [
    'Must be given: the content has no id that can be a code.',
    'Verilmesi zorunludur: içerikte kod olabilecek bir kimlik yok.',
  ],
  [
    'Must be an SVG document without a document type of its own.',
    'Kendi belge türü olmayan bir SVG belgesi olmalıdır.',
  ],
  ['Must be JSON, or XML.', 'JSON ya da XML olmalıdır.'],
  ['Is no JSON.', 'JSON değil.'],
  ['Each file must have a name of its own.', 'Her dosyanın kendine ait bir adı olmalıdır.'],
];
