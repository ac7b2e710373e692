// Declares how processes under development are checked and deployed.
import { anyCaseChoice, closed, list, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnProblem, strictnesses } from '../../bpmn-engine/repository/deployment-models.ts';
import { SvcBpmnDeploymentModel } from '../../bpmn-engine/repository/repository-models.ts';
import { versionNumber } from '../models/process-models.ts';
import { SvcBpmnProcessDeployModel, SvcBpmnProcessDeploymentModel } from '../models/version-models.ts';
import { processParams, view } from './process-operations.ts';

const strictness = maybe(
  anyCaseChoice(strictnesses, 'Which rules refuse; default the setting bpmn-engine.strictness.'),
);
const problems = { kind: 'json', schema: list(SvcBpmnProblem, 'Errors first; at most 1,000.') } as const;
const filesMax = 200;

export const adminDeploymentOperations = {
  validateProcess: operation({
    method: 'GET',
    path: '/process/{id}/validate',
    summary: 'Checks a process',
    description:
      'By the rules of a deployment, those that look outside the file included: without an error it can be deployed.',
    access: view,
    effect: 'read',
    params: processParams,
    query: closed({
      version: maybe(versionNumber('Number of the version; default the current one.')),
      strictness,
    }),
    reply: problems,
    errors: ['PROCESS_NOT_FOUND', 'PROCESS_VERSION_NOT_FOUND', 'MODEL_EMPTY'],
  }),
  validateFiles: operation({
    method: 'POST',
    path: '/process/validate',
    summary: 'Checks files',
    description: 'By the rules of a deployment of these files together; nothing is stored.',
    access: view,
    effect: 'read',
    body: {
      kind: 'multipart',
      files: { files: { min: 1, max: filesMax, description: 'BPMN and DMN files, the part repeated.' } },
      fields: closed({ strictness }),
    },
    reply: problems,
    errors: ['DUPLICATE_KEY'],
  }),
  deployProcess: operation({
    method: 'POST',
    path: '/process/{id}/deploy',
    summary: 'Deploys a process',
    description:
      'A version of it, and the current ones of those named beside it, as one deployment: all or nothing. Needs BPMN_DEPLOY, too.',
    access: authority('BPMN_MODEL_DEPLOY'),
    effect: 'write',
    params: processParams,
    body: { kind: 'json', schema: SvcBpmnProcessDeployModel, optional: true },
    reply: { kind: 'json', schema: SvcBpmnDeploymentModel },
    errors: [
      'PROCESS_NOT_FOUND',
      'PROCESS_VERSION_NOT_FOUND',
      'MODEL_EMPTY',
      'MODEL_XML_STALE',
      'DEPLOYMENT_INVALID',
      'DUPLICATE_KEY',
    ],
    idempotent: true,
  }),
  listProcessDeployments: operation({
    method: 'GET',
    path: '/process/{id}/deployments',
    summary: 'What of a process is deployed',
    description:
      'Definitions that were deployed from it, the newest first, with what runs of them. Needs BPMN_DEFINITION_VIEW.',
    access: authority('BPMN_DEFINITION_VIEW'),
    effect: 'read',
    params: processParams,
    reply: { kind: 'json', schema: list(SvcBpmnProcessDeploymentModel, 'Definitions, the newest first.') },
    errors: ['PROCESS_NOT_FOUND'],
  }),
} as const;
