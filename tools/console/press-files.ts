// Writes br and gzip beside the files of a folder, so that nobody compresses while a page waits.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const PRESSED = /\.(js|css|html|svg|json)$/;
/** Smaller files travel in one packet either way. */
const BYTES_MIN = 1_024;

export async function pressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => PRESSED.test(name))) {
    const bytes = await readFile(path.join(folder, file));
    if (bytes.byteLength < BYTES_MIN) continue;
    // One file after the other, as the build has had its peak of memory already.
    await writeFile(
      path.join(folder, `${file}.br`),
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    );
    await writeFile(path.join(folder, `${file}.gz`), await zip(bytes, { level: 9 }));
  }
}
