// Proves that the tree loses no byte, knows where everything stands, and refuses what is unsafe or broken.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REFERENCE_COUNT, REFERENCE_MODELS, REFERENCE_TITLE } from '../testing/reference-models.ts';
import { utf8 } from '../testing/texts.ts';
import { parseXml, printXml, XML_LIMITS } from './tree.ts';
import type { XmlDocument, XmlElement, XmlNode, XmlProblem } from './tree.types.ts';

function treeOf(source: string | Uint8Array): XmlDocument {
  const result = parseXml(typeof source === 'string' ? utf8(source) : source);
  if (result.tree === undefined) throw new Error(`no tree: ${JSON.stringify(result.problem)}`);
  return result.tree;
}

function problemOf(source: string | Uint8Array, limits = XML_LIMITS): XmlProblem {
  const result = parseXml(typeof source === 'string' ? utf8(source) : source, limits);
  if (result.problem === undefined) throw new Error('the file was accepted');
  return result.problem;
}

function* walk(nodes: readonly XmlNode[]): Generator<XmlNode> {
  for (const node of nodes) {
    yield node;
    if (node.kind === 'element') yield* walk(node.children);
  }
}

const elementsOf = (tree: XmlDocument) => [...walk(tree.children)].filter((node) => node.kind === 'element');
const elementNamed = (tree: XmlDocument, name: string): XmlElement => {
  const found = elementsOf(tree).find((element) => element.name === name);
  if (found === undefined) throw new Error(`no element ${name}`);
  return found;
};

const ENTANGLED = [
  '\uFEFF<?xml version="1.0"  encoding="UTF-8"?>\r\n<!-- before <a> -->\n<?style  a="b" ?>\n',
  '<x:root xmlns:x="urn:x"\txmlns = \'urn:default\'\n  x:k="1 &lt; 2"  k=\'"\'>\r',
  '<child\n/>caf\u00e9 \u{1F600} &amp; <![CDATA[ <raw> ]]]]><x:child>]]</x:child >\n',
  '<!-- - in -->< /> </x:root>\n<!-- after -->\n<?last?>\n',
]
  .join('')
  .replace('< />', '<e />');

