// Finds promises without a test that carries their number, and numbers in the names of tests without a line in the README.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, type SourceFile, typeScriptFiles } from './source-files.ts';

const modulesFolder = 'apps/server/src/modules';

/** Reads the numbers of the lines of the section `Promises`. */
function promisesOf(readme: string): ReadonlySet<number> {
  const section = /^## Promises\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme)?.[1] ?? '';
  return new Set([...section.matchAll(/^(\d+)\. /gm)].map((match) => Number(match[1])));
}

/** Reads the numbers that names of tests carry for a module: `session 12: closes ...`, or `session 12, 14: ...`. */
function provenIn(files: readonly SourceFile[], module: string): ReadonlySet<number> {
  const carried = new RegExp(`['"\`]${module} (\\d+(?:(?:,| and) \\d+)*): `, 'g');
  return new Set(
    files.flatMap(({ text }) => [...text.matchAll(carried)].flatMap((match) => match[1]!.match(/\d+/g)!.map(Number))),
  );
}

const tests = typeScriptFiles.filter(
  ({ path }) => (path.endsWith('.test.ts') || path.endsWith('.suite.ts')) && !path.startsWith('tests/architecture/'),
);
const modules = readdirSync(repositoryRoot + modulesFolder).filter((name) =>
  statSync(`${repositoryRoot}${modulesFolder}/${name}`).isDirectory(),
);
/** The pages of the console promise things as modules do. */
const promising = [...modules, 'console'];
const readmeOf = (name: string): string => {
  const folder = name === 'console' ? 'apps/console' : `${modulesFolder}/${name}`;
  return readFileSync(`${repositoryRoot}${folder}/README.md`, 'utf8');
};

describe('the promises of a module', () => {
  it.each(promising)('%s are written down, and each is proven by a test that carries its number', (name) => {
    const promises = promisesOf(readmeOf(name));
    expect(promises.size).toBeGreaterThan(0);
    const proven = provenIn(tests, name);
    expect([...promises].filter((number) => !proven.has(number))).toEqual([]);
  });

  it.each(promising)('%s are all that its tests speak of', (name) => {
    const promises = promisesOf(readmeOf(name));
    expect([...provenIn(tests, name)].filter((number) => !promises.has(number)).sort((a, b) => a - b)).toEqual([]);
  });

  it('are read from their section alone', () => {
    expect([
      ...promisesOf('# M\n\n1. Not this.\n\n## Promises\n1. One.\n12. Two.\n\n## Limits\n3. Not this.\n'),
    ]).toEqual([1, 12]);
  });

  it('are looked for in the names of tests', () => {
    const file = { path: 'a.test.ts', text: "it('menu 3: shows', f); it('menu 4, 5 and 6: hides', f); // menu 9: no" };
    expect([...provenIn([file], 'menu')]).toEqual([3, 4, 5, 6]);
  });
});
