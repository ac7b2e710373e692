// Saves a model of an editor: into its working copy, and as the next version where the content differs.
import type { NodeFormValues } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { ContentPreparation, PreparedContent } from '../content/prepare-content.ts';
import { addVersion } from '../content/write-version.ts';
import { encodeModel } from '../model/model-text.ts';
import type { Models } from '../model/models.ts';
import {
  type FoundCopy,
  findWorkingCopy,
  getWorkingCopy,
  keepWorkingCopy,
  type WorkingCopy,
} from '../record/model.store.ts';
import { type Process, processes } from '../record/process.store.ts';
import { savePicture } from '../record/version.store.ts';
import { type NodeSave, readNodeForm } from './node-form.ts';

interface NodeGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly content: ContentPreparation;
  readonly models: Pick<Models, 'json'>;
}

interface Brought {
  readonly content: PreparedContent | null;
  readonly picture: Buffer | null | undefined;
  readonly source: Buffer | undefined;
}

/** Answers the fields that a form changes; name and namespace cannot be removed. */
function changedFields({ name, description, namespace }: NodeSave) {
  return {
    ...(name ? { name } : {}),
    ...(namespace ? { namespace } : {}),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
  };
}

/** Answers the new working copy; a source without XML makes the content stale. */
function copyWith(copy: WorkingCopy, { content, picture, source }: Brought): WorkingCopy {
  return {
    content: content === null ? copy.content : content.hash,
    picture: picture === undefined ? copy.picture : picture,
    source: source ?? (content === null ? copy.source : null),
    xmlStale: content === null && (source !== undefined || copy.xmlStale),
    baseVersion: copy.baseVersion,
  };
}

export type NodeService = ReturnType<typeof createNodeService>;

export function createNodeService({ database, clock, content, models }: NodeGround) {
  async function prepare(act: Act, saved: NodeSave): Promise<Brought> {
    const { bpmnXml, svg, source } = saved;
    return {
      content: bpmnXml === undefined ? null : await content.prepare(act, encodeModel(bpmnXml)),
      picture: svg === undefined ? undefined : await content.preparePicture(act, svg, 'svg_xml'),
      source: source === undefined ? undefined : await content.keepSource(source),
    };
  }

  /** Answers the content that waits in the working copy and becomes a version with a save that asks for one. */
  async function waiting(
    act: Act,
    process: Process,
    copy: WorkingCopy,
    brought: Brought,
  ): Promise<PreparedContent | null> {
    if (brought.content !== null) return brought.content;
    if (copy.content === null || (process.content?.equals(copy.content) ?? false)) return null;
    return content.prepare(act, await content.bytesOf(copy.content));
  }

  async function write(
    tx: Transaction,
    act: Act,
    before: Process,
    { seen, saved, brought }: { readonly seen: FoundCopy; readonly saved: NodeSave; readonly brought: Brought },
  ) {
    const change = { by: act.caller.username, now: new Date(clock.now()) };
    const fields = changedFields(saved);
    // Every change of a working copy raises the version of its process.
    const current = before.version === seen.recordVersion ? seen : await getWorkingCopy(tx, before.id);
    const copy = copyWith(current, brought);
    const next = saved.newVersion ? await waiting(act, before, copy, brought) : null;
    if (next !== null && !(before.content?.equals(next.hash) ?? false)) {
      const { picture, source } = copy;
      const version = { content: next, picture, source, comment: saved.comment ?? null, origin: 'SAVE' } as const;
      return addVersion(tx, before, version, change, fields);
    }
    const isPicture = saved.newVersion && brought.picture !== undefined;
    const row = await processes.update(tx, before, isPicture ? { ...fields, picture: copy.picture } : fields, change);
    if (isPicture) await savePicture(tx, row, copy.picture);
    keepWorkingCopy(tx, before.id, copy);
    return row;
  }

  return {
    /** Answers the version of the content and that of the record. */
    async save(act: Act, modelId: number, body: NodeFormValues, query: NodeFormValues): Promise<Process> {
      const saved = await readNodeForm(body, query, models.json(act.caller.tenantIdentifier));
      const seen = await findWorkingCopy(database, act.caller.tenantIdentifier, modelId);
      if (seen === null) return failNotFound('MODEL_NOT_FOUND', { modelId });
      const brought = await prepare(act, saved);
      return database.transaction(async (tx) => {
        const before = await processes.lock(tx, act.caller, { id: seen.processId }, saved.version);
        const row = await write(tx, act, before, { seen, saved, brought });
        await act.record(
          tx,
          bpmnAdminEvents.saved,
          { name: row.code, tenantIdentifier: row.tenantIdentifier },
          processes.detail(before, row),
        );
        return row;
      });
    },
  };
}
