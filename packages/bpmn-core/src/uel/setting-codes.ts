// Finds the settings that an expression reads, as far as their codes are written out.
import { type CompileOptions, partsOf } from './compile.ts';
import { EXPRESSION_LENGTH_MAX } from './syntax/bounds.ts';
import { CompileStop, type SyntaxNode } from './syntax/syntax.ts';

/** Answers the codes in the order written; none for what is no expression. */
export function settingCodes(text: string, options: CompileOptions = {}): readonly string[] {
  if (text.length > EXPRESSION_LENGTH_MAX || !text.includes('setting')) return [];
  try {
    return partsOf(text, options).flatMap((part) => (typeof part === 'string' ? [] : codesIn(part)));
  } catch (stop) {
    if (stop instanceof CompileStop) return [];
    throw stop;
  }
}

function codesIn(node: SyntaxNode): readonly string[] {
  if (node.type === 'function' && node.name === 'setting' && node.args[0]?.type === 'literal') {
    const { value } = node.args[0];
    return typeof value === 'string' ? [value] : [];
  }
  return inside(node).flatMap(codesIn);
}

function inside(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case 'property':
      return [node.target];
    case 'index':
      return [node.target, node.key];
    case 'method':
      return [node.target, ...node.args];
    case 'function':
      return node.args;
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'choice':
      return [node.condition, node.yes, node.no];
    default:
      return [];
  }
}
