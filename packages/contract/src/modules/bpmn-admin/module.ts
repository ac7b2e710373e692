// Declares the BPMN admin: process models under development, and switching definitions on and off.
import { authority } from '../../operations/access.ts';
import { defineModule, planned } from '../../operations/define.ts';

export const bpmnAdminContract = defineModule({
  name: 'bpmn-admin',
  title: 'BPMN admin',
  prefixes: [],
  operations: {
    activateProcessDefinition: planned({
      method: 'POST',
      path: '/admin/repository/activate',
      summary: 'Activates every version of a process',
      access: authority('BPMN_DEFINITION_MANAGE'),
      bodyKind: 'json',
    }),
    suspendProcessDefinition: planned({
      method: 'POST',
      path: '/admin/repository/suspend',
      summary: 'Suspends every version of a process',
      access: authority('BPMN_DEFINITION_MANAGE'),
      bodyKind: 'json',
    }),
    findLatestProcessDefinitionByKey: planned({
      method: 'GET',
      path: '/admin/repository/latest/by-key/{key}',
      summary: 'The latest version of a process',
      access: authority('BPMN_DEFINITION_VIEW'),
    }),
    exportAll: planned({
      method: 'POST',
      path: '/process/export-all',
      summary: 'The files of several processes as one archive',
      access: authority('BPMN_MODEL_VIEW'),
      bodyKind: 'list',
    }),
    exportProcess: planned({
      method: 'GET',
      path: '/process/export/{processId}',
      summary: 'The file of a process',
      access: authority('BPMN_MODEL_VIEW'),
    }),
    getCurrentVersion: planned({
      method: 'GET',
      path: '/process/version/current/{processCode}',
      summary: 'The current version of a process',
      access: authority('BPMN_MODEL_VIEW'),
    }),
    getNamespaceList: planned({
      method: 'GET',
      path: '/process/namespaces',
      summary: 'The namespaces of processes',
      access: authority('BPMN_MODEL_VIEW'),
    }),
    queryList: planned({
      method: 'POST',
      path: '/process/list',
      summary: 'Lists processes',
      access: authority('BPMN_MODEL_VIEW'),
      bodyKind: 'json',
    }),
    queryPage: planned({
      method: 'POST',
      path: '/process/page',
      summary: 'Pages processes',
      access: authority('BPMN_MODEL_VIEW'),
      bodyKind: 'json',
    }),
    save: planned({
      method: 'POST',
      path: '/process/save',
      summary: 'Saves a process',
      access: authority('BPMN_MODEL_EDIT'),
      bodyKind: 'json',
    }),
    saveProcessModelNode: planned({
      method: 'POST',
      path: '/process/model/{modelId}',
      summary: 'Saves nodes of a model',
      access: authority('BPMN_MODEL_EDIT'),
      bodyKind: 'form',
    }),
  },
  authorities: [],
});
