// Reads a build of the console: its documents with the address that they are served below, and its files in the form a browser takes.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { acceptsCoding } from '../exchange/accept.ts';

export type ConsoleDocument = 'index' | 'sign-in';

export interface DocumentText {
  readonly text: string;
  readonly etag: string;
}

/** The document that frames what others have written; only its own script runs in it. */
export interface PaperText extends DocumentText {
  /** The hash of its script, as a content security policy names it. */
  readonly scriptHash: string;
}

export interface ConsoleFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly coding: 'br' | 'gzip' | null;
}

export interface ConsoleFiles {
  readonly documents: Readonly<Record<ConsoleDocument, DocumentText>>;
  readonly paper: PaperText;
  /** Answers a file by its name behind `console-assets/`, or null where the build has none of that name. */
  read(name: string, acceptEncoding: string | undefined): Promise<ConsoleFile | null>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

async function readPaper(folder: string): Promise<PaperText> {
  const text = await readFile(join(folder, 'paper.html'), 'utf8');
  const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
  return { text, etag: tagOf(text), scriptHash: `'sha256-${hash('sha256', script, 'base64')}'` };
}

/** What a server writes into the documents. */
export interface ConsolePlace {
  /** The path that everything is served below, with a slash at its end. */
  readonly base: string;
  /** Names the modules that are served there, as the keys of a client; pages of others say that they are not. */
  readonly modules: readonly string[];
}

async function readDocument(
  folder: string,
  name: ConsoleDocument,
  { base, modules }: ConsolePlace,
): Promise<DocumentText> {
  const made = await readFile(join(folder, `${name}.html`), 'utf8');
  const text = made
    .replace('<base href="/" />', `<base href="${base}" />`)
    .replace(
      '<meta name="keelson-modules" content="" />',
      `<meta name="keelson-modules" content="${modules.join(' ')}" />`,
    );
  return { text, etag: tagOf(text) };
}

export async function readConsole(folder: string, place: ConsolePlace): Promise<ConsoleFiles> {
  const assets = join(folder, 'console-assets');
  const [names, index, signIn, paper] = await Promise.all([
    readdir(assets),
    readDocument(folder, 'index', place),
    readDocument(folder, 'sign-in', place),
    readPaper(folder),
  ]);
  // Only names that the build wrote are ever put together with a folder.
  const known = new Set(names);
  return {
    documents: { index, 'sign-in': signIn },
    paper,
    async read(name, acceptEncoding) {
      const mediaType = mediaTypes[extname(name)];
      if (mediaType === undefined || !known.has(name)) return null;
      const pressed = codings.find(
        ([coding, ending]) => known.has(name + ending) && acceptsCoding(acceptEncoding, coding),
      );
      const bytes = await readFile(join(assets, name + (pressed?.[1] ?? '')));
      return { bytes, mediaType, coding: pressed?.[0] ?? null };
    },
  };
}
