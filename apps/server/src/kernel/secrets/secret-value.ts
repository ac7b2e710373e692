// Keeps a secret in memory that prints as *** wherever it is written by accident.
import { inspect } from 'node:util';

const MASK = '***';

/** `reveal` is the only way to the text; strings, JSON, logs and templates show `***`. */
export class SecretValue {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }
  reveal(): string {
    return this.#text;
  }
  toString(): string {
    return MASK;
  }
  toJSON(): string {
    return MASK;
  }
  [Symbol.toPrimitive](): string {
    return MASK;
  }
  [inspect.custom](): string {
    return MASK;
  }
}
