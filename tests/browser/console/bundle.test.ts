// Weighs what a browser loads before it shows a page, by what the build says of itself; needs no browser.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleFolder, consoleStamp } from '../../../apps/server/src/kernel/http/console/console-build.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const KILOBYTE = 1_024;
/** A clone that was installed without scripts has no build yet. */
const BUILD_TIMEOUT_MS = 120_000;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: true;
}

let folder: string;
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  execFileSync(process.execPath, ['tools/build-console.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  folder = join(consoleFolder(root), await consoleStamp(root));
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
}, BUILD_TIMEOUT_MS);

/** Collects the files of chunks with everything that they import; what a page loads later is not among them. */
function filesOf(names: readonly string[], found = new Set<string>(), seen = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    filesOf(chunk.imports ?? [], found, seen);
  }
  return found;
}

/** Counts bytes as they travel: br where the build made it. */
function weightOf(files: Iterable<string>): number {
  const bytes = [...files].map((file) => {
    const pressed = join(folder, `${file}.br`);
    return statSync(existsSync(pressed) ? pressed : join(folder, file)).size;
  });
  return bytes.reduce((sum, one) => sum + one, 0) / KILOBYTE;
}

const home = () =>
  filesOf([
    'index.html',
    'src/app/home/home.tsx',
    ...['app/home', 'app/shell', 'ui/text'].map((place) => `src/${place}/texts.en.ts`),
  ]);

describe('what the console weighs', () => {
  it('console 34: signing in loads at most 125 KB, home at most 245 KB', () => {
    expect(weightOf(filesOf(['sign-in.html', 'src/app/sign-in/texts.en.ts']))).toBeLessThanOrEqual(125);
    expect(weightOf(home())).toBeLessThanOrEqual(245);
  });

  it('console 34: each further screen loads at most 40 KB more, a diagram 65 KB', () => {
    const known = home();
    const more = (names: readonly string[]): number => weightOf([...filesOf(names)].filter((file) => !known.has(file)));
    const screens = Object.entries(manifest)
      .filter(([name, { isDynamicEntry }]) => isDynamicEntry === true && name.startsWith('src/features/'))
      .map(([name]) => name);
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.filter((name) => more([name]) > 40)).toEqual([]);
    const viewer = Object.keys(manifest).filter((name) => name.endsWith('bpmn-js/lib/NavigatedViewer.js'));
    expect(viewer).toHaveLength(1);
    expect(more(['src/ui/process/diagram.tsx', ...viewer])).toBeLessThanOrEqual(65);
  });
});
