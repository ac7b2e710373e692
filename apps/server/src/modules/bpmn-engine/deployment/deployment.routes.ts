// Answers the operations on deployments and definitions.
import type { bpmnEngineModule, UploadedFile } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { lowerName } from '../../../kernel/text/upper-name.ts';
import type { ChangeDefinition } from './changing/change-definition.service.ts';
import type { DefinitionService } from './definition.service.ts';
import type { DeployService } from './deploy.service.ts';
import { definitionToWire } from './repository.wire.ts';

type EngineHandlers = ModuleHandlers<typeof bpmnEngineModule>;
type DeploymentHandlers = Pick<
  EngineHandlers,
  | 'activateProcessDefinition'
  | 'suspendProcessDefinition'
  | 'deploy'
  | 'deployList'
  | 'getBpmnModelArrayByProcessDefinitionId'
  | 'updateProcessDefinition'
>;
type DeployFields = Parameters<EngineHandlers['deploy']>[0]['body']['fields'];

export function createDeploymentHandlers(
  deployments: DeployService,
  definitions: DefinitionService,
  changeDefinition: ChangeDefinition,
): DeploymentHandlers {
  async function deploy(act: Act, fields: DeployFields, files: readonly UploadedFile[] = []) {
    const { deploymentId, warningCount } = await deployments.deploy(act, {
      files: files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
      ...fields,
      strictness: fields.strictness === undefined ? null : lowerName(fields.strictness),
    });
    const headers = { 'x-svc-deployment-id': deploymentId, 'x-svc-deployment-warnings': String(warningCount) };
    return { body: undefined, headers };
  }
  return {
    deploy: ({ body, act }) => deploy(act, body.fields, body.files.xmlFile),
    deployList: ({ body, act }) => deploy(act, body.fields, body.files.xmlFileList),
    activateProcessDefinition: ({ body, act }) => definitions.switchDefinitions(act, body, { suspended: false }),
    suspendProcessDefinition: ({ body, act }) => definitions.switchDefinitions(act, body, { suspended: true }),
    async getBpmnModelArrayByProcessDefinitionId({ params, act }) {
      const { acceptedBytes: mediaType } = act.context;
      if (mediaType === null) return [...(await definitions.findNodes(act, params.id))];
      const { name: fileName, bytes } = await definitions.findResource(act, params.id);
      return { bytes, mediaType, fileName };
    },
    async updateProcessDefinition({ params, body, act }) {
      return definitionToWire(await changeDefinition(act, params.id, body), act.context.language);
    },
  };
}
