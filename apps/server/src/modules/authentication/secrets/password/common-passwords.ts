// Holds passwords that many people use, from the list beside this file; tools/generate-common-passwords.ts makes it.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const LIST = new URL('./common-passwords.txt', import.meta.url);
// These begin the lines that name source and licence.
const COMMENT = '#';

/** Answers the form in which the list is written and asked. */
export function foldPassword(password: string): string {
  return password.normalize('NFC').toLowerCase();
}

function parseList(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith(COMMENT)));
}

// Entries of half a megabyte, constant and read once.
let entries: ReadonlySet<string> | null = null;

/** Reads the list before the first request, so that no request waits for it. */
export async function loadCommonPasswords(): Promise<void> {
  entries ??= parseList(await readFile(LIST, 'utf8'));
}

/** Says whether the whole password, whatever its case, is in the list. */
export function isCommonPassword(password: string): boolean {
  entries ??= parseList(readFileSync(LIST, 'utf8'));
  return entries.has(foldPassword(password));
}
