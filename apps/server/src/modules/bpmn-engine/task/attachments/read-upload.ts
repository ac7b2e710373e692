// Reads what somebody wants to attach: a file under a plain name and of the type that its bytes have, or an address.
import type { UploadedFile } from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../../kernel/request/errors.ts';
import { isPlainFileName, MEDIA_TYPE, PLAIN_NAME } from '../../../../kernel/text/file-name.ts';

const NAME_MAX = 255;
/** Media type of bytes of an unknown kind. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Beginnings of files by their type: whoever opens one by its type must not be given another one. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['25504446'],
  'application/zip': ['504b0304', '504b0506'],
  'image/gif': ['47494638'],
  'image/jpeg': ['ffd8ff'],
  'image/png': ['89504e470d0a1a0a'],
  'image/webp': ['52494646'],
};
const BEGINNING_BYTES = 8;

export interface Upload {
  readonly name: string;
  readonly attached:
    | { readonly kind: 'file'; readonly mediaType: string; readonly bytes: Uint8Array }
    | { readonly kind: 'address'; readonly url: string };
}

/** Reads an upload; ends the request with every problem that it finds. */
export function readUpload(
  file: UploadedFile | undefined,
  { name: given, url }: { readonly name?: string; readonly url?: string },
): Upload {
  if (file === undefined && url !== undefined) {
    const name = given ?? url.slice(0, NAME_MAX);
    if (given !== undefined) refuse(nameProblem('name', given));
    return { name, attached: { kind: 'address', url } };
  }
  if (file === undefined || url !== undefined) {
    return invalid({ field: 'file', code: 'PART_MISSING', message: 'Give exactly one of file, url.' });
  }
  const name = given ?? file.fileName;
  const type = MEDIA_TYPE.exec(file.mediaType === '' ? UNKNOWN_TYPE : file.mediaType.trim());
  refuse(nameProblem(given === undefined ? 'file' : 'name', name), type === null ? TYPE_PROBLEM : null);
  const [, plain = UNKNOWN_TYPE, charset = ''] = type ?? [];
  const isIt = beginsAs(plain.toLowerCase(), file.bytes);
  const mediaType = isIt ? `${plain.toLowerCase()}${charset}` : UNKNOWN_TYPE;
  return { name, attached: { kind: 'file', mediaType, bytes: file.bytes } };
}

const TYPE_PROBLEM: ArgumentProblem = {
  field: 'file',
  code: 'ATTACHMENT_INVALID',
  message: 'Must be a media type such as application/pdf.',
};

function nameProblem(field: string, name: string): ArgumentProblem | null {
  if (name.length > NAME_MAX) {
    return { field, code: 'TOO_LONG', message: `Must have at most ${NAME_MAX} characters.` };
  }
  return isPlainFileName(name) ? null : { field, code: 'ATTACHMENT_INVALID', message: PLAIN_NAME };
}

function refuse(...problems: readonly (ArgumentProblem | null)[]): void {
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) invalid(...found);
}

function beginsAs(mediaType: string, bytes: Uint8Array): boolean {
  const beginnings = BEGINNINGS[mediaType];
  if (beginnings === undefined) return true;
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString('hex');
  return beginnings.some((one) => beginning.startsWith(one));
}
