// Names as they are searched for.

/** Lists names each once, in the order given; line breaks, which tools write into names, become blanks. */
export function distinctNames(names: readonly (string | null | undefined)[]): readonly string[] {
  const written = names.map((name) => name?.replaceAll(/\s+/g, ' ').trim() ?? '');
  return [...new Set(written)].filter((name) => name !== '');
}
