// Declares the pages of tasks and processes in the platform's menu.
import { defineMenu, type MenuItemDefinition } from '../../kernel/menu-definition.ts';

const processes: MenuItemDefinition = {
  name: 'processes',
  displayName: 'Processes',
  icon: 'workflow',
  orderNumber: 20,
  displayNameMap: { en: 'Processes', tr: 'Süreçler' },
};

export const bpmnEngineMenu = defineMenu('bpmn-engine', 'platform', [
  {
    name: 'tasks',
    displayName: 'Tasks',
    icon: 'check',
    path: '/platform/tasks',
    orderNumber: 10,
    displayNameMap: { en: 'Tasks', tr: 'Görevler' },
    authorityList: [{ authority: 'BPMN_TASK' }, { authority: 'BPMN_TASK_VIEW_ALL' }],
  },
  processes,
  {
    name: 'start',
    parent: processes.name,
    displayName: 'Start a process',
    orderNumber: 5,
    path: '/platform/start',
    displayNameMap: { en: 'Start a process', tr: 'Süreç başlat' },
    authorityList: [{ authority: 'BPMN_INSTANCE_START' }],
  },
  {
    name: 'incidents',
    parent: processes.name,
    displayName: 'Failures',
    orderNumber: 15,
    path: '/platform/incidents',
    displayNameMap: { en: 'Failures', tr: 'Hatalar' },
    authorityList: [{ authority: 'BPMN_JOB_MANAGE' }],
  },
  {
    name: 'process-instances',
    parent: processes.name,
    displayName: 'Instances',
    orderNumber: 10,
    path: '/platform/process-instances',
    displayNameMap: { en: 'Instances', tr: 'Örnekler' },
    authorityList: [{ authority: 'BPMN_INSTANCE_VIEW' }],
  },
  {
    name: 'process-definitions',
    parent: processes.name,
    displayName: 'Definitions',
    orderNumber: 20,
    path: '/platform/process-definitions',
    displayNameMap: { en: 'Definitions', tr: 'Tanımlar' },
    authorityList: [{ authority: 'BPMN_DEFINITION_VIEW' }],
  },
]);
