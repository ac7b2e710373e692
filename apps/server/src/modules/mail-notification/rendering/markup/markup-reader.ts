// Reads HTML as browsers do (HTML Living Standard, 13.2.5), character by character, so that each variable is known by its place.

/** State of the reader. */
type State =
  | 'text'
  | 'tag-open'
  | 'tag-name'
  | 'before-attribute'
  | 'attribute-name'
  | 'after-attribute-name'
  | 'before-value'
  | 'value'
  | 'markup-declaration'
  | 'comment'
  | 'bogus-comment'
  | 'raw-text';

export interface Attribute {
  readonly name: string;
  /** Value with `HOLE` in place of data. */
  readonly value: string;
}

export interface MarkupEvents {
  onElement(name: string, attributes: readonly Attribute[]): void;
}

/** Stands for data in the value of an attribute. */
const HOLE = '\uFFFC';

/** Elements whose content is text up to their end, whatever looks like a tag in it. */
const rawTextElements = new Set(['style', 'title', 'textarea']);
const BLANK = /[\t\n\f\r ]/;

export interface MarkupPlace {
  readonly state: State;
  /** The element whose tag is read, or in whose raw text the reader is. */
  readonly element: string;
  readonly attribute: string;
  /** Is `"`, `'` or nothing. */
  readonly quote: string;
}

/** Reads pieces of one source after another. */
export class MarkupReader {
  readonly #events: MarkupEvents;
  #state: State = 'text';
  #element = '';
  #isEndTag = false;
  #attribute = '';
  #value = '';
  #quote = '';
  #attributes: Attribute[] = [];
  /** End of the comment or raw text read so far, as far as it decides about its end. */
  #tail = '';

  constructor(events: MarkupEvents) {
    this.#events = events;
  }

  get place(): MarkupPlace {
    const isTag = this.#state !== 'text' && this.#state !== 'comment';
    return {
      state: this.#state,
      element: isTag ? this.#element : '',
      attribute: this.#state === 'value' || this.#state === 'before-value' ? this.#attribute : '',
      quote: this.#state === 'value' ? this.#quote : '',
    };
  }

  read(text: string): void {
    for (const character of text) this.#step(character);
  }

  /** Reads data at this place. */
  hole(): void {
    if (this.#state === 'value') this.#value += HOLE;
    this.#tail = '';
  }

  #step(character: string): void {
    switch (this.#state) {
      case 'text':
        if (character === '<') this.#state = 'tag-open';
        return;
      case 'tag-open':
        this.#tagOpen(character);
        return;
      case 'tag-name':
        this.#tagName(character);
        return;
      case 'before-attribute':
        this.#beforeAttribute(character);
        return;
      case 'attribute-name':
        this.#attributeName(character);
        return;
      case 'after-attribute-name':
        this.#afterAttributeName(character);
        return;
      case 'before-value':
        this.#beforeValue(character);
        return;
      case 'value':
        this.#inValue(character);
        return;
      default:
        this.#inText(character);
        return;
    }
  }

  #tagOpen(character: string): void {
    if (character === '/' && !this.#isEndTag) {
      this.#isEndTag = true;
      return;
    }
    if (/[A-Za-z]/.test(character)) {
      this.#element = character.toLowerCase();
      this.#attributes = [];
      this.#state = 'tag-name';
      return;
    }
    const isEnd = this.#isEndTag;
    this.#isEndTag = false;
    this.#tail = '';
    if (character === '!' && !isEnd) this.#state = 'markup-declaration';
    else if (character === '?' || (isEnd && character !== '>')) this.#state = 'bogus-comment';
    else this.#state = character === '<' ? 'tag-open' : 'text';
  }

  #tagName(character: string): void {
    if (BLANK.test(character) || character === '/') this.#state = 'before-attribute';
    else if (character === '>') this.#endTag();
    else this.#element += character.toLowerCase();
  }

  #beforeAttribute(character: string): void {
    if (BLANK.test(character) || character === '/') return;
    if (character === '>') {
      this.#endTag();
      return;
    }
    this.#attribute = character.toLowerCase();
    this.#value = '';
    this.#state = 'attribute-name';
  }

  #attributeName(character: string): void {
    if (BLANK.test(character)) this.#state = 'after-attribute-name';
    else if (character === '/' || character === '>') this.#endAttribute(character);
    else if (character === '=') this.#state = 'before-value';
    else this.#attribute += character.toLowerCase();
  }

  #afterAttributeName(character: string): void {
    if (BLANK.test(character)) return;
    if (character === '=') {
      this.#state = 'before-value';
      return;
    }
    this.#endAttribute(character);
  }

  #beforeValue(character: string): void {
    if (BLANK.test(character)) return;
    if (character === '>') {
      this.#endAttribute(character);
      return;
    }
    this.#state = 'value';
    this.#quote = character === '"' || character === "'" ? character : '';
    if (this.#quote === '') this.#value += character;
  }

  #inValue(character: string): void {
    const isEnd = this.#quote === '' ? BLANK.test(character) || character === '>' : character === this.#quote;
    if (!isEnd) this.#value += character;
    else this.#endAttribute(this.#quote === '' ? character : ' ');
  }

  /** Ends an attribute and goes on with the character behind it. */
  #endAttribute(next: string): void {
    this.#attributes.push({ name: this.#attribute, value: this.#value });
    this.#state = 'before-attribute';
    this.#value = '';
    this.#beforeAttribute(next);
  }

  #endTag(): void {
    const isStart = !this.#isEndTag;
    this.#isEndTag = false;
    this.#state = 'text';
    if (!isStart) return;
    this.#events.onElement(this.#element, this.#attributes);
    if (rawTextElements.has(this.#element)) {
      this.#state = 'raw-text';
      this.#tail = '';
    }
  }

  #inText(character: string): void {
    if (this.#state === 'raw-text') {
      const end = `</${this.#element}`;
      const isEnd = this.#tail.toLowerCase() === end && (BLANK.test(character) || '/>'.includes(character));
      if (isEnd) {
        this.#isEndTag = true;
        this.#attributes = [];
        this.#state = 'tag-name';
        this.#tagName(character);
        return;
      }
      this.#tail = (this.#tail + character).slice(-end.length);
      return;
    }
    if (this.#state === 'markup-declaration') {
      this.#tail += character;
      if (this.#tail === '--') {
        this.#state = 'comment';
        this.#tail = '';
      } else if (character === '>') this.#state = 'text';
      else if (this.#tail !== '-') this.#state = 'bogus-comment';
      return;
    }
    if (this.#state === 'bogus-comment') {
      if (character === '>') this.#state = 'text';
      return;
    }
    this.#tail = (this.#tail + character).slice(-4);
    // `<!-->` and `<!--->` are whole comments, too.
    if (this.#tail.endsWith('-->') || this.#tail.endsWith('--!>') || this.#tail === '>' || this.#tail === '->') {
      this.#state = 'text';
    }
  }
}
