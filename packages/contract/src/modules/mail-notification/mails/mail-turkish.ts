// Says in Turkish what the operations on mails do.

export const mailSummaries = {
  getMailByUuid: 'Bir e-posta ve akıbeti',
  queryMailPage: 'E-postaları ve akıbetlerini sayfalar',
  countByStatus: 'E-postaları durumlarına göre sayar',
  getAttempts: 'Bir e-postayı gönderme denemelerinin tümü',
  stream: 'Olduğu anda e-postaların akıbeti',
  getContent: 'Bir e-postanın içeriği',
  getRaw: 'Gönderildiği biçimiyle bir e-posta',
  retryByUuid: 'Bir e-postayı yeniden gönderir',
  retry: 'Birçok e-postayı yeniden gönderir',
  resolve: 'Belirsiz bir e-postanın ulaşıp ulaşmadığını bildirir',
  cancel: 'Bir e-postanın gönderilmesini engeller',
  inbound: 'Geri gelen bir e-postayı alır',
} as const;
