// Writes the zip of a workbook part by part, as fast as its reader takes it.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import type { ByteSink } from '../table/byte-sink.ts';
import type { WorkbookPart } from './workbook-parts.ts';

export interface ZipFile {
  /** Resolves when the part has been written. */
  add(part: WorkbookPart): Promise<void>;
  /** Writes a part of unknown length, a portion at a time. Errors of its source are thrown. */
  stream(path: string, portions: AsyncIterable<Uint8Array>): Promise<void>;
  end(): Promise<void>;
}

export interface ZipTerms {
  /** Time of all parts, as the zip writes it: without a zone, from 1980 on. */
  readonly time: number;
  /** Level of deflate: 1 is quick, 6 is usual. */
  readonly level: number;
  /** True for parts of more than 4 GiB. */
  readonly isLarge: boolean;
}

const YEAR_MIN = 1980;

/** Makes a date with these local figures, as the zip writes local time, on whatever machine. */
function zipTime(time: number): Date {
  const utc = new Date(time);
  const year = Math.max(utc.getUTCFullYear(), YEAR_MIN);
  return new Date(
    year,
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}

export function createZipFile(output: ByteSink, { time, level, isLarge }: ZipTerms): ZipFile {
  const zip = new yazl.ZipFile();
  const options = { mtime: zipTime(time), forceDosTimestamp: true, compressionLevel: level, forceZip64Format: isLarge };
  // A caller that waits for a part gets the error, too.
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  failed.catch(() => undefined);
  const taken = (async () => {
    for await (const bytes of zip.outputStream) await output.write(bytes as Buffer);
  })();
  taken.catch(() => undefined);

  async function stream(path: string, portions: AsyncIterable<Uint8Array>): Promise<void> {
    const source = Readable.from(portions, { objectMode: false });
    zip.addReadStream(source, path, options);
    // A failing sink ends the source, which would not be read any more.
    taken.catch((error: Error) => source.destroy(error));
    await Promise.race([finished(source), failed]);
  }

  async function* portionsOf({ content }: WorkbookPart): AsyncGenerator<Uint8Array> {
    yield typeof content === 'string' ? Buffer.from(content) : content;
  }

  return {
    add: (part) => stream(part.path, portionsOf(part)),
    stream,
    async end() {
      zip.end({ forceZip64Format: isLarge, comment: '' });
      await Promise.race([taken, failed]);
    },
  };
}
