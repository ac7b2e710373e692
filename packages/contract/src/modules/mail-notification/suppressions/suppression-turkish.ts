// Says in Turkish what the operations on suppressed addresses and preferences do.

export const suppressionSummaries = {
  querySuppressionPage: 'E-posta gönderilmeyen adresleri sayfalar',
  saveSuppression: 'Bir adrese e-posta gönderilmesini engeller',
  removeSuppression: 'Bir adrese yeniden e-posta gönderilmesini sağlar',
  getPreference: 'Çağıranın almak istediği e-postalar',
  savePreference: 'Çağıranın hangi e-postaları almak istediğini bildirir',
  showUnsubscribe: 'Bir gruptaki e-postaların sona erdirilip erdirilmeyeceğini sorar',
  unsubscribe: 'Bir adrese bir gruptaki e-postaların gönderilmesini sona erdirir',
} as const;
