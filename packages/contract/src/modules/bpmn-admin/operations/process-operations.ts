// Declares the operations on processes under development: save, find, rename, delete.
import { page } from '../../../models/paging.ts';
import { closed, list, long, maybe, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { nodeForm } from '../models/node-form.ts';
import {
  contentQuery,
  modelBodyBytesMax,
  modelFormBytesMax,
  processCode,
  SvcBpmnProcessModel,
  SvcBpmnProcessQueryModel,
  SvcBpmnProcessRenameModel,
} from '../models/process-models.ts';

export const view = authority('BPMN_MODEL_VIEW');
export const edit = authority('BPMN_MODEL_EDIT');
export const processParams = closed({ id: long('Number of the process.') });
const process = { kind: 'json', schema: SvcBpmnProcessModel } as const;

export const processOperations = {
  save: operation({
    method: 'POST',
    path: '/process/save',
    listed: true,
    summary: 'Saves a process',
    description:
      'Without id a new process: of bpmnXml, of a copy of sourceProcessId, or with a minimal file. With id and version a change: ' +
      'content that differs makes the next version, a missing field stays, null clears it. Content that breaks rules is kept, as ' +
      'long as it can be read. Answers the number of the process. Bodies up to 16 MiB.',
    access: edit,
    effect: 'write',
    query: closed({ sourceProcessId: maybe(long('Process whose current content is copied.')) }),
    body: { kind: 'json', schema: SvcBpmnProcessModel, limitBytes: modelBodyBytesMax },
    reply: { kind: 'json', schema: long('Number of the process.') },
    errors: [
      'PROCESS_NOT_FOUND',
      'PROCESS_ALREADY_EXISTS',
      'VERSION_CONFLICT',
      'MODEL_EMPTY',
      'MODEL_NOT_READABLE',
      'RENAME_NOT_POSSIBLE',
    ],
    idempotent: true,
  }),
  saveProcessModelNode: operation({
    method: 'POST',
    path: '/process/model/{modelId}',
    listed: true,
    summary: 'Saves nodes of a model',
    description:
      'As editors post it. Fields that are not known are left out and named in X-Svc-Ignored-Fields. Content that differs makes a ' +
      'version, unless newversion is false: then it waits in the working copy. Forms up to 32 MiB.',
    access: edit,
    effect: 'write',
    lenient: true,
    params: closed({ modelId: long('Number of the working copy.') }),
    query: nodeForm,
    body: { kind: 'form', schema: nodeForm, limitBytes: modelFormBytesMax },
    reply: {
      kind: 'void',
      headers: {
        'x-svc-process-version': 'Highest version of the content.',
        'x-svc-record-version': 'Version of the record.',
      },
    },
    errors: ['MODEL_NOT_FOUND', 'VERSION_CONFLICT', 'MODEL_NOT_READABLE'],
  }),
  queryPage: operation({
    method: 'POST',
    path: '/process/page',
    listed: true,
    summary: 'Pages processes',
    description: 'Of the tenant. With withXml or withSvg at most 20 rows a page.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnProcessQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnProcessModel) },
  }),
  queryList: operation({
    method: 'POST',
    path: '/process/list',
    listed: true,
    summary: 'Lists processes',
    description: 'At most 1,000; with withXml or withSvg at most 20.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnProcessQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcBpmnProcessModel, 'Processes in the order asked for.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  getNamespaceList: operation({
    method: 'GET',
    path: '/process/namespaces',
    listed: true,
    summary: 'The namespaces of processes',
    description: 'Namespaces of the processes of the tenant, sorted.',
    access: view,
    effect: 'read',
    reply: { kind: 'json', schema: list(text('Namespace.'), 'Namespaces.') },
  }),
  getCurrentVersion: operation({
    method: 'GET',
    path: '/process/version/current/{processCode}',
    listed: true,
    summary: 'The current version of a process',
    description: 'Highest version of its content; 0 without content.',
    access: view,
    effect: 'read',
    params: closed({ processCode }),
    reply: { kind: 'json', schema: long('Version.') },
    errors: ['PROCESS_NOT_FOUND'],
  }),
  getProcess: operation({
    method: 'GET',
    path: '/process/{id}',
    summary: 'Gets a process',
    description: 'Its fields; content and picture where they are asked for.',
    access: view,
    effect: 'read',
    params: processParams,
    query: contentQuery,
    reply: process,
    errors: ['PROCESS_NOT_FOUND'],
  }),
  getProcessByCode: operation({
    method: 'GET',
    path: '/process/by-code/{code}',
    summary: 'Gets a process by its code',
    description: 'As by its number.',
    access: view,
    effect: 'read',
    params: closed({ code: processCode }),
    query: contentQuery,
    reply: process,
    errors: ['PROCESS_NOT_FOUND'],
  }),
  deleteProcess: operation({
    method: 'DELETE',
    path: '/process/{id}',
    summary: 'Deletes a process',
    description: 'What was deployed from it stays; its code is free.',
    access: edit,
    effect: 'write',
    params: processParams,
    errors: ['PROCESS_NOT_FOUND'],
  }),
  renameProcess: operation({
    method: 'POST',
    path: '/process/{id}/rename',
    summary: 'Renames a process',
    description:
      'A new code is written into the file, with every reference to it, as a new version, where the file holds one process. What is ' +
      'deployed keeps its key.',
    access: edit,
    effect: 'write',
    params: processParams,
    body: { kind: 'json', schema: SvcBpmnProcessRenameModel },
    reply: process,
    errors: ['PROCESS_NOT_FOUND', 'PROCESS_ALREADY_EXISTS', 'VERSION_CONFLICT', 'RENAME_NOT_POSSIBLE'],
    idempotent: true,
  }),
} as const;
