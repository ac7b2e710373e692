// The parsed form of an expression lies between parser and linker.
import type { Value } from '../../values/values.ts';

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '>' | '<=' | '>=' | '+=' | '+' | '-' | '*' | '/' | '%';

export type UnaryOperator = '!' | '-' | 'empty';

interface Place {
  /** Offset in the source. */
  readonly start: number;
  readonly end: number;
  /** Depth of the tree, 1 for a leaf; bounded, because evaluation goes as deep on the call stack. */
  readonly depth: number;
}

export type SyntaxForm =
  | { readonly type: 'literal'; readonly value: Value }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'property'; readonly target: SyntaxNode; readonly name: string }
  | { readonly type: 'index'; readonly target: SyntaxNode; readonly key: SyntaxNode }
  | {
      readonly type: 'method';
      readonly target: SyntaxNode;
      readonly name: string;
      readonly args: readonly SyntaxNode[];
    }
  | { readonly type: 'function'; readonly name: string; readonly args: readonly SyntaxNode[] }
  | { readonly type: 'unary'; readonly operator: UnaryOperator; readonly operand: SyntaxNode }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: SyntaxNode;
      readonly right: SyntaxNode;
    }
  | {
      readonly type: 'choice';
      readonly condition: SyntaxNode;
      readonly yes: SyntaxNode;
      readonly no: SyntaxNode;
    };

export type SyntaxNode = SyntaxForm & Place;

/** Thrown to leave the recursive parser and linker; `compileExpression` turns it into a value. */
export class CompileStop extends Error {
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}
