// Writes a field of ink as a PNG of 16 greys; compressing runs in the thread pool.
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 4;
const GREYSCALE = 0;
const HEADER_BYTES = 13;

/** The darkest ink: what fits into four bits. */
export const INK_MAX = 15;

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Holds the ink row by row, from 0 (paper) to `INK_MAX`. */
  readonly ink: Uint8Array;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function headerOf({ width, height }: Raster): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BIT_DEPTH;
  header[9] = GREYSCALE;
  return header;
}

/** Packs two pixels into a byte, each row with the filter "none" in front; ink is dark, paper is white. */
function pack({ width, height, ink }: Raster): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2);
  const packed = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = INK_MAX - ink[y * width + x]!;
      packed[y * rowBytes + 1 + (x >> 1)]! |= x % 2 === 0 ? grey << BIT_DEPTH : grey;
    }
  }
  return packed;
}

export async function encodePng(raster: Raster): Promise<Buffer> {
  const data = await compress(pack(raster));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(raster)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
