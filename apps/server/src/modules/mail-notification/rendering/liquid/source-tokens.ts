// Cuts a source into text, outputs and tags, exactly as the rendering engine does.
import { Tokenizer, TokenKind } from 'liquidjs';

export interface SourceToken {
  readonly kind: 'text' | 'output' | 'tag';
  /** The token's text; without the blanks that a tag beside it takes away. */
  readonly text: string;
  /** Begin in the source. */
  readonly begin: number;
  /** End in the source. */
  readonly end: number;
  /** The name of a tag; else empty. */
  readonly name: string;
  /** Text between the delimiters, after the name of a tag. */
  readonly inner: string;
}

interface EngineToken {
  readonly kind: number;
  readonly begin: number;
  readonly end: number;
  readonly trimLeft?: number;
  readonly trimRight?: number;
}

function tokenOf(source: string, token: EngineToken): SourceToken {
  const { kind, begin, end } = token;
  const text = source.slice(begin, end);
  if (kind !== TokenKind.Tag && kind !== TokenKind.Output) {
    const [left, right] = [token.trimLeft ?? 0, token.trimRight ?? 0];
    const kept = source.slice(begin + left, Math.max(begin + left, end - right));
    return { kind: 'text', text: kept, begin: begin + left, end, name: '', inner: '' };
  }
  const inside = text.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim();
  if (kind === TokenKind.Output) return { kind: 'output', text, begin, end, name: '', inner: inside };
  const name = /^(?:#|\w+)/.exec(inside)?.[0] ?? '';
  return { kind: 'tag', text, begin, end, name, inner: inside.slice(name.length).trim() };
}

/**
 * Cuts a source; throws where a tag or an output is not closed. Content of comments is left out, as it is never
 * rendered.
 */
export function sourceTokens(source: string): readonly SourceToken[] {
  // The settings of the engines do not matter here.
  const tokens = new Tokenizer(source).readTopLevelTokens();
  const kept: SourceToken[] = [];
  let isComment = false;
  for (const token of tokens) {
    const one = tokenOf(source, token as EngineToken);
    if (isComment) isComment = one.name !== 'endcomment';
    else if (one.name === 'comment') isComment = true;
    else kept.push(one);
  }
  return kept;
}

/** Reads the literal name in `{% render 'code' %}`; null where there is none, or it is made of data. */
export function renderedCode({ inner }: SourceToken): string | null {
  return /^(['"])([A-Za-z0-9][A-Za-z0-9._-]{0,127})\1/.exec(inner)?.[2] ?? null;
}

/** Lists the partials that a source renders. */
export function renderedCodes(source: string): readonly string[] {
  const codes = sourceTokens(source).flatMap((token) => (token.name === 'render' ? [renderedCode(token)] : []));
  return [...new Set(codes.filter((code) => code !== null))];
}
