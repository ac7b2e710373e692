// Languages that the core does not speak itself: they are handed to whoever compiles a model.
import type { Expression, ExpressionProblem } from './expression.ts';

export interface ExpressionLanguages {
  /** Answers the FEEL expression of a text, or why it is none. */
  readonly feel: (text: string) => Expression | ExpressionProblem;
  /** Why a JavaScript source cannot be run; null when it can. */
  readonly javascriptProblem: (source: string) => ExpressionProblem | null;
}

/** Languages of a host that has neither: what is written in them is refused. */
export const NO_LANGUAGES: ExpressionLanguages = {
  feel: () => ({ problem: 'FEEL is not executed here', offset: 0 }),
  javascriptProblem: () => ({ problem: 'JavaScript is not executed here', offset: 0 }),
};

/** Makes an expression in JavaScript, whose value is asked for outside of the step. */
export function javascriptExpression(source: string): Expression {
  return { text: source, constant: undefined, resultType: 'unknown', evaluate: ({ ask }) => ask(source) };
}
