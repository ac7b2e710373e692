// Reads records that are lists of tags: `v=DKIM1; k=rsa; p=...`, RFC 6376, 3.2.

const NAME = /^[a-z][a-z0-9_]*$/i;

/** Reads the tags in their order, values without the blanks around them; null where one is no tag, or stands twice. */
export function readTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  const parts = text.split(';').map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (!NAME.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}
