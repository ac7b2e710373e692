// Holds the pages to their catalogues: no component writes a text that people read, as it would be there in one language alone.
import ts from 'typescript';
import { expect, it } from 'vitest';
import { typeScriptFiles } from './source-files.ts';

/** People read or hear what stands in these. */
const READ = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'description',
  'aria-label',
  'closeButtonLabel',
  'why',
  'help',
]);
/** Is written the same in every language. */
const NAMES = new Set(['Keelson']);
const HAS_WORD = /\p{L}{2}/u;

function isText(text: string): boolean {
  return HAS_WORD.test(text) && !NAMES.has(text.replaceAll(/[\s\p{P}]/gu, ''));
}

/** Answers the texts of an expression that is shown: of a literal, and of both sides of a choice. */
function literalsOf(node: ts.Node | undefined): readonly string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...literalsOf(node.left), ...literalsOf(node.right)];
  return [];
}

/** Lists what a file writes itself: between tags, and in attributes that people read. */
function textsIn(path: string, content: string): readonly string[] {
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) found.push(...literalsOf(node));
    else if (ts.isJsxAttribute(node) && READ.has(node.name.getText())) found.push(...literalsOf(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter(isText).map((text) => `${path}: ${text.trim()}`);
}

const components = typeScriptFiles.filter(({ path }) => path.startsWith('apps/console/src/') && path.endsWith('.tsx'));

it('console 30: no component writes a text of its own', () => {
  expect(components.length).toBeGreaterThan(80);
  expect(components.flatMap(({ path, text }) => textsIn(path, text))).toEqual([]);
});

it('console 30: a text between tags, in an attribute, in a choice and in a template is found', () => {
  const written = '<p title="Two words" id="no text">One {busy ? "a moment" : words.done} {`${count} pages`} {"–"}</p>';
  expect(textsIn('a.tsx', written)).toEqual(['a.tsx: Two words', 'a.tsx: One', 'a.tsx: a moment', 'a.tsx: pages']);
});
