// Says in Turkish what the operations on mail servers are.

export const providerSummaries = {
  saveProvider: 'Bir posta sunucusu ekler',
  updateProvider: 'Bir posta sunucusunu değiştirir',
  getProvider: 'Bir posta sunucusu',
  deleteProvider: 'Bir posta sunucusunu kaldırır',
  queryProviderPage: 'Posta sunucularını sayfalar',
  sendTest: 'İsteyenin kendisine bir posta gönderir',
  verifyProvider: 'Bir posta sunucusunun hizmet verip vermediğini dener',
} as const;
