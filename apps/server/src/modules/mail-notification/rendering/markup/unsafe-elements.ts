// Declares which elements and attributes templates must not have, and which attributes hold addresses.
import type { Attribute } from './markup-reader.ts';

/** Elements that run scripts, show other pages, ask for input, or are read by other rules than the rest of HTML. */
const forbiddenElements = new Set(
  (
    'script iframe frame frameset object embed applet base form svg math noscript noembed noframes xmp plaintext template ' +
    'listing portal'
  ).split(' '),
);

const urlAttributes = new Set(
  'href src background action formaction cite poster srcset data longdesc usemap lowsrc dynsrc ping manifest xlink:href'.split(
    ' ',
  ),
);

const entityNames: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n', amp: '&', sol: '/' };

function decoded(value: string): string {
  return value.replace(/&(?:#(\d+)|#[xX]([0-9A-Fa-f]+)|([A-Za-z]+));?/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entityNames[(name as string).toLowerCase()] ?? (whole as string);
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Answers the scheme of an address, without the characters that browsers ignore there. */
function schemeOf(value: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const plain = decoded(value).replace(/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]/g, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase() ?? null;
}

const schemes = new Set(['http', 'https', 'mailto', 'tel', 'cid']);

/** Says whether an address is safe in a mail; one without a scheme is. */
export function isSafeUrl(value: string): boolean {
  const scheme = schemeOf(value);
  return scheme === null || schemes.has(scheme);
}

export function isUrlAttribute(name: string): boolean {
  return urlAttributes.has(name);
}

/** Answers the problem of an element in a source or a mail; null: there is none. */
export function elementProblem(element: string, attributes: readonly Attribute[]): string | null {
  if (forbiddenElements.has(element)) return `The element ${element} is not allowed.`;
  const said = (name: string) => attributes.find((attribute) => attribute.name === name)?.value ?? '';
  if (element === 'meta' && decoded(said('http-equiv')).trim().toLowerCase() === 'refresh') {
    return 'A meta refresh is not allowed.';
  }
  for (const { name, value } of attributes) {
    if (name.startsWith('on') || name === 'srcdoc') return `The attribute ${name} is not allowed.`;
    const isImage = element === 'img' && name === 'src' && /^\s*data:image\/(?:png|gif|jpeg|webp);/i.test(value);
    if (isUrlAttribute(name) && !isImage && !isSafeUrl(value)) return `The address in ${name} is not allowed.`;
    if (name === 'style' && /javascript:|vbscript:|expression\s*\(|-moz-binding|behavior\s*:/i.test(decoded(value))) {
      return 'A style must not run anything.';
    }
  }
  return null;
}
