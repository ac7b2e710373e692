// Prepares the parts of a save beside the fields, before any transaction: content, picture, and their origin.
import type { SvcBpmnProcessModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { ContentPreparation, PreparedContent } from '../content/prepare-content.ts';
import { encodeModel } from '../model/model-text.ts';
import type { Models } from '../model/models.ts';
import { type Process, processes } from '../record/process.store.ts';

export interface SavedContentGround extends Pick<Kernel, 'database'> {
  readonly content: ContentPreparation;
  readonly models: Models;
}

/** Parts of a save beside the fields. */
export interface Brought {
  readonly content: PreparedContent | null;
  /** Picture; undefined leaves it, null removes it. */
  readonly picture: Buffer | null | undefined;
  readonly source: Process | null;
}

export function createSavedContent({ database, content, models }: SavedContentGround) {
  async function sourceOf(act: Act, id: number | null): Promise<{ row: Process; bytes: Buffer } | null> {
    if (id === null) return null;
    const row = await processes.get(database, act.caller, { id });
    if (row.content === null) return fail('MODEL_EMPTY', { parameters: { code: row.code } });
    return { row, bytes: await content.bytesOf(row.content) };
  }

  async function newContent(act: Act, body: SvcBpmnProcessModel, source: Awaited<ReturnType<typeof sourceOf>>) {
    const { bpmnXml, code } = body;
    if (bpmnXml !== null && bpmnXml !== undefined) return content.prepare(act, encodeModel(bpmnXml));
    if (code === null || code === undefined)
      return invalid({ field: 'code', code: 'REQUIRED', message: 'Must be given.' });
    // A copy carries its own code, so that it can be deployed beside its source.
    if (source !== null) return content.prepareRenamed(act, source.bytes, code);
    return (body.type ?? 'BPMN') === 'BPMN' ? content.prepare(act, models.minimal(code, body.name ?? code)) : null;
  }

  async function pictureOf(act: Act, body: SvcBpmnProcessModel): Promise<Buffer | null | undefined> {
    return body.svg === undefined ? undefined : content.preparePicture(act, body.svg, 'svg');
  }

  return {
    async bring(act: Act, body: SvcBpmnProcessModel, sourceProcessId: number | null): Promise<Brought> {
      const { id, bpmnXml } = body;
      const source = await sourceOf(act, sourceProcessId);
      const isNew = id === null || id === undefined;
      const found = isNew
        ? await newContent(act, body, source)
        : bpmnXml
          ? await content.prepare(act, encodeModel(bpmnXml))
          : source && (await content.prepare(act, source.bytes));
      return { content: found, picture: await pictureOf(act, body), source: source?.row ?? null };
    },
  };
}
