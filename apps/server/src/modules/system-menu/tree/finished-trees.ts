// Keeps finished trees in memory, as bytes: bounded, compressed once.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../../../kernel/process/metrics.ts';

export type TreeEncoding = 'gzip' | null;

const MEBIBYTE = 1_048_576;
/** Level of gzip: a tree is mostly identifiers, which no level packs better; the first one brings it to a quarter. */
const GZIP_LEVEL = 1;
const compress = promisify(gzip);

export function createFinishedTrees({
  metrics,
  sizeMebibytes,
}: {
  readonly metrics: Metrics;
  readonly sizeMebibytes: () => number;
}) {
  const hits = metrics.counter({ name: 'menu_tree_cache_hits_total', help: 'Trees that were finished already.' });
  let mebibytes = 0;
  let finished: LRUCache<string, Uint8Array> | null = null;
  const making = new Map<string, Promise<Uint8Array>>();
  metrics.gauge({
    name: 'menu_tree_bytes',
    help: 'Bytes of the finished trees in memory.',
    collect: (self) => self.set(finished?.calculatedSize ?? 0),
  });
  /** Another size makes another cache: trees are made again in a millisecond. */
  const cacheNow = (): LRUCache<string, Uint8Array> => {
    const asked = sizeMebibytes();
    if (finished === null || asked !== mebibytes) {
      mebibytes = asked;
      finished = new LRUCache({ maxSize: asked * MEBIBYTE, sizeCalculation: (bytes) => bytes.byteLength });
    }
    return finished;
  };
  const make = async (etag: string, encoding: TreeEncoding, write: () => Promise<string>): Promise<Uint8Array> => {
    const cache = cacheNow();
    const plain = Buffer.from(await write());
    const bytes = encoding === null ? plain : await compress(plain, { level: GZIP_LEVEL });
    cache.set(etag, bytes);
    return bytes;
  };

  return {
    clear(): void {
      finished = null;
    },
    /**
     * Answers a tree, made where it is missing; parallel calls for one tag share it. An error of `write` is thrown, and
     * nothing is kept.
     */
    async get(etag: string, encoding: TreeEncoding, write: () => Promise<string>): Promise<Uint8Array> {
      const known = cacheNow().get(etag);
      if (known !== undefined) {
        hits.inc();
        return known;
      }
      let made = making.get(etag);
      if (made === undefined) {
        made = make(etag, encoding, write).finally(() => making.delete(etag));
        making.set(etag, made);
      }
      return made;
    },
  };
}
