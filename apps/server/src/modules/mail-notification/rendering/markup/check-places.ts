// Checks the places of data in the markup of a source, and that nothing in it runs scripts: how a mail program reads it
// must not depend on the data.

import { type SourceToken, sourceTokens } from '../liquid/source-tokens.ts';
import { type Attribute, type MarkupPlace, MarkupReader } from './markup-reader.ts';
import { elementProblem, isUrlAttribute } from './unsafe-elements.ts';

export interface PlaceProblem {
  /** Position in the source. */
  readonly at: number;
  readonly message: string;
}

export interface CheckedPlaces {
  readonly problems: readonly PlaceProblem[];
  readonly checksUrls: boolean;
  /** Positions of the outputs in `style` attributes. */
  readonly inStyles: ReadonlySet<number>;
}

const opening = new Set(['if', 'unless', 'case', 'for', 'capture']);
const branching = new Set(['else', 'elsif', 'when']);
const closing = new Set(['endif', 'endunless', 'endcase', 'endfor', 'endcapture']);
const writing = new Set(['echo', 'render', 'content']);

function keyOf({ state, element, attribute, quote }: MarkupPlace): string {
  return `${state} ${element} ${attribute} ${quote}`;
}

/** Answers why data must not stand in such a place; null where it may. */
function dataProblem({ state, element, attribute, quote }: MarkupPlace): string | null {
  if (state === 'text') return null;
  if (state === 'raw-text') return element === 'style' ? 'A variable must not stand in a style element.' : null;
  if (state === 'comment' || state === 'bogus-comment' || state === 'markup-declaration') {
    return 'A variable must not stand in a comment.';
  }
  if (state === 'before-value' || (state === 'value' && quote === '')) {
    return `The attribute ${attribute} needs quotes around its variable.`;
  }
  return state === 'value' ? null : 'A variable must not stand in the name of an element or attribute.';
}

class PlaceChecker {
  readonly problems: PlaceProblem[] = [];
  readonly inStyles = new Set<number>();
  checksUrls = false;
  readonly #reader: MarkupReader;
  readonly #blocks: string[] = [];
  #at = 0;

  constructor() {
    this.#reader = new MarkupReader({ onElement: (name, attributes) => this.#element(name, attributes) });
  }

  take(token: SourceToken): void {
    this.#at = token.begin;
    if (token.kind === 'text') this.#text(token);
    else if (token.kind === 'output' || token.name === 'echo') this.#data(token);
    else if (writing.has(token.name)) this.#template(token);
    else this.#control(token);
  }

  end(): void {
    if (this.#reader.place.state !== 'text') this.#refuse('An element, attribute or comment is not closed.');
  }

  #refuse(message: string): void {
    this.problems.push({ at: this.#at, message });
  }

  #element(name: string, attributes: readonly Attribute[]): void {
    const problem = elementProblem(name, attributes);
    if (problem !== null) this.#refuse(problem);
  }

  #text({ text, begin }: SourceToken): void {
    for (let index = 0; index < text.length; index += 1) {
      this.#at = begin + index;
      this.#reader.read(text[index] ?? '');
    }
  }

  #data(token: SourceToken): void {
    const { place } = this.#reader;
    const problem = dataProblem(place);
    if (problem !== null) {
      this.#refuse(problem);
      return;
    }
    if (place.state !== 'value') {
      this.#reader.hole();
      return;
    }
    const { element, attribute } = place;
    if (isUrlAttribute(attribute) || attribute === 'style' || element === 'meta') this.checksUrls = true;
    if (attribute === 'style') {
      if (token.kind === 'output') this.inStyles.add(token.begin);
      else this.#refuse('Write a variable in a style as {{ … }}.');
    }
    this.#reader.hole();
  }

  #template({ name }: SourceToken): void {
    if (this.#reader.place.state !== 'text') this.#refuse(`{% ${name} %} must stand between elements.`);
  }

  /** Checks a condition: whichever way it goes, the text after it has to be read alike. */
  #control({ name }: SourceToken): void {
    const { place } = this.#reader;
    const here = keyOf(place);
    const isWithinValue = place.state === 'value' && place.quote !== '';
    if (isWithinValue) this.checksUrls = true;
    else if (place.state !== 'text' && place.state !== 'before-attribute') {
      this.#refuse(`{% ${name} %} must not stand within a name, a comment or an unquoted value.`);
      return;
    }
    if (opening.has(name)) this.#blocks.push(here);
    else if (branching.has(name) || closing.has(name)) {
      const isEqual = this.#blocks.at(-1) === here;
      if (!isEqual) this.#refuse('Each way of a condition or loop must begin and end at the same place of the markup.');
      if (closing.has(name)) this.#blocks.pop();
    } else if ((name === 'break' || name === 'continue') && this.#blocks.some((block) => block !== here)) {
      this.#refuse(`{% ${name} %} must stand where its loop begins in the markup.`);
    }
  }
}

/** `source` is HTML that can be parsed. */
export function checkPlaces(source: string): CheckedPlaces {
  const checker = new PlaceChecker();
  for (const token of sourceTokens(source)) checker.take(token);
  checker.end();
  return checker;
}

/** Finds unsafe addresses and elements in a rendered mail. */
export function checkRendered(html: string): readonly string[] {
  const problems: string[] = [];
  const reader = new MarkupReader({
    onElement(name, attributes) {
      const problem = elementProblem(name, attributes);
      if (problem !== null) problems.push(problem);
    },
  });
  reader.read(html);
  return problems;
}
