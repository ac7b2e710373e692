// Operations on deployments and definitions.
import type { Strictness } from '@keelson/bpmn-core';
import type { SvcBpmnActivateProcessDefinitionModel, UploadedFile } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { EngineHandlers } from '../interface/part-id.ts';
import type { Once } from '../once.ts';
import type { DeploymentService, DeployRequest, SelectDefinitions } from './deploy.service.ts';

type DeploymentHandlers = Pick<
  EngineHandlers,
  | 'activateProcessDefinition'
  | 'suspendProcessDefinition'
  | 'deploy'
  | 'deployList'
  | 'getBpmnModelArrayByProcessDefinitionId'
>;
type DeployCall = Pick<Parameters<EngineHandlers['deploy']>[0], 'body' | 'caller' | 'context'>;
type DeployFields = DeployCall['body']['fields'];

/** `strictnessOf`: what holds for a tenant where a deployment names nothing. */
export function createDeploymentHandlers(
  service: DeploymentService,
  once: Once,
  strictnessOf: (tenantIdentifier: string) => Strictness,
): DeploymentHandlers {
  async function deploy({ body, caller, context }: DeployCall, files: readonly UploadedFile[] = []) {
    const request = {
      ...deployRequest(files, body.fields, strictnessOf(caller.tenantIdentifier)),
      language: context.language,
    };
    const content = [body.fields, ...files.flatMap(({ fileName, bytes }) => [fileName, bytes])];
    const { deploymentId, warningCount } = await once({ operation: 'deploy', caller, context, content }, (claim) =>
      service.deploy(caller, request, claim),
    );
    const headers = { 'x-svc-deployment-id': deploymentId, 'x-svc-deployment-warnings': String(warningCount) };
    return { body: undefined, headers };
  }
  return {
    deploy: (call) => deploy(call, call.body.files.xmlFile),
    deployList: (call) => deploy(call, call.body.files.xmlFileList),
    async activateProcessDefinition({ body, caller }) {
      await service.setSuspended(caller, selection(caller, body), false);
      return undefined;
    },
    async suspendProcessDefinition({ body, caller }) {
      await service.setSuspended(caller, selection(caller, body), true);
      return undefined;
    },
    async getBpmnModelArrayByProcessDefinitionId({ params, caller, context }) {
      if (context.acceptedBytes === null) return [...(await service.findNodes(caller.tenantIdentifier, params.id))];
      const { name, bytes } = await service.findResource(caller.tenantIdentifier, params.id);
      return { bytes, mediaType: context.acceptedBytes, fileName: name };
    },
  };
}

function deployRequest(
  files: readonly UploadedFile[],
  fields: DeployFields,
  strictness: Strictness,
): Omit<DeployRequest, 'language'> {
  return {
    files: files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    deploymentName: fields.deploymentName ?? files[0]?.fileName ?? null,
    source: fields.source ?? null,
    strictness: fields.strictness ?? strictness,
    force: fields.force ?? false,
  };
}

/** Exactly one of id and key, each under either of its two names. */
function selection(caller: Caller, body: SvcBpmnActivateProcessDefinitionModel): SelectDefinitions {
  const ids = [body.processDefinitionId, body.id].filter((id) => typeof id === 'string');
  const keys = [body.processDefinitionKey, body.key].filter((key) => typeof key === 'string');
  if (ids.length + keys.length !== 1) {
    const message = 'Give exactly one of processDefinitionId (or id) and processDefinitionKey (or key).';
    invalid({ field: '', code: ids.length + keys.length === 0 ? 'REQUIRED' : 'NOT_ALLOWED', message });
  }
  const tenantIdentifier = body.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  const [id] = ids;
  return id === undefined
    ? { by: 'key', value: keys[0] as string, tenantIdentifier }
    : { by: 'id', value: id, tenantIdentifier };
}
