// Says a failure again in another language: what was said is found among the sentences, and what stood in it is put into the other one.
import { argumentSentences, argumentText, argumentWords } from './errors/argument-texts.ts';
import { errorCatalogue, type Language, languages } from './errors/catalogue.ts';
import type { SvcErrorDetail } from './models/envelope.ts';

/** A place in a sentence for a part that differs: `{name}`, or `{}` for the n-th one. */
const HOLE = /\{(\w*)\}/g;
/** Fields with problems of their own: an import reports those of each entry. */
const NESTED = ['problemList', 'errorArguments'] as const;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Puts what stood in a sentence into another one; null where it is no such sentence. */
function refilled(text: string, from: string, to: string, word = (part: string): string => part): string | null {
  const pattern = from
    .split(/\{\w*\}/)
    .map(escaped)
    .join('(.*)');
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  if (found === null) return null;
  const names = [...from.matchAll(HOLE)].map(([, name]) => name);
  let at = 0;
  return to.replaceAll(HOLE, (_hole, name: string) => {
    at += 1;
    return word(found[name === '' ? at : names.indexOf(name) + 1] ?? '');
  });
}

const englishWords = new Map(Object.entries(argumentWords).map(([english, turkish]) => [turkish, english]));

function englishWord(part: string): string {
  const parts = part.split(' ya da ');
  return parts.every((one) => one === 'null' || englishWords.has(one))
    ? parts.map((one) => englishWords.get(one) ?? one).join(' or ')
    : part;
}

/** Finds the English sentence: of all that fit, the one with the most words of its own was meant. */
function inEnglish(turkish: string): string | null {
  const fitting = argumentSentences.flatMap(([english, sentence]) => {
    const restated = refilled(turkish, sentence, english, englishWord);
    return restated === null ? [] : [{ restated, own: sentence.replaceAll('{}', '').length }];
  });
  return fitting.sort((one, other) => other.own - one.own)[0]?.restated ?? null;
}

function retoldMessage(message: string, language: Language): string {
  if (language === 'tr') return argumentText(message, 'tr') ?? message;
  return argumentText(message, 'tr') === null ? (inEnglish(message) ?? message) : message;
}

type Argument = Readonly<Record<string, unknown>>;

function retoldArgument(argument: Argument, language: Language): Argument {
  const { message } = argument;
  const nested = NESTED.flatMap((name) => {
    const inner = argument[name];
    return Array.isArray(inner) ? [[name, inner.map((one: Argument) => retoldArgument(one, language))] as const] : [];
  });
  const restated = typeof message === 'string' ? { message: retoldMessage(message, language) } : {};
  return { ...argument, ...restated, ...Object.fromEntries(nested) };
}

/** Writes the failure in the language; a sentence that no catalogue has stays as it is. */
export function retold({ errorMessage, ...detail }: Readonly<SvcErrorDetail>, language: Language): SvcErrorDetail {
  const sentences = errorCatalogue[detail.errorCode];
  const others = languages.filter((one) => one !== language);
  const found = others
    .map((other) => refilled(errorMessage, sentences[other], sentences[language]))
    .find((restated) => restated !== null);
  return {
    ...detail,
    errorMessage: found ?? errorMessage,
    errorArguments: detail.errorArguments.map((argument) => retoldArgument(argument, language)),
  };
}
