// Holds the sizes and shapes that every file keeps: lengths of functions and files, how a file begins, what a module's folder holds.
import { existsSync, readdirSync, statSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isTest, linesOf, repositoryRoot, type SourceFile, sourceFiles, typeScriptFiles } from './source-files.ts';

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 400;
const TEST_FILE_LINES_MAX = 500;
/** Parsing every file takes seconds on a busy machine. */
const PARSE_TIMEOUT_MS = 60_000;

/** A body of `describe`, or of `describeConsole`, is a chapter, not a function. */
function isChapter(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && /^describe(Console)?\b/.test(parent.expression.getText());
}

const linesBetween = (tree: ts.SourceFile, node: ts.Node): number =>
  tree.getLineAndCharacterOfPosition(node.getEnd()).line - tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;

function isPlainLiteral(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node) && !ts.isArrayLiteralExpression(node)) return false;
  const holdsFunction = (inner: ts.Node): boolean =>
    ts.isFunctionLike(inner) || (ts.forEachChild(inner, holdsFunction) ?? false);
  return !holdsFunction(node);
}

/** Counts the lines of a function; a literal that only lists values counts as one, however the formatter breaks it. */
function lengthOf(tree: ts.SourceFile, node: ts.Node): number {
  let length = linesBetween(tree, node);
  const visit = (inner: ts.Node): void => {
    if (isPlainLiteral(inner)) length -= linesBetween(tree, inner) - 1;
    else ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return length;
}

/** Answers each as `path:line length`. */
function longFunctions(file: SourceFile, linesMax: number): readonly string[] {
  const kind = file.path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && !isChapter(node)) {
      const lines = linesBetween(tree, node) > linesMax ? lengthOf(tree, node) : 0;
      if (lines > linesMax) {
        found.push(`${file.path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${lines}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('sizes', { timeout: PARSE_TIMEOUT_MS }, () => {
  it(`keep every function within ${FUNCTION_LINES_MAX} lines`, () => {
    expect(typeScriptFiles.flatMap((file) => longFunctions(file, FUNCTION_LINES_MAX))).toEqual([]);
  });

  it('are measured: a function that is a line too long is found', () => {
    const body = '  work();\n'.repeat(FUNCTION_LINES_MAX - 1);
    const file = { path: 'a.ts', text: `const a = () => {\n${body}};\ndescribe('a', () => {\n${body}${body}});\n` };
    expect(longFunctions(file, FUNCTION_LINES_MAX)).toEqual([`a.ts:1 ${FUNCTION_LINES_MAX + 1}`]);
    expect(longFunctions(file, FUNCTION_LINES_MAX + 1)).toEqual([]);
  });

  it('count what a function does, not the lines of a list of values', () => {
    const list = `[\n${'  1,\n'.repeat(FUNCTION_LINES_MAX)}]`;
    const calls = `[\n${'  () => 1,\n'.repeat(FUNCTION_LINES_MAX)}]`;
    const lengths = (text: string) => longFunctions({ path: 'a.ts', text }, FUNCTION_LINES_MAX);
    expect(lengths(`const a = () => {\n  return ${list};\n};\n`)).toEqual([]);
    expect(lengths(`const a = () => {\n  return ${calls};\n};\n`)).toHaveLength(1);
  });

  it(`keep every file within ${FILE_LINES_MAX} lines, tests within ${TEST_FILE_LINES_MAX}`, () => {
    const long = sourceFiles
      .map((file) => ({ file, lines: linesOf(file).length }))
      .filter(({ file, lines }) => lines > (isTest(file) ? TEST_FILE_LINES_MAX : FILE_LINES_MAX));
    expect(long.map(({ file, lines }) => `${file.path} ${lines}`)).toEqual([]);
  });
});

/** Joins the lines of the comment at the head of a file; null when the file begins otherwise. */
function headOf(file: SourceFile): string | null {
  const mark = file.path.endsWith('.sql') ? '-- ' : '// ';
  const all = linesOf(file);
  // A program names its interpreter in a line of its own before its comment.
  const lines = all[0]?.startsWith('#!') ? all.slice(1) : all;
  const end = lines.findIndex((line) => !line.startsWith(mark));
  if (end === 0) return null;
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.slice(mark.length))
    .join(' ');
}

describe('every file', () => {
  it('begins with a sentence that says what it is for', () => {
    const wrong = sourceFiles.filter((file) => !/^[A-Z`"].{15,}[.?]$/.test(headOf(file) ?? ''));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('has a name in kebab-case that promises no utilities, helpers or managers', () => {
    const name = /\/(\d{4}_[a-z0-9_]+(\.concurrent)?\.sql|[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?)$/;
    const wrong = sourceFiles.filter(({ path }) => !name.test(path) || /util|helper|manager/i.test(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('leaves nothing for later and skips no test', () => {
    // The words are spelt so that this file does not find itself.
    const leftOver = /\b(TO[D]O|FIX[M]E|XX[X])\b|\.(skip|only)\(/;
    const wrong = sourceFiles.filter(({ text }) => leftOver.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

const modulesFolder = 'apps/server/src/modules';
const folderNames = readdirSync(repositoryRoot + modulesFolder).filter((name) =>
  statSync(`${repositoryRoot}${modulesFolder}/${name}`).isDirectory(),
);

describe('the folder of every module', () => {
  it('is named after its module', () => {
    expect(folderNames).toEqual(expect.arrayContaining(['authentication', 'bpmn-engine', 'session']));
  });

  it.each(folderNames)('%s has the common shape', (name) => {
    const folder = `${modulesFolder}/${name}`;
    const present = (file: string): boolean => existsSync(`${repositoryRoot}${folder}/${file}`);
    expect(['README.md', 'module.ts', 'api.ts'].filter((file) => !present(file))).toEqual([]);
    const routes = typeScriptFiles.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.routes.ts'));
    expect(routes).not.toEqual([]);
    const migrations = readdirSync(`${repositoryRoot}${folder}/migrations`).sort();
    expect(migrations[0]).toMatch(/^0001_/);
    expect(migrations.map((file) => Number(file.slice(0, 4)))).toEqual(migrations.map((_file, index) => index + 1));
  });

  it.each(folderNames)('%s has SQL in its stores alone', (name) => {
    const holders = typeScriptFiles.filter(
      (file) => file.path.startsWith(`${modulesFolder}/${name}/`) && !isTest(file) && /\bsql\(/.test(file.text),
    );
    expect(holders.length).toBeGreaterThan(0);
    expect(holders.filter(({ path }) => !path.endsWith('.store.ts')).map(({ path }) => path)).toEqual([]);
  });
});

describe('the classes of advisory locks', () => {
  it('are given once in the whole program, each in the file of locks of the kernel or of a module', () => {
    const files = typeScriptFiles.filter(({ path }) => /^apps\/server\/src\/.*-locks\.ts$/.test(path));
    const classes = files.flatMap(({ text }) =>
      [...text.matchAll(/(?:_LOCK_CLASS = |class: )(\d+)/g)].map((match) => Number(match[1])),
    );
    expect(classes.length).toBeGreaterThan(15);
    expect(new Set(classes).size).toBe(classes.length);
    const elsewhere = typeScriptFiles.filter(
      (file) => !isTest(file) && !files.includes(file) && /_LOCK_CLASS = \d|\bclass: \d{4}\b/.test(file.text),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });
});
