// Asks the tool that knows who imports whom about a tree of files, by the rules of this repository.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './source-files.ts';

export const cruiser = join(repositoryRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
export const cruisedFolders = ['packages', 'apps', 'tests', 'tools', 'bench', 'deploy'];
/** The report of the real tree is half a megabyte. */
export const OUTPUT_BYTES_MAX = 64 * 1_024 * 1_024;
/** The real tree takes a quarter of a minute, the others a second, when the machine is idle. */
export const CRUISE_TIMEOUT_MS = 300_000;

export interface CruiseReport {
  readonly exitCode: number;
  /** Each one reads as `rule: from -> to`. */
  readonly violations: readonly string[];
  readonly sources: readonly string[];
}

/** Answers what breaks a rule below a directory. */
export function cruise(directory: string): Promise<CruiseReport> {
  const command = [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...cruisedFolders];
  return new Promise((resolve, reject) => {
    const options = { cwd: directory, maxBuffer: OUTPUT_BYTES_MAX };
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr, { cause: error }));
      const { modules, summary } = JSON.parse(stdout) as {
        readonly modules: readonly { readonly source: string }[];
        readonly summary: { violations: { from: string; to: string; rule: { name: string } }[] };
      };
      resolve({
        exitCode: typeof error?.code === 'number' ? error.code : 0,
        violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
        sources: modules.map(({ source }) => source),
      });
    });
  });
}
