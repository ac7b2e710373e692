// Draws files at random in whatever form tools and people write XML: quotes, blanks, prefixes, sections, comments, encodings.
import fc from 'fast-check';
import { encodeMarkup } from '../tree/encode-text.ts';
import { escapeAttribute, escapeText, isXmlText } from '../tree/escaping.ts';

/** Anything that XML can hold, with what needs care more often than the rest. */
export const xmlText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '&', '"', "'", ']]>', '\n', '\r', '\t', ' ', 'ı', '€', '\u{1F600}', '&amp;'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))
  .filter(isXmlText);

interface Form {
  readonly prefix: string;
  readonly lineEnd: string;
  readonly encoding: string;
  readonly mark: boolean;
}

const form: fc.Arbitrary<Form> = fc.record({
  prefix: fc.constantFrom('', 'bpmn:', 'ö:'),
  lineEnd: fc.constantFrom('', '\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'iso-8859-9', 'windows-1252'),
  mark: fc.boolean(),
});

interface Part {
  readonly kind: 'task' | 'scriptTask' | 'sequenceFlow' | 'comment';
  readonly name: string | null;
  readonly quote: '"' | "'";
  readonly documentation: string | null;
  readonly section: boolean;
  readonly extension: boolean;
  readonly gap: string;
}

const part: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom('task', 'scriptTask', 'sequenceFlow', 'comment'),
  name: fc.option(xmlText),
  quote: fc.constantFrom('"', "'"),
  documentation: fc.option(xmlText),
  section: fc.boolean(),
  extension: fc.boolean(),
  gap: fc.constantFrom('', ' ', '\n  ', '\t'),
});

function written({ prefix, lineEnd }: Form, each: Part, index: number): string {
  const { kind, name, quote, documentation, section, extension, gap } = each;
  if (kind === 'comment') return `${lineEnd}<!-- "n${index}" & < -->`;
  const named = name === null ? '' : ` ${gap}name${gap}=${gap}${quote}${escapeAttribute(name, quote)}${quote}`;
  const holdsSection = section && documentation !== null && !/\r|\]\]>/.test(documentation);
  const text = holdsSection ? `<![CDATA[${documentation}]]>` : escapeText(documentation ?? '');
  const documented = documentation === null ? '' : `${lineEnd}<${prefix}documentation>${text}</${prefix}documentation>`;
  const extended = extension
    ? `${lineEnd}<${prefix}extensionElements><k:field k:name='1'/> <x:y xmlns:x="urn:x" id="n0">t</x:y></${prefix}extensionElements>`
    : '';
  const content = `${documented}${extended}`;
  const tag = `${prefix}${kind}`;
  const start = `${lineEnd}<${tag} ${gap}id="n${index}"${named}${gap}`;
  return content === '' ? `${start}/>` : `${start}>${content}${lineEnd}</${tag}>`;
}

/** A file whose elements have the ids `n0`, `n1` and so on; one of an encoding that lacks a character names it by its number. */
export const randomFile: fc.Arbitrary<Uint8Array> = fc
  .record({ form, parts: fc.array(part, { minLength: 1, maxLength: 8 }) })
  .map((drawn) => {
    const { prefix, encoding, lineEnd, mark } = drawn.form;
    // A section names no character by its number, and a name none at all.
    const isUnicode = encoding.startsWith('utf');
    const shown = isUnicode ? drawn.form : { ...drawn.form, prefix: prefix === '' ? '' : 'bpmn:' };
    const parts = isUnicode ? drawn.parts : drawn.parts.map((each) => ({ ...each, section: false }));
    const declared = encoding.startsWith('utf-16') ? 'utf-16' : encoding;
    const bound = shown.prefix === '' ? 'xmlns' : `xmlns:${shown.prefix.slice(0, -1)}`;
    const root = `${shown.prefix}definitions`;
    const text =
      `<?xml version="1.0" encoding='${declared}'?>${lineEnd}<${root} ${bound}="http://www.omg.org/spec/BPMN/20100524/MODEL" ` +
      `xmlns:k='http://flowable.org/bpmn'>${parts.map((each, index) => written(shown, each, index)).join('')}${lineEnd}</${root}>${lineEnd}`;
    const isMarked = encoding.startsWith('utf-16') || (mark && encoding === 'utf-8');
    return encodeMarkup(`${isMarked ? '\uFEFF' : ''}${text}`, encoding);
  });
