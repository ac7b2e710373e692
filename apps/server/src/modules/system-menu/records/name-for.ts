// Chooses names in the languages of a caller: exact, then language only, then the name itself.

/** Picks the languages that occur in `named`: callers who differ in others share a tree. */
export function languagesAmong(named: ReadonlySet<string>, languages: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const language of languages) {
    const [primary = ''] = language.split('-', 1);
    for (const tag of [language, primary]) if (named.has(tag)) found.add(tag);
  }
  return [...found];
}

interface Named {
  readonly displayName: string;
  readonly displayNameMap: Readonly<Record<string, string>>;
}

/**
 * Finds the shown name for these languages, with its locale as the map spells it; null for the one without a locale.
 */
function localized({ displayNameMap }: Named, languages: readonly string[]): readonly [string, string] | null {
  const entries = Object.entries(displayNameMap);
  if (entries.length === 0) return null;
  for (const language of languages) {
    const exact = entries.find(([tag]) => tag.toLowerCase() === language);
    const [primary] = language.split('-');
    const name = exact ?? entries.find(([tag]) => tag.toLowerCase() === primary);
    if (name !== undefined) return name;
  }
  return null;
}

export function nameFor(named: Named, languages: readonly string[]): string {
  return localized(named, languages)?.[1] ?? named.displayName;
}

/**
 * Answers the changed fields when a reader writes another name over the shown one: the name in that locale, or the
 * reader would go on seeing the old one. Null: nothing changes.
 */
export function renamed(named: Named, name: string, languages: readonly string[]): Partial<Named> | null {
  const shown = localized(named, languages);
  if (name === (shown?.[1] ?? named.displayName)) return null;
  return shown === null ? { displayName: name } : { displayNameMap: { ...named.displayNameMap, [shown[0]]: name } };
}
