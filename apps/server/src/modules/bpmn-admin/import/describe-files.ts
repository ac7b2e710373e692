// Reads the manifest of an exported archive; it is trusted only for files whose bytes it names.
import { hash } from 'node:crypto';
import type { UnpackedFile } from './unpack.ts';

/** Fields that a file cannot hold itself; invalid ones are left out. */
export interface Described {
  readonly namespace?: string;
  readonly code?: string;
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

export interface DescribedFile extends UnpackedFile {
  readonly described: Described | null;
  readonly picture: Buffer | null;
}

const MANIFEST = 'manifest.json';
const TEXT_MAX = 255;
const DESCRIPTION_MAX = 4_000;
const TAGS_MAX = 20;
const TAG_MAX = 64;

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown, lengthMax: number): string | undefined {
  const fits =
    typeof value === 'string' && value !== '' && value.length <= lengthMax && !/[\p{Cc}--[\t\n\r]]/v.test(value);
  return fits ? value : undefined;
}

function describedOf(entry: Entry): Described {
  const tags = Array.isArray(entry.tags) ? entry.tags.map((tag) => textOf(tag, TAG_MAX)) : [];
  const fields = {
    namespace: textOf(entry.namespace, TEXT_MAX),
    code: textOf(entry.code, TEXT_MAX),
    name: textOf(entry.name, TEXT_MAX),
    category: textOf(entry.category, TEXT_MAX),
    description: textOf(entry.description, DESCRIPTION_MAX),
  };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), tags: tags.filter((tag) => tag !== undefined).slice(0, TAGS_MAX) };
}

function entriesOf(manifest: UnpackedFile | undefined): readonly Entry[] {
  if (manifest === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(manifest.bytes.toString());
    const listed = isEntry(parsed) ? parsed.processes : null;
    return Array.isArray(listed) ? listed.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Joins files and manifest; pictures belong to the files that name them, and are no files of their own. */
export function describeFiles(files: readonly UnpackedFile[]): readonly DescribedFile[] {
  const entries = entriesOf(files.find(({ name }) => name === MANIFEST));
  const byHash = new Map(entries.map((entry) => [`${entry.file} ${entry.sha256}`, entry]));
  const pictures = new Map(files.filter(({ name }) => name.endsWith('.svg')).map(({ name, bytes }) => [name, bytes]));
  return files
    .filter(({ name }) => name !== MANIFEST && !pictures.has(name))
    .map((file) => {
      const entry = byHash.get(`${file.name} ${hash('sha256', file.bytes, 'hex')}`);
      const picture = typeof entry?.svg === 'string' ? (pictures.get(entry.svg) ?? null) : null;
      return { ...file, described: entry === undefined ? null : describedOf(entry), picture };
    });
}
