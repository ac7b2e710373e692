// Declares the operations on versions of a process.
import { closed, list, long, maybe, text } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnProcessModel, versionNumber } from '../models/process-models.ts';
import {
  SvcBpmnModelDiffModel,
  SvcBpmnProcessRestoreModel,
  SvcBpmnProcessVersionModel,
} from '../models/version-models.ts';
import { edit, processParams, view } from './process-operations.ts';

const versionParams = closed({
  id: long('Number of the process.'),
  versionNumber: versionNumber('Number of the version.'),
});
const notFound = ['PROCESS_NOT_FOUND', 'PROCESS_VERSION_NOT_FOUND'] as const;
const reads = { access: view, effect: 'read', params: versionParams } as const;
const path = '/process/{id}/versions/{versionNumber}';

export const versionOperations = {
  listVersions: operation({
    method: 'GET',
    path: '/process/{id}/versions',
    summary: 'The versions of a process',
    description: 'The newest first, at most 1,000.',
    access: view,
    effect: 'read',
    params: processParams,
    reply: { kind: 'json', schema: list(SvcBpmnProcessVersionModel, 'Versions, the newest first.') },
    errors: ['PROCESS_NOT_FOUND'],
  }),
  getVersion: operation({
    method: 'GET',
    path,
    summary: 'One version of a process',
    description: 'Its fields without its content.',
    ...reads,
    reply: { kind: 'json', schema: SvcBpmnProcessVersionModel },
    errors: notFound,
  }),
  getVersionXml: operation({
    method: 'GET',
    path: `${path}/xml`,
    summary: 'The content of a version',
    description: 'As it was saved, decoded.',
    ...reads,
    reply: { kind: 'json', schema: text('Content.') },
    errors: notFound,
  }),
  getVersionSvg: operation({
    method: 'GET',
    path: `${path}/svg`,
    summary: 'The picture of a version',
    description: 'Without scripts and without anything from elsewhere.',
    ...reads,
    reply: { kind: 'json', schema: text('SVG.') },
    errors: [...notFound, 'DIAGRAM_NOT_FOUND'],
  }),
  diffVersions: operation({
    method: 'GET',
    path: '/process/{id}/diff',
    summary: 'How two versions of a process differ',
    description:
      'By elements, whatever prefixes, the order of attributes and white space are; defaults of the schema count as written. Of BPMN alone. ' +
      'Without from the version before to, without to the current one.',
    access: view,
    effect: 'read',
    params: processParams,
    query: closed({
      from: maybe(versionNumber('Version before.')),
      to: maybe(versionNumber('Version after.')),
    }),
    reply: { kind: 'json', schema: SvcBpmnModelDiffModel },
    errors: [...notFound, 'MODEL_EMPTY', 'MODEL_NOT_COMPARABLE'],
  }),
  restoreVersion: operation({
    method: 'POST',
    path: `${path}/restore`,
    summary: 'Makes an older version the current one',
    description: 'Its content becomes a new version; none is removed.',
    access: edit,
    effect: 'write',
    params: versionParams,
    body: { kind: 'json', schema: SvcBpmnProcessRestoreModel },
    reply: { kind: 'json', schema: SvcBpmnProcessModel },
    errors: [...notFound, 'VERSION_CONFLICT'],
    idempotent: true,
  }),
} as const;
