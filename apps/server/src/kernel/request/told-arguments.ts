// Translates the arguments of an error into the language of the reader.
import { argumentText, type Language } from '@keelson/contract';
import { echoPath } from './echo.ts';

/** Names the lists in which an argument holds problems of its own: an import tells those of each entry. */
const NESTED = ['problemList', 'errorArguments'] as const;

/**
 * Translates one argument. The field of a problem is made of names that the caller gave; its sentence exists in every
 * language.
 */
function toldArgument(argument: object, language: Language): Readonly<Record<string, unknown>> {
  const { field, message } = argument as { readonly field?: unknown; readonly message?: unknown };
  const told: Record<string, unknown> = { ...argument };
  if (typeof field === 'string') told.field = echoPath(field);
  if (typeof message === 'string') told.message = argumentText(message, language) ?? message;
  for (const name of NESTED) {
    const inner = told[name];
    if (Array.isArray(inner)) told[name] = toldArguments(inner as readonly object[], language);
  }
  return told;
}

/** Answers the arguments of a failure as they are sent. */
export function toldArguments(
  list: readonly object[],
  language: Language,
): readonly Readonly<Record<string, unknown>>[] {
  return list.map((argument) => toldArgument(argument, language));
}

/** Translates problems that stand in a body; they keep their shape. */
export function toldProblems<Problem extends object>(problems: readonly Problem[], language: Language): Problem[] {
  return toldArguments(problems, language) as Problem[];
}

/** Finds a problem of a field whose sentence exists in English only. */
export function findUntold(list: readonly object[]): object | undefined {
  for (const argument of list) {
    const { field, message, ...rest } = argument as Readonly<Record<string, unknown>>;
    const isProblem = typeof message === 'string' && typeof field === 'string';
    const isUntold = isProblem && argumentText(message, 'tr') === null;
    if (isUntold) return argument;
    for (const name of NESTED) {
      const inner = rest[name];
      const found = Array.isArray(inner) ? findUntold(inner as readonly object[]) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
