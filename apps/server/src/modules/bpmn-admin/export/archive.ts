// Lays out an archive of processes: safe and unique names, a manifest, and the bytes as they were saved.
import { Readable } from 'node:stream';
import type { SvcBpmnProcessModel } from '@keelson/contract';
import { ZipFile } from 'yazl';
import type { ContentHash, ContentStore } from '../../../kernel/content/content-store.ts';
import { fileNameOf } from '../content/prepare-content.ts';

export interface ExportedProcess {
  readonly code: string;
  readonly name: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly category: string | null;
  readonly type: NonNullable<SvcBpmnProcessModel['type']>;
  readonly currentVersion: number;
  readonly content: ContentHash | null;
  readonly picture: ContentHash | null;
}

interface ArchivedFile {
  readonly name: string;
  readonly hash: ContentHash;
}

/** Names of devices in Windows, which no file there may have, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Leaves 255 bytes of a name, of four at most a character, and room for a number. */
const NAME_LENGTH_MAX = 60;

/** Answers a name that every file system takes, and that leaves no folder. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(/^\.+/, '_');
  const short = Array.from(plain).slice(0, NAME_LENGTH_MAX).join('');
  return short === '' || DEVICE.test(short) ? `_${short}` : short;
}

/** Gives each process a path of its own, also where a file system does not distinguish cases. */
function pathsOf(exported: readonly ExportedProcess[]): readonly string[] {
  const taken = new Set<string>();
  return exported.map(({ namespace, code }) => {
    const base = `${safeName(namespace)}/${safeName(code)}`;
    let path = base;
    for (let number = 2; taken.has(path.toLowerCase()); number += 1) path = `${base}-${number}`;
    taken.add(path.toLowerCase());
    return path;
  });
}

/** Files that are read together: usual ones are some MiB, the largest 40. */
const READ_TOGETHER = 4;

const endingOf = ({ type }: ExportedProcess): string => fileNameOf({ code: '', type });

/** Makes the manifest, with the fields that a file cannot hold itself. */
function manifestOf(exported: readonly ExportedProcess[], paths: readonly string[]): string {
  const entries = exported.map(({ content, picture, ...process }, index) => ({
    ...process,
    file: content === null ? null : `${paths[index]}${endingOf(exported[index]!)}`,
    sha256: content?.toString('hex') ?? null,
    svg: picture === null ? null : `${paths[index]}.svg`,
  }));
  return `${JSON.stringify({ format: 1, processes: entries }, null, 2)}\n`;
}

/** Yields the archive; so many files, and the next ones, are in memory while the client takes them. */
export async function* archiveOf(
  exported: readonly ExportedProcess[],
  contents: Pick<ContentStore, 'readAll'>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const paths = pathsOf(exported);
  const zip = new ZipFile();
  const files = exported.flatMap((process, index): ArchivedFile[] => [
    ...(process.content === null ? [] : [{ name: `${paths[index]}${endingOf(process)}`, hash: process.content }]),
    ...(process.picture === null ? [] : [{ name: `${paths[index]}.svg`, hash: process.picture }]),
  ]);
  zip.addBuffer(Buffer.from(manifestOf(exported, paths)), 'manifest.json', { mtime: now });
  const read = (from: number): Promise<readonly Buffer[]> => {
    const some = files.slice(from, from + READ_TOGETHER).map(({ hash }) => hash);
    const reading = some.length === 0 ? Promise.resolve([]) : contents.readAll(some);
    // A failed read is awaited and reported in its turn.
    reading.catch(() => undefined);
    return reading;
  };
  const adding = (async () => {
    let coming = read(0);
    let here: readonly Buffer[] = [];
    for (const [index, { name }] of files.entries()) {
      const place = index % READ_TOGETHER;
      if (place === 0) {
        here = await coming;
        // The next ones are read while these are packed.
        coming = read(index + READ_TOGETHER);
      }
      const bytes = here[place]!;
      await new Promise<void>((resolve, reject) => {
        zip.addReadStreamLazy(name, { size: bytes.byteLength, mtime: now }, (take) => {
          const stream = Readable.from([bytes]);
          stream.once('end', resolve).once('error', reject);
          take(null, stream);
        });
      });
    }
    zip.end();
  })();
  adding.catch((error) => (zip.outputStream as Readable).destroy(error as Error));
  yield* zip.outputStream as AsyncIterable<Uint8Array>;
}
