// Tells how each operation on process models would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';
import { deployedBy, importedBy, savedBy } from './models.ts';

/** They answer by the caller's own tenant alone. */
export const ownAdminOperations = ['getNamespaceList', 'importProcesses', 'validateFiles'];

type Admin = Client<false>['bpmnAdmin'];
type Theirs = Awaited<ReturnType<typeof savedBy>>;

let made = 0;
function codeOf(stem: string): string {
  made += 1;
  return `${stem}-${made}`;
}

const theirs = ({ tenant }: Foreign): Promise<Theirs> => savedBy(tenant.deputy, codeOf('foreign'));

/** Processes are their tenant's alone, whoever asks. */
const missing = (
  call: (admin: Admin, foreign: Theirs) => ReturnType<Reach['call']>,
  code: ErrorCode = 'PROCESS_NOT_FOUND',
): Reach => finding(call, code, code);

const finding = (
  call: (admin: Admin, foreign: Theirs) => ReturnType<Reach['call']>,
  stranger: Outcome,
  everywhere: Outcome,
): Reach => ({
  call: async ({ bpmnAdmin }, foreign) => call(bpmnAdmin, await theirs(foreign)),
  stranger,
  everywhere,
});

const versionOf = ({ id }: Theirs) => ({ id, versionNumber: 1 });

/** Definitions are the engine's: whoever reaches every tenant finds them, and switches them by naming the tenant. */
const switching = (call: (admin: Admin, key: string) => ReturnType<Reach['call']>): Reach => ({
  call: async ({ bpmnAdmin }, { tenant }) =>
    call(bpmnAdmin, (await deployedBy(tenant.deputy, codeOf('foreign-deployed'))).code),
  stranger: 'DEFINITION_NOT_FOUND',
  everywhere: 'DEFINITION_NOT_FOUND',
});

export const bpmnAdminReaches: Readonly<Record<string, Reach>> = {
  save: missing((admin, { id, version }) => admin.save({ body: { id, version, name: 'Taken over' } })),
  saveProcessModelNode: missing(
    (admin, { modelId }) => admin.saveProcessModelNode({ params: { modelId }, body: { name: ['Taken over'] } }),
    'MODEL_NOT_FOUND',
  ),
  getModelDraft: missing((admin, { modelId }) => admin.getModelDraft({ params: { modelId } }), 'MODEL_NOT_FOUND'),
  patchModel: missing(
    (admin, { modelId, version }) =>
      admin.patchModel({
        params: { modelId },
        body: { operations: [{ op: 'REMOVE', elementId: 'approve' }], version },
      }),
    'MODEL_NOT_FOUND',
  ),
  moveProcesses: finding(
    (admin, { id }) => admin.moveProcesses({ body: { ids: [id], namespace: 'x' } }),
    [{ errorCode: 'PROCESS_NOT_FOUND' }],
    [{ errorCode: 'PROCESS_NOT_FOUND' }],
  ),
  deleteProcesses: finding(
    (admin, { id }) => admin.deleteProcesses({ body: { ids: [id] } }),
    [{ errorCode: 'PROCESS_NOT_FOUND' }],
    [{ errorCode: 'PROCESS_NOT_FOUND' }],
  ),
  queryPage: finding(
    (admin, { code }) => admin.queryPage({ body: { code } }),
    { totalElements: 0 },
    { totalElements: 0 },
  ),
  queryList: finding((admin, { code }) => admin.queryList({ body: { code } }), [], []),
  getCurrentVersion: missing((admin, { code }) => admin.getCurrentVersion({ params: { processCode: code } })),
  getProcess: missing((admin, { params }) => admin.getProcess({ params })),
  getProcessByCode: missing((admin, { code }) => admin.getProcessByCode({ params: { code } })),
  deleteProcess: missing((admin, { params }) => admin.deleteProcess({ params })),
  renameProcess: missing((admin, { params, version }) => admin.renameProcess({ params, body: { name: 'x', version } })),
  listVersions: missing((admin, { params }) => admin.listVersions({ params })),
  getVersion: missing((admin, saved) => admin.getVersion({ params: versionOf(saved) })),
  getVersionXml: missing((admin, saved) => admin.getVersionXml({ params: versionOf(saved) })),
  getVersionSvg: missing((admin, saved) => admin.getVersionSvg({ params: versionOf(saved) })),
  diffVersions: missing((admin, { params }) => admin.diffVersions({ params })),
  restoreVersion: missing((admin, saved) =>
    admin.restoreVersion({ params: versionOf(saved), body: { version: saved.version } }),
  ),
  listProcessReferences: missing((admin, { params }) => admin.listProcessReferences({ params })),
  exportProcess: missing((admin, { id }) => admin.exportProcess({ params: { processId: id } })),
  exportAll: missing((admin, { id }) => admin.exportAll({ body: [id] })),
  getImport: {
    call: async ({ bpmnAdmin }, { tenant }) => {
      const { id } = await importedBy(tenant.deputy, codeOf('foreign-import'));
      return bpmnAdmin.getImport({ params: { id } });
    },
    stranger: 'IMPORT_NOT_FOUND',
    everywhere: 'IMPORT_NOT_FOUND',
  },
  cancelImport: {
    call: async ({ bpmnAdmin }, { tenant }) => {
      const { id } = await importedBy(tenant.deputy, codeOf('foreign-import'));
      return bpmnAdmin.cancelImport({ params: { id } });
    },
    stranger: 'IMPORT_NOT_FOUND',
    everywhere: 'IMPORT_NOT_FOUND',
  },
  validateProcess: missing((admin, { params }) => admin.validateProcess({ params })),
  deployProcess: missing((admin, { params }) => admin.deployProcess({ params, body: {} })),
  listProcessDeployments: missing((admin, { params }) => admin.listProcessDeployments({ params })),
  activateProcessDefinition: switching((admin, key) => admin.activateProcessDefinition({ body: { key } })),
  suspendProcessDefinition: switching((admin, key) => admin.suspendProcessDefinition({ body: { key } })),
  findLatestProcessDefinitionByKey: {
    call: async ({ bpmnAdmin }, { tenant }) => {
      const { code } = await deployedBy(tenant.deputy, codeOf('foreign-latest'));
      return bpmnAdmin.findLatestProcessDefinitionByKey({ params: { key: code } });
    },
    stranger: [],
    everywhere: [{ version: 1 }],
  },
};
