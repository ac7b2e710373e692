// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { bpmnAdminContract } from '../module.ts';

export const bpmnAdminTurkish: TurkishOf<typeof bpmnAdminContract> = {
  title: 'BPMN yönetimi',
  summaries: {
    activateProcessDefinition: 'Bir sürecin her sürümünü etkinleştirir',
    suspendProcessDefinition: 'Bir sürecin her sürümünü askıya alır',
    findLatestProcessDefinitionByKey: 'Bir sürecin en son sürümü',
    exportAll: 'Tek arşiv olarak birkaç sürecin dosyaları',
    exportProcess: 'Bir sürecin dosyası',
    getCurrentVersion: 'Bir sürecin şu anki sürümü',
    getNamespaceList: 'Süreçlerin ad alanları',
    queryList: 'Süreçleri listeler',
    queryPage: 'Süreçleri sayfalar',
    save: 'Bir süreci kaydeder',
    saveProcessModelNode: 'Bir modelin düğümlerini kaydeder',
    getProcess: 'Bir süreci getirir',
    getProcessByCode: 'Bir süreci koduyla getirir',
    deleteProcess: 'Bir süreci siler',
    renameProcess: 'Bir sürecin adını ve kodunu değiştirir',
    listVersions: 'Bir sürecin sürümleri',
    getVersion: 'Bir sürecin bir sürümü',
    getVersionXml: 'Bir sürümün içeriği',
    getVersionSvg: 'Bir sürümün görüntüsü',
    restoreVersion: 'Eski bir sürümü güncel sürüm yapar',
    importProcesses: 'Dosyaları ve arşivleri içe aktarır',
    getImport: 'Bir içe aktarmadan ne çıktığı',
    cancelImport: 'Bir içe aktarmayı durdurur',
    validateProcess: 'Bir süreci denetler',
    validateFiles: 'Dosyaları denetler',
    deployProcess: 'Bir süreci yükler',
    listProcessDeployments: 'Bir süreçten neyin yüklendiği',
  },
};
