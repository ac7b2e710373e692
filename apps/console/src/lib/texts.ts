// Loads the texts of a screen in the language of the pages; a key that one language lacks does not compile.
import { use } from 'react';
import { beforeLanguage, currentLanguage, type Language, useLanguage } from './locale.ts';

/** What the other languages have to have: the same keys, texts for texts and functions of the same arguments. */
export type TextsOf<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer A) => string
      ? (...values: A) => string
      : TextsOf<T[K]>;
};

/** The texts that are being loaded. */
const underWay = new Set<Promise<unknown>>();

/** Resolves once all texts are loaded that were asked for by now; what failed is shown where the texts are used. */
export async function textsLoaded(): Promise<void> {
  await Promise.allSettled(underWay);
}

/** Makes a hook for the texts; one language is loaded, and another one when somebody chooses it. */
export function defineTexts<T>(load: {
  readonly en: () => Promise<TextsOf<T>>;
  readonly tr: () => Promise<TextsOf<T>>;
}): () => TextsOf<T> {
  const loading = new Map<Language, Promise<TextsOf<T>>>();
  const textsIn = (language: Language): Promise<TextsOf<T>> => {
    const known = loading.get(language);
    if (known !== undefined) return known;
    const begun = load[language]();
    loading.set(language, begun);
    // React reads at once what a promise that says so holds; else it hides the page meanwhile, which takes the focus away.
    const noted = begun.then(
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      () => undefined,
    );
    underWay.add(noted);
    void noted.then(() => underWay.delete(noted));
    return begun;
  };
  // Only what is shown already has to be there before the language changes.
  beforeLanguage((language) => (loading.size === 0 ? Promise.resolve() : textsIn(language)));
  // Whoever loads a screen needs its texts at once: they travel while it is made ready. What fails is shown where the texts are used.
  textsIn(currentLanguage()).catch(() => undefined);
  return () => use(textsIn(useLanguage()));
}
