// Packs the client and the contract that it is made from for programs outside of this clone: compiled, without tests.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** The client imports the contract, so the contract is compiled first. */
const packages = ['contract', 'client'] as const;

const compilerOptions = {
  noEmit: false,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  allowImportingTsExtensions: false,
  rootDir: 'src',
  outDir: 'dist',
  typeRoots: [path.join(root, 'node_modules/@types')],
};

interface Manifest {
  readonly [field: string]: unknown;
  readonly private?: boolean;
  readonly exports: string | Readonly<Record<string, string>>;
}

/** Answers what a door's source becomes once it is compiled. */
function compiledDoor(source: string): { readonly types: string; readonly default: string } {
  const name = source.replace('./src/', './dist/').replace(/\.ts$/, '');
  return { types: `${name}.d.ts`, default: `${name}.js` };
}

function compiledDoors({ exports }: Manifest): unknown {
  if (typeof exports === 'string') return compiledDoor(exports);
  return Object.fromEntries(Object.entries(exports).map(([door, source]) => [door, compiledDoor(source)]));
}

/** Inferred types name their file with the extension of the source, which the compiler does not rewrite. */
async function nameCompiledFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), text.replaceAll(/import\("(\.[^"]*)\.ts"\)/g, 'import("$1.js")'));
  }
}

/** Lies beside `node_modules`, as in a program that uses the packages; what is compiled is imported as they will import it. */
async function compile(name: string, staging: string): Promise<string> {
  const folder = path.join(staging, name);
  const source = path.join(root, 'packages', name);
  await cp(path.join(source, 'src'), path.join(folder, 'src'), {
    recursive: true,
    filter: (file) => !/\.(test|fixture)\.ts$/.test(file),
  });
  const { private: _private, ...manifest } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  ) as Manifest;
  const exports = compiledDoors(manifest as Manifest);
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, exports, files: ['dist'] }, null, 2)}\n`,
  );
  const options = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, include: ['src'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
  await run(process.execPath, [path.join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder]);
  await nameCompiledFiles(path.join(folder, 'dist'));
  for (const file of ['README.md', 'LICENSE']) {
    const from = file === 'README.md' ? source : root;
    await cp(path.join(from, file), path.join(folder, file));
  }
  return folder;
}

/** Writes an archive for each package into the folder; answers their paths. */
async function packInto(target: string): Promise<readonly string[]> {
  await mkdir(target, { recursive: true });
  const staging = await mkdtemp(path.join(tmpdir(), 'keelson-pack-'));
  try {
    const modules = path.join(staging, 'node_modules');
    await mkdir(path.join(modules, '@keelson'), { recursive: true });
    await symlink(path.join(root, 'node_modules/typebox'), path.join(modules, 'typebox'));
    const archives: string[] = [];
    for (const name of packages) {
      const folder = await compile(name, staging);
      await symlink(folder, path.join(modules, '@keelson', name));
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder });
      const [packed] = JSON.parse(stdout) as [{ readonly filename: string }];
      archives.push(path.join(target, packed.filename));
    }
    return archives;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { into: { type: 'string', default: 'dist' } } });
for (const archive of await packInto(path.resolve(values.into))) process.stdout.write(`${archive}\n`);
