// Reads the source files of the repository for the checks of this folder.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** Begins at the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const folders = ['packages', 'apps', 'tests', 'tools', 'bench', 'deploy'];
const extensions = ['.ts', '.tsx', '.sql'];

function readFolder(folder: string): SourceFile[] {
  return readdirSync(repositoryRoot + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('/node_modules/') && extensions.some((extension) => path.endsWith(extension)))
    .map((path) => ({ path, text: readFileSync(repositoryRoot + path, 'utf8') }));
}

/** Lists every TypeScript and SQL file that was written by hand. */
export const sourceFiles: readonly SourceFile[] = folders.flatMap(readFolder);

export const typeScriptFiles = sourceFiles.filter(({ path }) => /\.tsx?$/.test(path));

/** Tells tests, and what only tests use, from the product. */
export function isTest({ path }: SourceFile): boolean {
  return /\.test\.ts$|\.fixture\.ts$|\/testing\/|^tests\//.test(path);
}

export function linesOf({ text }: SourceFile): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}
