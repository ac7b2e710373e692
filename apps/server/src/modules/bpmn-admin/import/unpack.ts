// Opens archives of strangers: wrong names, sizes and methods are refused before a byte is inflated.
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export type ArchiveProblem =
  | 'ENTRY_COUNT'
  | 'UNPACKED_SIZE'
  | 'NESTED'
  | 'PATH'
  | 'DUPLICATE_NAME'
  | 'ENCRYPTED'
  | 'METHOD'
  | 'LINK'
  | 'BROKEN';

/** Thrown with the reason, and the entry. */
export class ArchiveRefused extends Error {
  readonly reason: ArchiveProblem;
  readonly entry: string | null;
  constructor(reason: ArchiveProblem, entry: string | null = null) {
    super(reason);
    this.reason = reason;
    this.entry = entry;
  }
}

/** Entries of an archive, as many as an export has: a process and its picture, 1,000 times, and the manifest. */
const ENTRIES_MAX = 2_001;
const UNPACKED_BYTES_MAX = 256 * 1_048_576;
/** A local header has so many bytes before its name (APPNOTE 4.3.7). */
const LOCAL_HEADER_BYTES = 30;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 0x1;
const UNIX_TYPE_MASK = 0xf0_00;
const UNIX_LINK = 0xa0_00;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Says whether a name is unsafe, also as a path of Windows. */
function isUnsafe(name: string): boolean {
  if (/[\p{Cc}<>:"\\|?*]/u.test(name) || name.startsWith('/')) return true;
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..' || /[. ]$/.test(part) || DEVICE.test(part));
}

function findProblem(entry: Entry): ArchiveProblem | null {
  const { fileName, generalPurposeBitFlag, compressionMethod, externalFileAttributes } = entry;
  if (isUnsafe(fileName)) return 'PATH';
  if ((generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) return 'ENCRYPTED';
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) return 'METHOD';
  if (((externalFileAttributes >>> 16) & UNIX_TYPE_MASK) === UNIX_LINK) return 'LINK';
  return fileName.toLowerCase().endsWith('.zip') ? 'NESTED' : null;
}

/** Refuses two entries over the same bytes, by which a small archive pretends to be a large one. */
function requireApart(entries: readonly Entry[]): void {
  const sorted = entries.toSorted(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize, fileName } of sorted) {
    if (start < end) throw new ArchiveRefused('BROKEN', fileName);
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
  }
}

function requireSound(entries: readonly Entry[]): void {
  const names = new Set<string>();
  let unpacked = 0;
  for (const entry of entries) {
    const problem = findProblem(entry);
    if (problem !== null) throw new ArchiveRefused(problem, entry.fileName);
    const name = entry.fileName.toLowerCase();
    if (names.has(name)) throw new ArchiveRefused('DUPLICATE_NAME', entry.fileName);
    names.add(name);
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_BYTES_MAX) throw new ArchiveRefused('UNPACKED_SIZE', entry.fileName);
  }
  requireApart(entries);
}

const options: Options = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: true,
  validateEntrySizes: true,
  strictFileNames: true,
};

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, options, (error, zip) => (error ? reject(new ArchiveRefused('BROKEN')) : resolve(zip)));
  });
}

/** Reads the central directory, on which all checks are made. */
function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX) return Promise.reject(new ArchiveRefused('ENTRY_COUNT'));
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    // The library refuses some names itself, with an error that has no code.
    zip.on('error', (error: Error) =>
      reject(new ArchiveRefused(/path|characters/.test(error.message) ? 'PATH' : 'BROKEN')),
    );
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Inflates in node's own threads; an entry with another size than declared is refused. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch {
    throw new ArchiveRefused('BROKEN', entry.fileName);
  }
  return Buffer.concat(chunks);
}

/** Says whether the bytes are those of an archive, whatever the file is called. */
export function isArchive(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6)
  );
}

/** Yields the files of an archive without folders; throws `ArchiveRefused` before the first one. */
export async function* unpack(bytes: Buffer): AsyncGenerator<UnpackedFile> {
  const zip = await open(bytes);
  const entries = await entriesOf(zip);
  requireSound(entries);
  for (const entry of entries) {
    if (!entry.fileName.endsWith('/')) yield { name: entry.fileName, bytes: await inflate(zip, entry) };
  }
}
