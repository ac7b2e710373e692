// Says in Turkish what the sending operations do.

export const sendSummaries = {
  notify: 'Şablondan bir e-posta gönderir',
  notifyWithContent: 'Kendi içeriğiyle bir e-posta gönderir',
  notifyBatch: 'Şablonlardan birçok e-posta gönderir',
} as const;
