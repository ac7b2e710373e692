// Translates the sentences of arguments about events of calendars into Turkish; see `argument-texts.ts`.

export const calendarSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['Must be a day such as 2026-03-01 where allDay is true.', 'allDay true iken 2026-03-01 gibi bir gün olmalıdır.'],
  [
    'Must be a date and time such as 2026-03-01T10:00:00, with an offset or without one.',
    '2026-03-01T10:00:00 gibi, saat farkı olan ya da olmayan bir tarih ve saat olmalıdır.',
  ],
  [
    'The clocks of the time zone are put forward over this time: it does not exist.',
    'Saat diliminde saatler bu anın üzerinden ileri alınır: böyle bir saat yok.',
  ],
  [
    'Must be a duration of weeks, or of days, hours, minutes and seconds, such as PT1H30M.',
    'PT1H30M gibi, haftalardan ya da gün, saat, dakika ve saniyelerden oluşan bir süre olmalıdır.',
  ],
  ['Must be whole days where allDay is true.', 'allDay true iken tam gün olmalıdır.'],
  ['Must not be given beside endDate.', 'endDate ile birlikte verilemez.'],
  ['An event ends within 366 days, before the year 10000.', 'Bir etkinlik 366 gün içinde, 10000 yılından önce biter.'],
  ['Another attendee has this address.', 'Başka bir katılımcının adresi bu.'],
  ['Must be one line without control characters.', 'Denetim karakteri içermeyen tek satır olmalıdır.'],
  ['Must hold no control character.', 'Denetim karakteri içermemelidir.'],
  ['Stands for the event.', 'Etkinliğin adıdır.'],
  [
    'Give at most one of templateCode, templateUuid, content.',
    'templateCode, templateUuid ve content alanlarından en çok biri verilebilir.',
  ],
  ['Must not be given beside recurrenceRule.', 'recurrenceRule ile birlikte verilemez.'],
  ['Must be the start of an instance of the series.', 'Dizideki bir etkinliğin başlangıcı olmalıdır.'],
  ['Must have UNTIL in the form of startDate.', 'UNTIL, startDate ile aynı biçimde olmalıdır.'],
  ['Must have startDate as its first instance.', 'İlk etkinlik startDate olmalıdır.'],
  ['Must have at most {} exceptions.', 'En çok {} istisna içerebilir.'],
  [
    'Must be parts of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO, without those of hours.',
    'FREQ=WEEKLY;BYDAY=MO gibi, saat parçaları olmayan RFC 5545 parçaları olmalıdır.',
  ],
  ['Must name each part once.', 'Her parçayı bir kez içermelidir.'],
  ['Has a number that is out of range.', 'Sınırların dışında bir sayı içeriyor.'],
  ['Must name days as MO, 2TU or -1FR.', 'Günler MO, 2TU ya da -1FR biçiminde olmalıdır.'],
  [
    'Must end with UNTIL=20261231 or UNTIL=20261231T235959Z.',
    'UNTIL=20261231 ya da UNTIL=20261231T235959Z ile bitmelidir.',
  ],
  ['Has a part that means nothing beside this FREQ.', 'Bu FREQ yanında anlamı olmayan bir parça içeriyor.'],
  ['Must not have both COUNT and UNTIL.', 'Hem COUNT hem UNTIL içeremez.'],
  ['Must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.', 'FREQ=DAILY, WEEKLY, MONTHLY ya da YEARLY içermelidir.'],
  [
    'An instance has days or times as its series has.',
    'Dizinin bir etkinliği, dizi gibi günlerden ya da saatlerden oluşur.',
  ],
];
