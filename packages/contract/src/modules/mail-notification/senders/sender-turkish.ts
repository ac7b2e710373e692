// Says in Turkish what the operations on senders are.

export const senderSummaries = {
  saveSender: 'Bir gönderene izin verir',
  querySenderPage: 'İzinli gönderenleri sayfalar',
  deleteSender: 'Bir gönderenin iznini kaldırır',
  saveDkimKey: 'Postaları imzalayan bir anahtar üretir',
  listDkimKeys: 'Bir alan adının anahtarlarını listeler',
  deleteDkimKey: 'Bir anahtarı siler',
  checkSender: 'Bir alan adı için yayımlananları denetler',
} as const;
