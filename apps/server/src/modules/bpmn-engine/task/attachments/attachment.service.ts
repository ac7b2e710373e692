// Lets people attach files and addresses to a task or an instance, and take them away again.
import { type KnownDownload, type Pageable, remarkSortStandard, resolvePageable } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { holdOpen } from '../remarks/place.store.ts';
import { type FindPlace, failClosed, requireAdder, requireAuthor } from '../remarks/places.ts';
import {
  type Attached,
  findAttachment,
  lockAttachment,
  pageAttachments,
  removeAttachment,
  saveAttachment,
} from './attachment.store.ts';
import { attachmentToWire } from './attachment.wire.ts';
import type { Upload } from './read-upload.ts';

/** Bounds of an instance with all its tasks: whoever attaches and forgets fills no disk. */
const BOUNDS = { attachmentsMax: 200, bytesMax: 268_435_456 };

/** Creates the service for attachments of tasks or of instances, as `findPlace` is given. */
export function createAttachmentService(
  { clock, contents, database, ids }: Pick<Kernel, 'clock' | 'contents' | 'database' | 'ids'>,
  findPlace: FindPlace,
) {
  const missing = (attachmentId: string): never => failNotFound('ATTACHMENT_NOT_FOUND', { attachmentId });

  /** Keeps the bytes, before the row that refers to them. */
  async function keep(attached: Upload['attached']): Promise<Attached> {
    if (attached.kind === 'address') return { url: attached.url, mediaType: null, size: null, content: null };
    const { mediaType, bytes } = attached;
    const [content] = await contents.put([bytes]);
    return { url: null, mediaType, size: bytes.byteLength, content: content! };
  }

  return {
    async page({ caller }: Act, id: string, asked: Partial<Pick<Pageable, 'pageNumber' | 'pageSize'>>) {
      const place = await findPlace(caller, id);
      const request = resolvePageable(asked, remarkSortStandard);
      return { ...(await pageAttachments(database, place, request)), request };
    },

    add: (act: Act, id: string, { name, attached }: Upload) =>
      act.once(async (claim) => {
        const place = await findPlace(act.caller, id);
        requireAdder(place);
        const { instanceId, taskNumber } = place;
        const made = { id: ids.uuidV7(), author: act.caller.username, createdAt: new Date(clock.now()) };
        const attachment = { ...(await keep(attached)), ...made, instanceId, taskNumber, name };
        const answer = attachmentToWire(attachment);
        await database.transaction(async (tx) => {
          if (!(await holdOpen(tx, place))) failClosed(place);
          if (!(await saveAttachment(tx, place, attachment, BOUNDS))) fail('ATTACHMENT_LIMIT_REACHED');
          await claim.save(tx, answer);
        });
        return answer;
      }),

    async download({ caller }: Act, id: string, attachmentId: string): Promise<KnownDownload> {
      const place = await findPlace(caller, id);
      const found = (await findAttachment(database, place, attachmentId)) ?? missing(attachmentId);
      const { name, mediaType, size, content } = found;
      if (content === null) return fail('ATTACHMENT_HAS_NO_FILE', { parameters: { name } });
      return { mediaType, fileName: name, size, etag: content.toString('hex'), chunks: contents.stream(content) };
    },

    async remove(act: Act, id: string, attachmentId: string): Promise<undefined> {
      const place = await findPlace(act.caller, id);
      await database.transaction(async (tx) => {
        const found = (await lockAttachment(tx, place, attachmentId)) ?? missing(attachmentId);
        requireAuthor(act.caller, place, found.author);
        await removeAttachment(tx, found.id);
        const { id: _, ...detail } = attachmentToWire(found);
        await act.record(tx, bpmnEngineEvents.attachmentRemoved, attachmentId, detail);
      });
    },
  };
}

export type AttachmentService = ReturnType<typeof createAttachmentService>;
