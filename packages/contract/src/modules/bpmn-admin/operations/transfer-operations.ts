// Declares how processes leave and come: files and archives.
import { anyCaseChoice, closed, flag, long, maybe } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import { processNamespace, versionNumber } from '../models/process-models.ts';
import { processImportModes, SvcBpmnImportReportModel } from '../models/version-models.ts';
import { edit, view } from './process-operations.ts';

const exportedMax = 1_000;
/** Base64 of more would be too much to hold for a client that could have taken the file. */
const base64BytesMax = 16 * 1_048_576;

export const exportOperations = {
  exportProcess: operation({
    method: 'GET',
    path: '/process/export/{processId}',
    listed: true,
    summary: 'The file of a process',
    description: 'The bytes of its current version, or of the one that is named, as they were saved.',
    access: view,
    effect: 'read',
    params: closed({ processId: long('Number of the process.') }),
    query: closed({ version: maybe(versionNumber('Number of the version; default the current one.')) }),
    reply: {
      kind: 'download',
      mediaTypes: ['application/xml', 'text/xml', 'application/octet-stream'],
      description: 'The file, named by the code of the process.',
      known: true,
      base64Max: base64BytesMax,
    },
    errors: ['PROCESS_NOT_FOUND', 'PROCESS_VERSION_NOT_FOUND', 'MODEL_EMPTY'],
  }),
  exportAll: operation({
    method: 'POST',
    path: '/process/export-all',
    listed: true,
    summary: 'The files of several processes as one archive',
    description:
      'A zip: {namespace}/{code}.bpmn (.dmn, .form), pictures beside them, and manifest.json. One state of all of them. Names are made ' +
      'safe. A process without content stands in the manifest alone. An unknown number refuses all.',
    access: view,
    effect: 'read',
    body: { kind: 'list', schema: long('Number of a process.'), minItems: 1, maxItems: exportedMax },
    reply: {
      kind: 'download',
      mediaTypes: ['application/zip', 'application/octet-stream'],
      description: 'The archive.',
      base64Max: base64BytesMax,
    },
    errors: ['PROCESS_NOT_FOUND'],
  }),
} as const;

const filesMax = 200;
/** A zip may fill the whole upload; what it holds is bounded by itself. */
const archiveBytesMax = 64 * 1_048_576;
const importParams = closed({ id: long('Number of the import.') });
const report = { kind: 'json', schema: SvcBpmnImportReportModel } as const;

export const importOperations = {
  importProcesses: operation({
    method: 'POST',
    path: '/process/import',
    summary: 'Imports files and archives',
    description:
      'BPMN, DMN, forms, and zips of these: at most 64 MiB, of a zip 2,000 files and 256 MiB unpacked. A file becomes a new process, or ' +
      'the next version of the one with its code. Each is a transaction of its own. The files are kept before anything else, and worked ' +
      'off whatever happens to the request: the answer waits up to 20 seconds and then says RUNNING. An archive that is not sound refuses ' +
      'the whole request.',
    access: edit,
    effect: 'write',
    body: {
      kind: 'multipart',
      files: {
        files: { min: 1, max: filesMax, description: 'Files, the part repeated.', limitBytes: archiveBytesMax },
      },
      fields: closed({
        namespace: maybe(processNamespace),
        mode: maybe(
          anyCaseChoice(
            processImportModes,
            'CREATE refuses codes that exist, NEW_VERSION those that do not; default AUTO: as the code says.',
          ),
        ),
        dryRun: maybe(flag('Says what would become of each file, and writes nothing; default false.')),
      }),
    },
    reply: report,
    errors: ['ARCHIVE_REFUSED'],
    idempotent: true,
  }),
  getImport: operation({
    method: 'GET',
    path: '/process/import/{id}',
    summary: 'What became of an import',
    description: 'Of the files that have been looked at; kept for 30 days.',
    access: edit,
    effect: 'read',
    params: importParams,
    reply: report,
    errors: ['IMPORT_NOT_FOUND'],
  }),
  cancelImport: operation({
    method: 'POST',
    path: '/process/import/{id}/cancel',
    summary: 'Stops an import',
    description: 'Between two files; what has been imported stays. One that is over stays as it is.',
    access: edit,
    effect: 'write',
    params: importParams,
    reply: report,
    errors: ['IMPORT_NOT_FOUND'],
  }),
} as const;
