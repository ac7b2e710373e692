// Translates the arguments of an error into the language of the reader.
import { argumentText, type Language } from '@keelson/contract';
import { echoPath } from './echo.ts';

/** Names the lists in which an argument holds problems of its own: an import reports those of each entry. */
const NESTED = ['problemList', 'errorArguments'] as const;

/**
 * Translates one argument. The field of a problem is made of names that the caller gave; its sentence exists in every
 * language.
 */
function translatedArgument(argument: object, language: Language): Readonly<Record<string, unknown>> {
  const { field, message } = argument as { readonly field?: unknown; readonly message?: unknown };
  const translated: Record<string, unknown> = { ...argument };
  if (typeof field === 'string') translated.field = echoPath(field);
  if (typeof message === 'string') translated.message = argumentText(message, language) ?? message;
  for (const name of NESTED) {
    const inner = translated[name];
    if (Array.isArray(inner)) translated[name] = translatedArguments(inner as readonly object[], language);
  }
  return translated;
}

/** Answers the arguments of a failure as they are sent. */
export function translatedArguments(
  list: readonly object[],
  language: Language,
): readonly Readonly<Record<string, unknown>>[] {
  return list.map((argument) => translatedArgument(argument, language));
}

/** Translates problems that stand in a body; they keep their shape. */
export function translatedProblems<Problem extends object>(
  problems: readonly Problem[],
  language: Language,
): Problem[] {
  return translatedArguments(problems, language) as Problem[];
}

/** Finds a problem of a field whose sentence exists in English only. */
export function findUntranslated(list: readonly object[]): object | undefined {
  for (const argument of list) {
    const { field, message, ...rest } = argument as Readonly<Record<string, unknown>>;
    const isProblem = typeof message === 'string' && typeof field === 'string';
    const isUntranslated = isProblem && argumentText(message, 'tr') === null;
    if (isUntranslated) return argument;
    for (const name of NESTED) {
      const inner = rest[name];
      const found = Array.isArray(inner) ? findUntranslated(inner as readonly object[]) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
