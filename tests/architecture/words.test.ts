// Looks for small shapes that are not kept here: packed literals, SQL outside of stores, late acts, references to other pages.
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

/** Parsing every file takes seconds on a busy machine. */
const PARSE_TIMEOUT_MS = 60_000;

const modulesFolder = 'apps/server/src/modules/';
const ofModules = typeScriptFiles.filter((file) => file.path.startsWith(modulesFolder) && !isTest(file));

const isStore = ({ path }: SourceFile): boolean => path.endsWith('.store.ts');

type Finder = (node: ts.Node, tree: ts.SourceFile) => string | null;

/** Answers each as `path:line what`. */
function findNodes(file: SourceFile, find: Finder): readonly string[] {
  const kind = file.path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const what = find(node, tree);
    if (what !== null) {
      found.push(`${file.path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** `{ ...{ a, b } }` makes the formatter pack a line and says nothing else. */
const packedLiteral: Finder = (node) =>
  (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
  (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression))
    ? 'spreads a literal'
    : null;

const sqlKeywords =
  /\b(?:SELECT\s|INSERT INTO\s|DELETE FROM\s|UPDATE\s+\w+\s+(?:\w+\s+)?SET\s|CREATE (?:TABLE|INDEX)\s)/;

const sqlText: Finder = (node) => {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node))
    return null;
  return sqlKeywords.test(node.getText()) ? 'holds SQL' : null;
};

/** Who calls and from where travel as one act, which comes first, or right behind the transaction that it is written in. */
const looseAct: Finder = (node) => {
  if (!ts.isFunctionLike(node)) return null;
  // A function of its file alone may take what the service stands on first.
  const isOwn =
    ts.isFunctionDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  // The underscore marks a transaction that a rule is handed and does not use.
  const names = node.parameters.map(({ name }) => name.getText().replace(/^_(?=tx$)/, ''));
  if (names.includes('caller') && names.includes('context')) return 'takes caller and context apart';
  const place = names.indexOf('act');
  return !isOwn && place > (names[0] === 'tx' ? 1 : 0) ? 'takes the act behind something else' : null;
};

/** Answers the comments of a file, without their marks. */
function commentsOf({ text }: SourceFile): readonly string[] {
  return [...text.matchAll(/(?:^|\s)\/\/ ?(.*)$|\/\*\*?([\s\S]*?)\*\//gm)].map((match) => match[1] ?? match[2] ?? '');
}

/** No reader of the repository has the pages whose sections these number. */
const foreignPage =
  /\b(?:page|pages|conventions|interface\.md|house\.md),? (?:section )?\d|\(\d+\.\d+(?:\.\d+)?(?:,[^)]*)?\)|\bthe (?:interface|module|\w+-\w+) page\b/;

function foreignReferences(file: SourceFile): readonly string[] {
  return commentsOf(file)
    .filter((comment) => foreignPage.test(comment))
    .map((comment) => `${file.path}: ${comment.trim().slice(0, 100)}`);
}

const here = (text: string, path = `${modulesFolder}m/one.service.ts`): SourceFile => ({ path, text });

describe('every literal', { timeout: PARSE_TIMEOUT_MS }, () => {
  it('lists its members without packing them into spread literals', () => {
    expect(typeScriptFiles.flatMap((file) => findNodes(file, packedLiteral))).toEqual([]);
  });

  it('is found where it is packed, and left alone where it spreads a choice', () => {
    expect(findNodes(here('const a = { ...{ b, c }, d };'), packedLiteral)).toHaveLength(1);
    expect(findNodes(here('const a = { ...(b ? { c } : {}), ...d };'), packedLiteral)).toEqual([]);
  });
});

/** Conditions and what pages are read from are SQL, whatever words they are made of. */
const recordSource: Finder = (node) =>
  ts.isIdentifier(node) && ['createFilter', 'RecordSource'].includes(node.text) ? `names ${node.text}` : null;

describe('SQL', { timeout: PARSE_TIMEOUT_MS }, () => {
  it('stands in the stores of modules alone', () => {
    const others = ofModules.filter((file) => !isStore(file));
    expect(others.flatMap((file) => findNodes(file, sqlText))).toEqual([]);
  });

  it('is put together in the stores of modules alone: what pages are read from, and their conditions', () => {
    const [stores, others] = [ofModules.filter(isStore), ofModules.filter((file) => !isStore(file))];
    expect(stores.flatMap((file) => findNodes(file, recordSource)).length).toBeGreaterThan(40);
    expect(others.flatMap((file) => findNodes(file, recordSource))).toEqual([]);
  });

  it('is found by its words, whatever function takes it', () => {
    expect(findNodes(here('run(`SELECT 1 FROM x WHERE y = ${z}`);'), sqlText)).toHaveLength(1);
    expect(findNodes(here("log('a SELECTED item');"), sqlText)).toEqual([]);
    const condition = "const filter = createFilter(); filter.and('a.open');";
    expect(findNodes(here(condition), recordSource)).toHaveLength(1);
  });

  it('never meets a model of the interface', () => {
    const stores = ofModules.filter(isStore);
    expect(stores.length).toBeGreaterThan(40);
    expect(stores.filter(({ text }) => /\bSvc[A-Z]\w+/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('every function of a module', { timeout: PARSE_TIMEOUT_MS }, () => {
  it('takes who calls and from where as one act, and what others call takes it first', () => {
    expect(ofModules.flatMap((file) => findNodes(file, looseAct))).toEqual([]);
  });

  it('is found where it takes them apart', () => {
    expect(findNodes(here('function save(caller: Caller, context: Context) {}'), looseAct)).toHaveLength(1);
    expect(findNodes(here('const save = async (model: Model, act: Act) => {};'), looseAct)).toHaveLength(1);
    expect(findNodes(here('function save(act: Act, model: Model) {}'), looseAct)).toEqual([]);
    expect(findNodes(here('function save(tx: Transaction, act: Act, model: Model) {}'), looseAct)).toEqual([]);
  });
});

describe('every comment', () => {
  it('refers to nothing that is not in the repository', () => {
    // This file holds the samples.
    const others = typeScriptFiles.filter(({ path }) => !path.endsWith('/words.test.ts'));
    expect(others.flatMap(foreignReferences)).toEqual([]);
  });

  it('is found where it names a section of a page', () => {
    expect(foreignReferences(here('// Ends sessions (session page, 4.3).'))).toHaveLength(1);
    expect(foreignReferences(here('/** See conventions, section 5. */'))).toHaveLength(1);
    expect(foreignReferences(here('// BPMN 2.0.2, section 13.2.1, asks for it.'))).toEqual([]);
  });
});

describe('every test', () => {
  it('is written with `it`', () => {
    const wrong = typeScriptFiles.filter(
      ({ path, text }) => path.endsWith('.test.ts') && /import \{[^}]*\btest\b[^}]*\} from 'vitest'/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