describe('printing', () => {
  it.each([
    ['everything that XML has', ENTANGLED],
    ['Windows line ends', '<?xml version="1.0"?>\r\n<a>\r\n\t<b/>\r\n</a>\r\n'],
    ['old line ends and a trailing one', '<a>\r<b/>\r</a>\r'],
    ['white space and comments before the root', '\n\n  <!-- one --> <!-- two -->\n<a/>'],
    ['one element', '<a/>'],
  ])('gives the same bytes back: %s', (_, text) => {
    const bytes = utf8(text);
    expect(Buffer.from(printXml(treeOf(bytes))).equals(bytes)).toBe(true);
  });

  it('loses nothing of a file with random changes, which it takes whole or refuses', () => {
    const bytes = utf8(ENTANGLED);
    const snippet = fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.constantFrom('<', '>', '&', '"', '\r\n', ']]>', '-->', '<a>', '</a>').map(utf8),
    );
    const change = fc.record({ at: fc.nat(bytes.length), drop: fc.nat(3), add: snippet });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce(
          (file, { at, drop, add }) => Buffer.concat([file.subarray(0, at), add, file.subarray(at + drop)]),
          Buffer.from(bytes),
        );
        const { tree, problem } = parseXml(changed);
        if (tree === undefined) expect(problem.line).toBeGreaterThan(0);
        else expect(Buffer.from(printXml(tree)).equals(changed)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.runIf(REFERENCE_MODELS.length > 0)(`gives ${REFERENCE_TITLE} back byte for byte`, () => {
    expect(REFERENCE_MODELS).toHaveLength(REFERENCE_COUNT);
    for (const { name, bytes } of REFERENCE_MODELS) {
      const tree = treeOf(bytes);
      expect(tree.root.local, name).toBe('definitions');
      expect(Buffer.from(printXml(tree)).equals(bytes), name).toBe(true);
    }
  });
});

describe('positions', () => {
  const bytes = utf8(ENTANGLED);
  const slice = (range: { start: number; end: number }) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(range.start, range.end));

  it('positions cut exactly the element, its start tag, its attributes and their values out of the file', () => {
    const tree = treeOf(bytes);
    const root = tree.root;
    expect(slice(root)).toMatch(/^<x:root [\s\S]*<\/x:root>$/);
    expect(slice({ start: root.start, end: root.startTagEnd })).toMatch(/k='"'>$/);
    expect(root.attributes.map(slice)).toEqual(['xmlns:x="urn:x"', "xmlns = 'urn:default'", 'x:k="1 &lt; 2"', `k='"'`]);
    expect(root.attributes.map((attribute) => slice({ start: attribute.valueStart, end: attribute.valueEnd }))).toEqual(
      ['urn:x', 'urn:default', '1 &lt; 2', '"'],
    );
    expect(slice(elementNamed(tree, 'x:child'))).toBe('<x:child>]]</x:child >');
    expect(slice(elementNamed(tree, 'child'))).toBe('<child\n/>');
  });

  it('positions count lines and columns from 1 over every kind of line end', () => {
    const tree = treeOf('<?xml version="1.0"?>\r\n<a\r  one="1"\n\ttwo="2">\r\n  <b/>é<c/>\r<d/></a>');
    const at = (name: string) => {
      const { line, column } = elementNamed(tree, name);
      return [line, column];
    };
    expect([at('a'), at('b'), at('c'), at('d')]).toEqual([
      [2, 1],
      [5, 3],
      [5, 8],
      [6, 1],
    ]);
    expect(tree.root.attributes.map(({ line, column }) => [line, column])).toEqual([
      [3, 3],
      [4, 2],
    ]);
  });
});

describe('content', () => {
  it('resolves namespaces of elements and attributes, and says null for a prefix that nobody declares', () => {
    const tree = treeOf(
      '<a xmlns="urn:d" xmlns:p="urn:p" q="1" p:q="2" z:q="3" xml:lang="tr"><p:b/><z:c/><d xmlns=""/></a>',
    );
    expect(elementsOf(tree).map(({ prefix, local, namespace }) => [prefix, local, namespace])).toEqual([
      ['', 'a', 'urn:d'],
      ['p', 'b', 'urn:p'],
      ['z', 'c', null],
      ['', 'd', ''],
    ]);
    expect(tree.root.attributes.map(({ name, namespace, value }) => [name, namespace, value])).toEqual([
      ['xmlns', 'http://www.w3.org/2000/xmlns/', 'urn:d'],
      ['xmlns:p', 'http://www.w3.org/2000/xmlns/', 'urn:p'],
      ['q', '', '1'],
      ['p:q', 'urn:p', '2'],
      ['z:q', null, '3'],
      ['xml:lang', 'http://www.w3.org/XML/1998/namespace', 'tr'],
    ]);
  });

  it('keeps text, CDATA, comments and instructions apart and in order', () => {
    const tree = treeOf('<?xml version="1.0"?><a>1 &lt;\r\n2<![CDATA[<3>]]><!--4--><?five six?></a>');
    expect(tree.children[0]).toMatchObject({ kind: 'instruction', target: 'xml', value: 'version="1.0"' });
    expect(tree.root.children).toMatchObject([
      { kind: 'text', value: '1 <\n2' },
      { kind: 'cdata', value: '<3>' },
      { kind: 'comment', value: '4' },
      { kind: 'instruction', target: 'five', value: 'six' },
    ]);
  });

  it('knows the parent of each element', () => {
    const tree = treeOf('<a><b><c/></b></a>');
    expect(elementNamed(tree, 'c').parent?.name).toBe('b');
    expect(tree.root.parent).toBeNull();
  });

  it('takes names that objects have by themselves as names', () => {
    const tree = treeOf('<a xmlns:__proto__="urn:p" __proto__:constructor="1" toString="2"><__proto__:b/></a>');
    expect(tree.root.attributes.map(({ name }) => name)).toEqual([
      'xmlns:__proto__',
      '__proto__:constructor',
      'toString',
    ]);
    expect(elementNamed(tree, '__proto__:b').namespace).toBe('urn:p');
  });
});

describe('encodings', () => {
  const text = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a b="é">ı</a>`;
  const utf16 = (source: string, mark: string, bigEndian: boolean) => {
    const bytes = Buffer.from(mark + source, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };

  it.each([
    ['UTF-16 with a mark, little endian', utf16(text('UTF-16'), '\uFEFF', false), 'utf-16le'],
    ['UTF-16 with a mark, big endian', utf16(text('utf-16'), '\uFEFF', true), 'utf-16be'],
    ['UTF-16BE without a mark', utf16(text('UTF-16BE'), '', true), 'utf-16be'],
    ['UTF-16 without declaration', utf16('<a b="é">ı</a>', '\uFEFF', false), 'utf-16le'],
    ['UTF-8 with a mark', utf8(`\uFEFF${text('utf-8')}`), 'utf-8'],
    ['UTF-8 without declaration', utf8('<a b="é">ı</a>'), 'utf-8'],
    [
      'Windows-1254',
      Buffer.from(text('Windows-1254').replace('é', '\u00e9').replace('ı', '\u00fd'), 'latin1'),
      'windows-1254',
    ],
  ])('decodes %s', (_, bytes, encoding) => {
    const tree = treeOf(bytes);
    expect(tree.encoding).toBe(encoding);
    expect(tree.root).toMatchObject({ attributes: [{ value: 'é' }], children: [{ kind: 'text', value: 'ı' }] });
    expect(Buffer.from(printXml(tree)).equals(bytes)).toBe(true);
    const value = tree.root.attributes[0]!;
    const decoder = new TextDecoder(encoding);
    expect(decoder.decode(bytes.subarray(value.valueStart, value.valueEnd))).toBe('é');
  });

  it.each(['ISO-8859-9', 'iso8859-9', 'ISO_8859-9', 'latin5', 'Cp1254', 'windows1254'])(
    'reads Turkish in %s',
    (name) => {
      const bytes = Buffer.from(
        `<?xml version="1.0" encoding="${name}"?><a b="\u00fd">\u00d0\u00dd\u00de\u00f0\u00fe\u00e7</a>`,
        'latin1',
      );
      const tree = treeOf(bytes);
      expect(tree.root).toMatchObject({ attributes: [{ value: 'ı' }], children: [{ value: 'ĞİŞğşç' }] });
      expect(Buffer.from(printXml(tree)).equals(bytes)).toBe(true);
      const [value] = tree.root.attributes;
      expect(bytes.subarray(value!.valueStart, value!.valueEnd)).toEqual(Buffer.from([0xfd]));
    },
  );

  it.each([
    ['ISO-8859-2', 0xb1, 'ą'],
    ['iso-8859-5', 0xb0, 'А'],
    ['ISO-8859-15', 0xa4, '€'],
    ['windows-1252', 0x80, '€'],
    ['windows-1251', 0xc0, 'А'],
    ['KOI8-R', 0xe1, 'А'],
    ['MacRoman', 0x8e, 'é'],
  ])('reads one byte a character in %s', (name, byte, letter) => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="${name}"?><a>${String.fromCharCode(byte)}</a>`, 'latin1');
    expect(treeOf(bytes).root.children).toMatchObject([{ value: letter }]);
  });

  it('reads ISO 8859-1 as such and not as Windows-1252', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9\u0085</a>', 'latin1');
    expect(treeOf(bytes).root.children).toMatchObject([{ value: '\u00e9\u0085' }]);
  });

  it.each([
    ['an unknown encoding', utf8('<?xml version="1.0" encoding="EBCDIC"?><a/>')],
    ['bytes that are not UTF-8', Buffer.from('<a>\u00e9</a>', 'latin1')],
    ['a mark against the declaration', utf8('\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><a/>')],
    ['UTF-16 declared in single bytes', utf8('<?xml version="1.0" encoding="UTF-16"?><a/>')],
    ['half a UTF-16 pair', utf16('<a>\ud800</a>', '\uFEFF', false)],
    ['two byte order marks', utf8('\uFEFF\uFEFF<a/>')],
    ['bytes above 127 in US-ASCII', Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><a>\u00e9</a>', 'latin1')],
  ])('refuses %s (DOC-01)', (_, bytes) => {
    expect(problemOf(bytes).ruleId).toBe('DOC-01');
  });
});

