// Reads the origins of a setting, which holds them as one text.

const SEPARATORS = /[\s,]+/;

/** Answers origins in the spelling of browsers; parsed again when the text has changed. */
export function createOriginList(text: () => string): () => ReadonlySet<string> {
  let parsed = { text: '', origins: new Set<string>() };
  return () => {
    const current = text();
    if (current !== parsed.text) {
      const origins = current.split(SEPARATORS).filter((origin) => origin !== '');
      parsed = { text: current, origins: new Set(origins.map((origin) => origin.toLowerCase())) };
    }
    return parsed.origins;
  };
}
