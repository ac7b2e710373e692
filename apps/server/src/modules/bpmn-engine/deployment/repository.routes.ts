// Answers the operations that show and delete what is deployed: deployments with their files, versions of processes, files before they are deployed.
import { type bpmnEngineModule, errorCatalogue, type KnownDownload, type SvcBpmnProblem } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { lowerName } from '../../../kernel/text/upper-name.ts';
import type { DeleteDeployment } from './delete-deployment.service.ts';
import type { DeployService } from './deploy.service.ts';
import type { NamedFile } from './deployment.types.ts';
import { refuseDuplicateNames } from './judging/judge-files.ts';
import type { ValidationService } from './judging/validation.service.ts';
import type { RepositoryService } from './repository.service.ts';
import type { ResourceRow } from './repository.store.ts';
import { definitionToWire, deploymentToWire } from './repository.wire.ts';

type RepositoryHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'createDeployment'
  | 'deleteDeployment'
  | 'validate'
  | 'getDeployment'
  | 'getDeploymentResource'
  | 'getProcessDefinition'
  | 'getProcessDefinitionXml'
  | 'queryDeployments'
  | 'queryDefinitions'
>;

export function createRepositoryHandlers({
  deployments,
  validation,
  repository,
  deleteDeployment,
}: {
  readonly deployments: Pick<DeployService, 'create'>;
  readonly validation: Pick<ValidationService, 'validate'>;
  readonly repository: RepositoryService;
  readonly deleteDeployment: DeleteDeployment;
}): RepositoryHandlers {
  return {
    createDeployment({ body: { files, fields }, act }) {
      const { strictness } = fields;
      return deployments.create(act, {
        ...fields,
        files: namedFiles(files.files),
        strictness: strictness === undefined ? null : lowerName(strictness),
      });
    },
    async validate({ body: { files, fields }, act }) {
      const { strictness } = fields;
      const { problems, duplicateKeys } = await validation.validate(act, namedFiles(files.files), {
        outside: true,
        strictness: strictness === undefined ? null : lowerName(strictness),
      });
      return [...duplicateKeys.map((key) => duplicateKey(act, key)), ...problems];
    },
    deleteDeployment: ({ params, query, act }) => deleteDeployment(act, params.id, query.cascade ?? false),
    async getDeployment({ params, act }) {
      return deploymentToWire(await repository.getDeployment(act, params.id), act.context.language);
    },
    getDeploymentResource: async ({ params, query, act }) =>
      fileOf(await repository.getResource(act, params.id, query.name)),
    async getProcessDefinition({ params, act }) {
      return definitionToWire(await repository.getDefinition(act, params.id), act.context.language);
    },
    getProcessDefinitionXml: async ({ params, act }) => fileOf(await repository.getDefinitionFile(act, params.id)),
    async queryDeployments({ body, act }) {
      const { rows, total, request } = await repository.pageDeployments(act, body);
      const shown = rows.map((row) => deploymentToWire(row, act.context.language));
      return pageBody(shown, total, request);
    },
    async queryDefinitions({ body, act }) {
      const { rows, total, request, counts } = await repository.pageDefinitions(act, body);
      const shown = rows.map((row) => definitionToWire(row, act.context.language, counts.get(row.id)));
      return pageBody(shown, total, request);
    },
  };
}

/** Reads files from the part `files`, each under a name of its own. */
function namedFiles(
  uploaded: readonly { readonly fileName: string; readonly bytes: Uint8Array }[] = [],
): readonly NamedFile[] {
  const files = uploaded.map(({ fileName: name, bytes }) => ({ name, bytes }));
  refuseDuplicateNames({ files }, 'files');
  return files;
}

/** Makes the problem of a key that stands in several files, with which their deployment would be refused. */
function duplicateKey({ context }: Act, key: string): SvcBpmnProblem {
  const { help, ...sentences } = errorCatalogue.DUPLICATE_KEY;
  return {
    ruleId: 'DUPLICATE_KEY',
    severity: 'ERROR',
    elementId: key,
    elementType: null,
    elementName: null,
    line: null,
    column: null,
    message: sentences[context.language].replace('{key}', key),
    help,
    file: null,
  };
}

/** Makes the download of a file; JSON that is a file would be taken for the envelope. */
function fileOf({ name, bytes, sha256 }: ResourceRow): KnownDownload {
  const chunks = (async function* () {
    yield bytes;
  })();
  return {
    mediaType: /\.form$/i.test(name) ? 'application/octet-stream' : 'application/xml',
    fileName: name,
    size: bytes.byteLength,
    etag: sha256.toString('hex'),
    chunks,
  };
}