describe('refusals', () => {
  it.each([
    ['nothing', '', 1, 1],
    ['an unclosed element', '<a>\n<b>', 2, 3],
    ['the wrong end tag', '<a>\n  <b></a>', 2, 9],
    ['two roots', '<a/>\n<b/>', 2, 3],
    ['an attribute twice', '<a x="1" x="2"/>', 1, 16],
    ['an attribute twice by namespace', '<a xmlns:p="u" xmlns:q="u" p:x="" q:x=""/>', 1, 42],
    ['an unknown entity', '<a>&nbsp;</a>', 1, 9],
    ['a control character', '<a>\u0001</a>', 1, 4],
    ['text behind the root', '<a/>text', 1, 8],
    ['a declaration that is not first', '<!-- --><?xml version="1.0"?><a/>', 1, 14],
    ['an end in the middle of a tag', '<a b="', 1, 6],
    ['an entity declaration outside of a document type', '<a><!ENTITY x "y"></a>', 1, 12],
  ])('names line and column of %s (DOC-01)', (_, text, line, column) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ ruleId: 'DOC-01', line, column });
    expect(problem.message).not.toBe('');
  });

  it.each([
    ['a document type', '<?xml version="1.0"?>\n <!DOCTYPE a><a/>', 2, 2],
    ['nested entities', '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>', 1, 1],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 1, 1],
    ['an external parameter entity', '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://x/"> %b;]><a/>', 1, 1],
  ])('takes no %s (DOC-02)', (_, text, line, column) => {
    expect(problemOf(text)).toMatchObject({ ruleId: 'DOC-02', line, column });
  });

  it('takes no document type behind the root either (DOC-02)', () => {
    expect(problemOf('<a/><!DOCTYPE a>').ruleId).toBe('DOC-02');
  });

  it.each([
    ['fileBytes', '<a>12345678901234567890</a>', { fileBytes: 20 }, 27],
    ['depth', '<a><b><c/></b></a>', { depth: 2 }, 3],
    ['elements', '<a><b/><b/></a>', { elements: 2 }, 3],
    ['attributes', '<a b="" c="" d=""/>', { attributes: 2 }, 3],
    ['attributeBytes', '<a b="éé"/>', { attributeBytes: 3 }, 4],
    ['nodes', '<a><!----><!----></a>', { nodes: 2 }, 3],
  ])('stops at the limit %s and names it (DOC-16)', (name, text, limits, value) => {
    const problem = problemOf(text, { ...XML_LIMITS, ...limits });
    expect(problem).toMatchObject({ ruleId: 'DOC-16', limit: { name, value } });
  });

  it('stands deep nesting of hostile files without touching the call stack', () => {
    expect(problemOf('<a>'.repeat(1_000_000))).toMatchObject({
      ruleId: 'DOC-16',
      limit: { name: 'depth', value: 257 },
    });
  });
});
