// What a patch refuses, with the reason and all of it at once; and how it writes into files of other encodings.
import { describe, expect, it } from 'vitest';
import { extension, file, inFile, reasons, remove, set, text } from '../../testing/patching.ts';
import { definitions, model, utf8 } from '../../testing/texts.ts';
import { encodeMarkup } from '../../tree/encode-text.ts';
import { parseXml } from '../../tree/tree.ts';
import type { PatchOperation } from './patch.types.ts';
import { patchModel } from './patch-model.ts';

describe('what is refused', () => {
  const TWICE =
    '<task id="t"/><task id="t"/><process id="p"><extensionElements><x:y xmlns:x="urn:x" id="inner"/></extensionElements></process>';

  it.each<[string, PatchOperation, string]>([
    ['an element that is not there', set('none', 'name', 'x'), 'ELEMENT_NOT_FOUND'],
    ['an id inside of an extension', set('inner', 'name', 'x'), 'ELEMENT_NOT_FOUND'],
    ['an id that is written twice', set('t', 'name', 'x'), 'ELEMENT_AMBIGUOUS'],
    ['another id', set('p', 'id', 'q'), 'ID_FIXED'],
    ['no id', remove('p', 'id'), 'ID_FIXED'],
    ['what is no name', set('p', 'a b', 'x'), 'NAME_INVALID'],
    ['an injected attribute', set('p', 'name="x" y', 'x'), 'NAME_INVALID'],
    ['a name without its own part', set('p', 'keelson:', 'x'), 'NAME_INVALID'],
    ['another namespace', set('p', 'xmlns', 'urn:x'), 'NAME_INVALID'],
    ['another meaning of a prefix', set('p', 'xmlns:keelson', 'urn:x'), 'NAME_INVALID'],
    ['a prefix that nobody declares', set('p', 'z:a', 'x'), 'PREFIX_UNDECLARED'],
    ['a control character', set('p', 'name', 'a\u0000b'), 'VALUE_INVALID'],
    ['half a character', text('p', 'documentation', '\ud800'), 'VALUE_INVALID'],
    ['a value without measure', set('p', 'name', 'x'.repeat(65_537)), 'VALUE_INVALID'],
    ['a text that the schema does not have', text('p', 'script', 'x'), 'NOT_ALLOWED'],
    ['a name in place of a text', text('p', 'supports', 'x'), 'NOT_ALLOWED'],
    ['text of an element that has none', text('p', null, 'x'), 'NOT_ALLOWED'],
    ['an attribute that is not there', remove('p', 'name'), 'NOT_FOUND'],
    ['an extension that is not there', remove('p', 'keelson:call'), 'NOT_FOUND'],
    ['a part that is not there', set('p', 'ioSpecification/name', 'x'), 'NOT_FOUND'],
  ])('refused is %s', (_, operation, reason) => {
    expect(reasons(file(TWICE), operation)).toEqual([`0 ${reason}`]);
  });

  it('refused are all operations that cannot be done, and then none is', () => {
    const operations = [set('p', 'name', 'x'), set('none', 'name', 'x'), remove('p', 'name'), remove('p', 'name')];
    expect(reasons(file(TWICE), ...operations)).toEqual(['1 ELEMENT_NOT_FOUND', '3 NOT_FOUND']);
  });

  it('refused is the file itself, and markup between text', () => {
    expect(reasons(definitions('', 'id="d" targetNamespace="urn:test"'), remove('d'))).toEqual(['0 ROOT_FIXED']);
    const marked = file('<task id="t"><documentation>a<b xmlns="urn:html">c</b></documentation></task>');
    expect(reasons(marked, text('t', 'documentation', 'x'))).toEqual(['0 TEXT_HAS_MARKUP']);
  });

  it('refused is a second timer beside the first', () => {
    const timer =
      '<startEvent id="s"><timerEventDefinition id="d"><timeDate>x</timeDate></timerEventDefinition></startEvent>';
    expect(reasons(file(timer), text('d', 'timeDuration', 'P1D'))).toEqual(['0 NOT_ALLOWED']);
    expect(inFile(timer, remove('d', 'timeDate'), text('d', 'timeDuration', 'P1D'))).toContain('P1D</timeDuration>');
  });

  it('refused is a result that no reader would take', () => {
    const attributes = Array.from({ length: 250 }, (_, index) => set('p', `a${index}`, 'x'));
    expect(
      reasons(
        file('<process id="p" name="x"/>'),
        ...attributes,
        ...attributes.map((each, index) => set('p', `b${index}`, each.op)),
      ),
    ).toEqual(['null LIMIT']);
  });

  it('refused is a file that is no XML, with its place', () => {
    expect(patchModel(utf8('{}'), [])).toMatchObject({ problem: { ruleId: 'DOC-01', line: 1 } });
  });
});

describe('encodings', () => {
  const whole = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n${model('<task id="t" name="Çağrı"/>')}<!-- ş -->\n`;

  it.each([
    ['utf-8', ''],
    ['utf-8', '\uFEFF'],
    ['utf-16le', '\uFEFF'],
    ['utf-16be', '\uFEFF'],
    ['iso-8859-9', ''],
    ['windows-1254', ''],
  ])('an encoding stays: %s %j', (encoding, mark) => {
    const written = whole(encoding.startsWith('utf-16') ? 'UTF-16' : encoding);
    const bytes = encodeMarkup(mark + written, encoding);
    const result = patchModel(bytes, [set('t', 'name', 'Şu €'), text('t', 'documentation', 'ığ')]);
    if (!('bytes' in result)) throw new Error(JSON.stringify(result));
    const euro = encoding === 'iso-8859-9' ? '&#x20AC;' : '€';
    const expected = written.replace(
      'name="Çağrı"/>',
      `name="Şu ${euro}">\n  <documentation>ığ</documentation>\n</task>`,
    );
    expect(Buffer.from(result.bytes).equals(Buffer.from(encodeMarkup(mark + expected, encoding)))).toBe(true);
    expect(parseXml(result.bytes).tree?.encoding).toBe(encoding);
  });

  it('an encoding without a character takes its number, and refuses it in names and comments', () => {
    const bytes = encodeMarkup(whole('us-ascii').replace('Çağrı', 'a').replace('ş', 's'), 'us-ascii');
    const result = patchModel(bytes, [set('t', 'name', 'ş\u{1F600}')]);
    expect('bytes' in result && new TextDecoder().decode(result.bytes)).toContain('name="&#x15F;&#x1F600;"');
    const refused = patchModel(bytes, [
      set('t', 'ş', 'x'),
      extension('t', null, '<flowable:a><!-- ş --></flowable:a>'),
    ]);
    expect('refused' in refused && refused.refused.map(({ reason }) => reason)).toEqual([
      'NOT_IN_ENCODING',
      'NOT_IN_ENCODING',
    ]);
  });

  it('an encoding without a character leaves a section for text', () => {
    const bytes = encodeMarkup(
      `<?xml version="1.0" encoding="us-ascii"?>${file('<scriptTask id="t"><script><![CDATA[a]]></script></scriptTask>')}`,
      'us-ascii',
    );
    const result = patchModel(bytes, [text('t', 'script', '"ş" < x')]);
    expect('bytes' in result && new TextDecoder().decode(result.bytes)).toContain('<script>"&#x15F;" &lt; x</script>');
  });
});
