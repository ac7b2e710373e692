// Says in Turkish what the operations on templates are.

export const templateSummaries = {
  mail_preview: 'E-postayı gideceği biçimde gösterir',
  activateByUuid: 'Bir şablonu etkinleştirir',
  deactivateByUuid: 'Bir şablonu devre dışı bırakır',
  delete: 'Bir şablonu siler',
  getByUuid: 'Bir şablon',
  getByCode: 'Koduyla bir şablon',
  isEnabled: 'Bir şablonun etkin olup olmadığını söyler',
  template_preview: 'Şablonu doldurulmuş olarak gösterir',
  queryDataPage: 'Şablonları sayfalar',
  save: 'Bir şablon oluşturur',
  update: 'Bir şablonu değiştirir',
  listTemplateVersions: 'Bir şablonun sürümlerini listeler',
  restoreTemplateVersion: 'Bir şablonun eski bir sürümüne döner',
  resetTemplate: 'Bir şablonu modülün sunduğu hâline döndürür',
  queryDataList: 'Şablonları listeler',
  validateTemplate: 'Bir şablonun kaydedilip kaydedilemeyeceğini söyler',
  updateTemplateContent: 'Bir şablonun tek bir dildeki metnini değiştirir',
  copyTemplate: 'Bir şablonu kopyalar',
  exportTemplates: 'Şablonları tek bir belge olarak verir',
  importTemplates: 'Bir şablon belgesini alır',
} as const;
