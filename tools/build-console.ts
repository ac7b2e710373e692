// Builds the console into a folder, with br and gzip beside each file; nothing is done where the folder holds these sources already.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { consoleFolder, consoleStamp, findConsole } from '../apps/server/src/kernel/http/console/console-build.ts';
import { pressFiles } from './console/press-files.ts';

const BUILDS_KEPT = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'apps/console');

const stamp = await consoleStamp(root);
const { values } = parseArgs({ options: { into: { type: 'string', default: consoleFolder(root) } } });
const target = path.join(path.resolve(values.into), stamp);

/** Builds beside the target and gives it its name last: who reads meanwhile finds a whole console or none. */
async function build(): Promise<void> {
  // Vite is loaded only where something is to be built.
  const [{ build: buildPages }, { contractTables }] = await Promise.all([
    import('vite').catch((error: Error) => {
      throw new Error('the pages are built with packages of development, which are not installed', { cause: error });
    }),
    import('../apps/console/contract-tables.ts'),
  ]);
  const working = `${target}.${process.pid}`;
  await buildPages({
    configFile: false,
    root: source,
    base: './',
    logLevel: 'error',
    plugins: [contractTables()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: working,
      emptyOutDir: true,
      assetsDir: 'console-assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: 'manifest.json',
      target: 'es2022',
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: { input: [path.join(source, 'index.html'), path.join(source, 'sign-in.html')] },
    },
  });
  await pressFiles(working);
  await rm(target, { recursive: true, force: true });
  await rename(working, target);
}

/** A program that still runs may serve an older build; those before it are nobody's. */
async function removeOldBuilds(): Promise<void> {
  const folder = path.dirname(target);
  const builds = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, time: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const old = builds.sort((one, other) => other.time - one.time).slice(BUILDS_KEPT);
  for (const { name } of old) await rm(path.join(folder, name), { recursive: true, force: true });
}

if ((await findConsole([path.dirname(target)], stamp)) === null) {
  const began = performance.now();
  await build();
  await removeOldBuilds();
  process.stdout.write(`console built in ${Math.round(performance.now() - began)} ms\n`);
}
