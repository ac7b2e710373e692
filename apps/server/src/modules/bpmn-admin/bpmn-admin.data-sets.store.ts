// Declares what reports may read of processes under development, with the SQL of it.
import { defineDataSets } from '../../kernel/data-sets.ts';

export const bpmnAdminDataSets = defineDataSets([
  {
    code: 'process-models',
    labelMap: { en: 'Process models', tr: 'Süreç modelleri' },
    authority: 'BPMN_MODEL_VIEW',
    columnList: [
      { name: 'uuid', type: 'UUID', labelMap: { en: 'Model', tr: 'Model' } },
      { name: 'namespace', type: 'STRING', labelMap: { en: 'Namespace', tr: 'Ad alanı' } },
      { name: 'code', type: 'STRING', labelMap: { en: 'Code', tr: 'Kod' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'description', type: 'STRING', labelMap: { en: 'Description', tr: 'Açıklama' }, groupable: false },
      { name: 'category', type: 'STRING', labelMap: { en: 'Category', tr: 'Kategori' } },
      { name: 'type', type: 'STRING', labelMap: { en: 'Type', tr: 'Tür' } },
      { name: 'tags', type: 'STRING', labelMap: { en: 'Tags', tr: 'Etiketler' } },
      { name: 'currentVersion', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'lastDeployedVersion', type: 'INTEGER', labelMap: { en: 'Deployed version', tr: 'Dağıtılan sürüm' } },
      { name: 'lastDeployedDate', type: 'DATE_TIME', labelMap: { en: 'Deployed', tr: 'Dağıtım' } },
      { name: 'lastDeployedBy', type: 'STRING', labelMap: { en: 'Deployed by', tr: 'Dağıtan' } },
      { name: 'createdBy', type: 'STRING', labelMap: { en: 'Created by', tr: 'Oluşturan' } },
      { name: 'dateCreated', type: 'DATE_TIME', labelMap: { en: 'Created', tr: 'Oluşturulma' } },
      { name: 'updatedBy', type: 'STRING', labelMap: { en: 'Changed by', tr: 'Değiştiren' } },
      { name: 'dateUpdated', type: 'DATE_TIME', labelMap: { en: 'Changed', tr: 'Değiştirilme' } },
    ],
    relation: `
      SELECT uuid, namespace, code, name, description, category, type, array_to_string(tags, ', ') AS tags,
        current_version AS "currentVersion", last_deployed_version AS "lastDeployedVersion", last_deployed_at AS "lastDeployedDate",
        last_deployed_by AS "lastDeployedBy", created_by AS "createdBy", date_created AS "dateCreated", updated_by AS "updatedBy",
        date_updated AS "dateUpdated"
      FROM bpa_process WHERE tenant_identifier = :tenant AND NOT deleted`,
  },
]);
