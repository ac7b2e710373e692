// Runs every static check side by side and prints what each found: format and lint, types, boundaries, dead code, generated documents.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Looks at what was printed; a sentence when it is not good enough. */
  readonly judge?: (output: string) => Promise<string | null>;
}

/** Finds a JavaScript file of the tools, which the Node that runs this runs. */
const bin = (file: string): string => path.join(root, 'node_modules', file);

const checks: readonly Check[] = [
  { name: 'format and lint', command: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: [bin('typescript-7/bin/tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the console', command: [bin('typescript-7/bin/tsc'), '-p', 'apps/console'] },
  {
    name: 'boundaries',
    command: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'packages',
      'apps',
      'tests',
      'tools',
      'bench',
      'deploy',
    ],
    judge: judgeFilesSeen,
  },
  { name: 'dead code', command: [bin('knip/bin/knip.js')] },
  { name: 'generated documents', command: ['tools/generate-docs.ts', '--check'] },
];

/** The tool exits 0 when it sees nothing, so the number of files it saw is held against the number there are. */
async function judgeFilesSeen(output: string): Promise<string | null> {
  const seen = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
  let present = 0;
  for (const folder of ['packages', 'apps', 'tests', 'tools', 'bench', 'deploy']) {
    const files = await readdir(path.join(root, folder), { recursive: true });
    present += files.filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules')).length;
  }
  return seen >= present && present > 0 ? null : `saw ${seen} modules of ${present} TypeScript files`;
}

function run({ name, command, judge }: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', async (code) => {
      const verdict = code === 0 ? ((await judge?.(output)) ?? null) : `exit ${code}`;
      console.log(`${verdict === null ? 'ok  ' : 'FAIL'} ${name}${verdict === null ? '' : `: ${verdict}`}`);
      if (verdict !== null) console.log(output.trimEnd());
      resolve(verdict === null);
    });
  });
}

const results = await Promise.all(checks.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
