// Reads the files that a request names: everything that its body alone decides.
import { attachmentBytesMax, inlineBytesMax, type SvcMailAttachment } from '@keelson/contract';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import type { KeptFile } from '../record/sent-mail.types.ts';
import { findNameProblem, readMediaType } from './attachment-name.ts';

/** A file of a request, valid in its form. */
export interface GivenAttachment {
  readonly name: string;
  /** Media type; null: that of the uploaded file. */
  readonly contentType: string | null;
  /** Id by which the markup shows it; null: it is only attached. */
  readonly contentId: string | null;
  /** Bytes of a file in the request; of the three sources of a file two are null. */
  readonly bytes: Buffer | null;
  readonly fileUuid: string | null;
  readonly kept: Pick<KeptFile, 'size' | 'content'> | null;
}

/** Decodes base64 as RFC 4648 4 writes it: padded, nothing between, no bits left over; null for anything else. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function readOne(field: string, given: SvcMailAttachment, problems: ArgumentProblem[]): GivenAttachment {
  const { name, content, fileUuid, contentId = null, inline } = given;
  const nameProblem = findNameProblem(`${field}.name`, name);
  if (nameProblem !== null) problems.push(nameProblem);
  const asked = given.contentType ?? null;
  const { contentType, problem } = readMediaType(`${field}.contentType`, name, asked);
  if (problem !== null && nameProblem === null) problems.push(problem);
  if (inline != null && inline !== (contentId !== null)) {
    const message = 'Must be true exactly where a contentId is given.';
    problems.push({ field: `${field}.inline`, code: 'ATTACHMENT_INVALID', message });
  }
  const bytes = content == null ? null : decode(content);
  if (content != null && bytes === null) {
    const message = 'Must be base64 (RFC 4648 4) with its padding, and nothing else.';
    problems.push({ field: `${field}.content`, code: 'ATTACHMENT_INVALID', message });
  } else if (bytes !== null && bytes.byteLength > attachmentBytesMax) {
    const message = `Must have at most ${attachmentBytesMax} bytes.`;
    problems.push({ field: `${field}.content`, code: 'ATTACHMENT_INVALID', message });
  }
  const isOfFile = asked === null && bytes === null;
  return {
    name,
    contentType: isOfFile ? null : contentType,
    contentId,
    bytes,
    fileUuid: fileUuid?.toLowerCase() ?? null,
    kept: null,
  };
}

/** Reads the files, adding problems; the answer is usable where there are none. The contract bounds their number. */
export function readAttachments(
  given: readonly SvcMailAttachment[] | null | undefined,
  problems: ArgumentProblem[],
): readonly GivenAttachment[] {
  const ids = new Set<string>();
  const files = (given ?? []).map((one, index) => {
    const field = `attachments[${index}]`;
    const file = readOne(field, one, problems);
    if (file.contentId !== null && ids.has(file.contentId)) {
      const message = 'Another file of the mail has this contentId.';
      problems.push({ field: `${field}.contentId`, code: 'CONTENT_ID_DUPLICATE', message });
    }
    if (file.contentId !== null) ids.add(file.contentId);
    return file;
  });
  const bytes = files.reduce((sum, file) => sum + (file.bytes?.byteLength ?? 0), 0);
  if (bytes > inlineBytesMax) {
    const message = `Files in the body must have at most ${inlineBytesMax} bytes together.`;
    problems.push({ field: 'attachments', code: 'ATTACHMENT_INVALID', message });
  }
  return files;
}

/** Reads files whose bytes are stored already; problems of their names and types are added. */
export function readKeptFiles(files: readonly KeptFile[], problems: ArgumentProblem[]): readonly GivenAttachment[] {
  return files.map(({ name, contentType, size, content }, index) => ({
    ...readOne(`files[${index}]`, { name, contentType }, problems),
    kept: { size, content },
  }));
}
