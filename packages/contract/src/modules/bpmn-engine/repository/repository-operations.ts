// Declares how what is deployed is looked at: deployments with their files, versions of processes, and files before they are deployed.
import { anyCaseChoice, closed, flag, list, maybe, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { definitionIdMax, deploymentFields, SvcBpmnProblem, strictnesses } from './deployment-models.ts';
import { SvcBpmnDeploymentModel, SvcBpmnProcessDefinitionModel } from './repository-models.ts';

const filesMax = 200;
/** A UUID; longer texts name nothing. */
const deploymentIdMax = 64;
const fileNameMax = 255;
/** So many are some seconds of commits; a request has thirty. */
export const cancelledInstancesMax = 500;
/** Base64 of more would be too much to hold for a client that could have taken the file. */
const base64BytesMax = 16 * 1_048_576;

const files = {
  files: { min: 1, max: filesMax, description: 'BPMN, DMN and form files, the part repeated.' },
} as const;
const deploymentParams = closed({
  id: text('Id of the deployment.', { minLength: 1, maxLength: deploymentIdMax }),
});
const definitionParams = closed({ id: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }) });
const read = { method: 'GET', access: authority('BPMN_DEFINITION_VIEW'), effect: 'read' } as const;
const file = {
  kind: 'download',
  mediaTypes: ['application/xml', 'text/xml', 'application/octet-stream'],
  description: 'The deployed bytes, unchanged.',
  known: true,
  base64Max: base64BytesMax,
} as const;

export const repositoryOperations = {
  createDeployment: operation({
    method: 'POST',
    path: '/repository/deployments',
    summary: 'Deploys files and answers the deployment',
    description:
      'As deployXmls: one deployment, all or nothing, the problems of all files at once. Where everything is unchanged it is the newest ' +
      'deployment that holds it. At most 200 files, 10 MiB each, 64 MiB together.',
    access: authority('BPMN_DEPLOY'),
    effect: 'write',
    body: { kind: 'multipart', files, fields: deploymentFields },
    reply: { kind: 'json', schema: SvcBpmnDeploymentModel },
    errors: ['DEPLOYMENT_INVALID', 'DUPLICATE_KEY'],
    idempotent: true,
  }),
  validate: operation({
    method: 'POST',
    path: '/repository/validate',
    summary: 'Says what a deployment of files would find',
    description:
      'Stores nothing. Answers the problems of all files, errors first, at most 1,000; a key that stands in several files is one, of the ' +
      'rule DUPLICATE_KEY. The files are judged with what the tenant has deployed. At most 200 files, 10 MiB each, 64 MiB together.',
    access: authority('BPMN_DEFINITION_VIEW', 'BPMN_DEPLOY'),
    effect: 'read',
    body: {
      kind: 'multipart',
      files,
      fields: closed({
        strictness: maybe(
          anyCaseChoice(strictnesses, 'Which rules refuse; default the setting bpmn-engine.strictness.'),
        ),
      }),
    },
    reply: { kind: 'json', schema: list(SvcBpmnProblem, 'Problems, errors first.') },
  }),
  getDeployment: operation({
    ...read,
    path: '/repository/deployments/{id}',
    summary: 'One deployment',
    description: 'With its files, the versions that it made and the warnings that it was deployed with.',
    params: deploymentParams,
    reply: { kind: 'json', schema: SvcBpmnDeploymentModel },
    errors: ['DEPLOYMENT_NOT_FOUND'],
  }),
  deleteDeployment: operation({
    method: 'DELETE',
    path: '/repository/deployments/{id}',
    summary: 'Deletes a deployment',
    description:
      'With the versions that it made: nothing starts, calls or decides by them any more, and the version before is the latest one again. ' +
      'What ended instances have left behind stays readable for as long as history is kept. While instances run it is refused; with ' +
      `cascade, for which BPMN_INSTANCE_MANAGE is needed, too, they are cancelled, at most ${cancelledInstancesMax}: more are ended by a batch of the type DELETE first.`,
    access: authority('BPMN_DEPLOY'),
    effect: 'write',
    params: deploymentParams,
    query: closed({ cascade: maybe(flag('Cancels the instances that run; default false.')) }),
    errors: ['DEPLOYMENT_NOT_FOUND', 'DEPLOYMENT_IN_USE', 'DEPLOYMENT_INSTANCES_TOO_MANY'],
  }),
  getDeploymentResource: operation({
    ...read,
    path: '/repository/deployments/{id}/resource',
    summary: 'A file of a deployment',
    description: 'BPMN, DMN and forms alike, byte for byte.',
    params: deploymentParams,
    query: closed({ name: text('Name of the file.', { minLength: 1, maxLength: fileNameMax }) }),
    reply: file,
    errors: ['DEPLOYMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  }),
  getProcessDefinition: operation({
    ...read,
    path: '/repository/definitions/{id}',
    summary: 'One version of a process',
    description: 'With the warnings that it was deployed with.',
    params: definitionParams,
    reply: { kind: 'json', schema: SvcBpmnProcessDefinitionModel },
    errors: ['DEFINITION_NOT_FOUND'],
  }),
  getProcessDefinitionXml: operation({
    ...read,
    path: '/repository/definitions/{id}/xml',
    summary: 'The file that holds a version of a process',
    description: 'Byte for byte, whatever else the file holds.',
    params: definitionParams,
    reply: file,
    errors: ['DEFINITION_NOT_FOUND'],
  }),
} as const;
