// Finds a module's numbered SQL files and checks that their numbers make a row.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A module's directory of migrations. */
export interface MigrationSource {
  readonly name: string;
  /** Holds `NNNN_name.sql` and nothing else. */
  readonly directory: URL;
}

export interface MigrationFile {
  readonly module: string;
  readonly number: number;
  readonly file: string;
  readonly text: string;
  /** SHA-256 of the text with `\n` line ends, in hex: a checkout with other line ends is the same file. */
  readonly checksum: string;
  /** Runs statement by statement, outside a transaction. */
  readonly concurrent: boolean;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+(\.concurrent)?\.sql$/;

/**
 * Answers the files in the order of their numbers; throws a sentence that names the file for a wrong name, a gap or a
 * number used twice.
 */
export function readMigrationFiles({ name, directory }: MigrationSource): MigrationFile[] {
  const files = readdirSync(directory).sort();
  return files.map((file, index) => {
    const match = FILE_NAME.exec(file);
    if (match === null) {
      throw new Error(`migration "${file}" of ${name} must be named NNNN_name.sql or NNNN_name.concurrent.sql`);
    }
    const number = Number(match[1]);
    if (number !== index + 1) {
      throw new Error(
        `migration "${file}" of ${name} should have the number ${index + 1}: numbers start at 1, without gaps`,
      );
    }
    const text = readFileSync(new URL(file, directoryUrl(directory)), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    return { module: name, number, file, text, checksum, concurrent: match[2] !== undefined };
  });
}

function directoryUrl(directory: URL): URL {
  return directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`);
}
