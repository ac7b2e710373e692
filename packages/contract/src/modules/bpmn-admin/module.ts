// Declares the BPMN admin: process models under development, and switching definitions on and off.
import { tenantAuthorities } from '../../operations/authorities.ts';
import { defineModule } from '../../operations/define.ts';
import { adminDefinitionOperations } from './operations/definition-operations.ts';
import { adminDeploymentOperations } from './operations/deployment-operations.ts';
import { draftOperations } from './operations/draft-operations.ts';
import { processOperations } from './operations/process-operations.ts';
import { referenceOperations } from './operations/reference-operations.ts';
import { exportOperations, importOperations } from './operations/transfer-operations.ts';
import { versionOperations } from './operations/version-operations.ts';

export const bpmnAdminContract = defineModule({
  name: 'bpmn-admin',
  title: 'BPMN admin',
  prefixes: [],
  operations: {
    ...adminDefinitionOperations,
    ...processOperations,
    ...draftOperations,
    ...versionOperations,
    ...referenceOperations,
    ...exportOperations,
    ...importOperations,
    ...adminDeploymentOperations,
  },
  authorities: tenantAuthorities([
    ['BPMN_MODEL_VIEW', 'View models', 'See the processes under development, their versions and files.'],
    ['BPMN_MODEL_EDIT', 'Edit models', 'Save, import, rename, restore and delete processes under development.'],
    ['BPMN_MODEL_DEPLOY', 'Deploy models', 'Deploy processes under development; needs the authority to deploy, too.'],
  ]),
});
