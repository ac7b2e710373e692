// Looks for circles among files and folders, ways past a feature's door, crowded folders, and names that do not say what is inside.
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, fileGraph, roomGraph } from './import-graph.ts';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

const FILES_OF_A_FOLDER_MAX = 16;

const product = typeScriptFiles.filter((file) => !isTest(file) && /^(packages|apps)\//.test(file.path));
const graph = fileGraph(product);

function foldersOf(files: readonly SourceFile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}

/** Counts the files of each folder, without those of its rooms. */
function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > FILES_OF_A_FOLDER_MAX)
    .map(([folder, count]) => `${folder} ${count}`);
}

const modulesFolder = 'apps/server/src/modules';

/**
 * Answers as `from -> to` each sister, or file at the top of the module, that entered a folder with a door
 * (`feature.ts`) elsewhere. Storeys above may use what lies in a storey below; that they stand above is held by the
 * circles.
 */
function enteredElsewhere(files: readonly SourceFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  const doors = [...paths].filter((path) => path.startsWith(modulesFolder) && path.endsWith('/feature.ts'));
  const features = doors.map((door) => posix.dirname(door));
  return [...fileGraph(files)].flatMap(([from, imports]) =>
    [...imports]
      .filter((to) => {
        const feature = features.filter((folder) => to.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
        if (feature === undefined || from.startsWith(`${feature}/`) || to === `${feature}/feature.ts`) return false;
        return from.startsWith(`${posix.dirname(feature)}/`) || posix.dirname(posix.dirname(from)) === modulesFolder;
      })
      // A feature shows its words in types; its work is reached through the door.
      .filter((to) => !to.endsWith('.types.ts'))
      .map((to) => `${from} -> ${to}`),
  );
}

const roles = /\.(routes|service|store|wire|types|jobs|job|settings|menu|events|worker|texts|fixture)\.ts$/;
/** The name of these doors and tables is their place. */
const placeNames = new Set(['index.ts', 'module.ts', 'api.ts', 'feature.ts', 'main.ts', 'app.ts', 'cli.ts']);

/** Two forms of a word share so many letters: `definition` and `define`, `writes` and `write`. */
const STEM_LENGTH = 4;

/** Answers the beginnings of the words of a name, in whatever case it joins them. */
function stemsOf(name: string): ReadonlySet<string> {
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return new Set(words.map((word) => word.toLowerCase().slice(0, STEM_LENGTH)));
}

/** Tells whether a file has a role, or something that it exports shares a word with its name. */
function isNamedWell({ path, text }: SourceFile): boolean {
  const file = posix.basename(path);
  if (roles.test(file) || placeNames.has(file)) return true;
  const declared = [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)];
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((match) => match[1]!.split(','));
  const exported = [...declared.map((match) => match[1]!), ...listed];
  // Such a file is a program, or is run for its effect.
  if (exported.length === 0) return true;
  const wanted = stemsOf(file.replace(/\.ts$/, ''));
  return exported.some((name) => [...stemsOf(name)].some((stem) => wanted.has(stem)));
}

const file = (path: string, text = ''): SourceFile => ({ path, text });

describe('the rooms of the product', () => {
  it('hold no circle of files, types counted', () => {
    expect(circles(graph)).toEqual([]);
  });

  it('hold no circle of folders, types counted', () => {
    expect(foldersOf(product).flatMap((folder) => circles(roomGraph(folder, graph)))).toEqual([]);
  });

  it(`have at most ${FILES_OF_A_FOLDER_MAX} files each`, () => {
    expect(crowdedFolders(product)).toEqual([]);
  });

  it('are entered through their door where they have one', () => {
    expect(enteredElsewhere(product)).toEqual([]);
  });

  it('are seen whole', () => {
    expect(graph.size).toBeGreaterThan(900);
    expect([...graph.values()].reduce((sum, imports) => sum + imports.size, 0)).toBeGreaterThan(3_000);
  });
});

describe('the rules of rooms', () => {
  const circle = [
    file('a/one/x.ts', "import type { Y } from '../two/y.ts';"),
    file('a/two/y.ts', "import { z } from '../two/z.ts';"),
    file('a/two/z.ts', "export type { X } from '../one/w.ts';"),
    file('a/one/w.ts'),
  ];

  it('find a circle of files by a type alone', () => {
    const files = [file('a/x.ts', "import type { Y } from './y.ts';"), file('a/y.ts', "import { x } from './x.ts';")];
    expect(circles(fileGraph(files))).toEqual([['a/x.ts', 'a/y.ts']]);
  });

  it('find a circle of folders whose files have none', () => {
    expect(circles(fileGraph(circle))).toEqual([]);
    expect(circles(roomGraph('a', fileGraph(circle)))).toEqual([['a/one/', 'a/two/']]);
  });

  it('find a folder with one file too many', () => {
    const files = Array.from({ length: FILES_OF_A_FOLDER_MAX + 1 }, (_, index) => file(`a/b/f${index}.ts`));
    expect(crowdedFolders(files)).toEqual([`a/b ${FILES_OF_A_FOLDER_MAX + 1}`]);
    expect(crowdedFolders(files.slice(1))).toEqual([]);
  });

  it('find a sister that does not take the door', () => {
    const feature = `${modulesFolder}/m/one`;
    const sister = (text: string): SourceFile => file(`${modulesFolder}/m/two/x.service.ts`, text);
    const rooms = [file(`${feature}/feature.ts`), file(`${feature}/y.service.ts`), file(`${feature}/y.types.ts`)];
    const entered = (path: string) => enteredElsewhere([...rooms, sister(`import { y } from '../one/${path}';`)]);
    expect(entered('y.service.ts')).toEqual([`${modulesFolder}/m/two/x.service.ts -> ${feature}/y.service.ts`]);
    expect(entered('feature.ts')).toEqual([]);
    expect(entered('y.types.ts')).toEqual([]);
  });
});

describe('the name of every file of the server', () => {
  it('is a role, or shares a word with something that it exports', () => {
    const server = product.filter(({ path }) => path.startsWith('apps/server/src/'));
    expect(server.filter((one) => !isNamedWell(one)).map(({ path }) => path)).toEqual([]);
  });

  it('is refused where it says nothing of what the file exports', () => {
    expect(isNamedWell(file('a/b/things.ts', 'export function openDoor() {}'))).toBe(false);
    expect(isNamedWell(file('a/b/open-door.ts', 'export function openDoor() {}'))).toBe(true);
    expect(isNamedWell(file('a/b/door.store.ts', ''))).toBe(true);
  });
});
