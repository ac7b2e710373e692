// Pictures that would run, load or lead elsewhere are drawn without that, and what modelers draw stays.
import { describe, expect, it } from 'vitest';
import { minimalModel } from '../edit/minimal-model.ts';
import { hostilePictures, RECT, svg } from '../testing/hostile-pictures.ts';
import { utf8 } from '../testing/texts.ts';
import { encodeMarkup } from '../tree/encode-text.ts';
import { parseXml } from '../tree/tree.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { childElements, ownText } from '../tree/xml-access.ts';
import { SVG_LIMITS, sanitiseSvg } from './sanitise-svg.ts';

function sanitised(text: string | Uint8Array): string {
  const result = sanitiseSvg(typeof text === 'string' ? utf8(text) : text);
  if (!('bytes' in result)) throw new Error(JSON.stringify(result));
  return new TextDecoder().decode(result.bytes);
}

/** What is inside of the root. */
const inside = (text: string) => sanitised(svg(text)).replace(/^<svg [^>]*>|<\/svg>$/g, '');

/** Says what is wrong with a picture, by the words of whoever attacks and not by the lists of what is allowed. */
function dangers(text: string): readonly string[] {
  const { tree } = parseXml(utf8(text));
  if (tree === undefined) return ['not well-formed'];
  const found: string[] = [];
  const look = (element: XmlElement): void => {
    if (element.namespace !== 'http://www.w3.org/2000/svg') found.push(`element ${element.name}`);
    if (
      /^(?:script|foreignobject|iframe|image|a|set|handler|listener|animate.*|embed|object|audio|video|feimage|metadata)$/i.test(
        element.local,
      )
    ) {
      found.push(`element ${element.name}`);
    }
    const styles = element.local === 'style' ? [ownText(element)] : [];
    for (const { name, local, value } of element.attributes) {
      if (/^on/i.test(local)) found.push(`attribute ${name}`);
      if (/href|src|base|action|^to$|^from$/i.test(local) && !/^\s*#/.test(value)) found.push(`${name} ${value}`);
      if (!name.startsWith('xmlns')) styles.push(value);
    }
    for (const style of styles) {
      if (/script\s*:|@import|expression|-moz-binding|behavior|\\|https?:|data:/i.test(style)) found.push(style);
      if (/url\s*\(\s*["']?\s*[^\s"'#]/i.test(style)) found.push(style);
    }
    for (const child of childElements(element)) look(child);
  };
  look(tree.root);
  if (/<[!?]/.test(text)) found.push('declarations');
  return found;
}

describe('hostile pictures', () => {
  it('hostile pictures are more than forty', () => {
    expect(hostilePictures.length).toBeGreaterThan(40);
  });

  it.each(hostilePictures)('hostile pictures are harmless, and drawn all the same: %s', (_, content) => {
    const text = sanitised(svg(content, 'onload="alert(1)"'));
    expect(dangers(text)).toEqual([]);
    expect(text).toContain(RECT);
  });

  it('hostile pictures are told by what was left out of them', () => {
    const result = sanitiseSvg(
      utf8(svg(`<script/><g onclick="x" inkscape:label="y" xmlns:inkscape="urn:i">${RECT}</g>`)),
    );
    expect(result).toMatchObject({ dropped: ['script', 'onclick', 'inkscape:label'] });
    const many = Array.from({ length: 300 }, (_, index) => `<x${index}/>`).join('');
    const { dropped } = sanitiseSvg(utf8(svg(many))) as { dropped: readonly string[] };
    expect(dropped).toHaveLength(100);
  });

  it.each<[string, string, object]>([
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', { problem: { ruleId: 'DOC-02' } }],
    [
      'a bomb of entities',
      `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>${svg('&c;')}`,
      { problem: { ruleId: 'DOC-02' } },
    ],
    [
      'an entity from elsewhere',
      `<!DOCTYPE svg SYSTEM "x.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`,
      { problem: { ruleId: 'DOC-02' } },
    ],
    ['two document types', `<!DOCTYPE svg><!DOCTYPE svg>${svg('')}`, { problem: { ruleId: 'DOC-02' } }],
    ['a document type behind the root', `${svg('')}<!DOCTYPE svg>`, { problem: {} }],
    ['what is not well-formed', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>', { problem: { ruleId: 'DOC-01' } }],
    ['elements without end', svg('<g>'.repeat(300) + '</g>'.repeat(300)), { problem: { ruleId: 'DOC-16' } }],
    [
      'another root',
      '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
      { refused: 'NOT_SVG' },
    ],
    ['a root without namespace', '<svg/>', { refused: 'NOT_SVG' }],
    ['a model', new TextDecoder().decode(minimalModel('p', 'P')), { refused: 'NOT_SVG' }],
    ['nothing', '', { problem: { ruleId: 'DOC-01' } }],
  ])('hostile pictures are refused: %s', (_, text, expected) => {
    expect(sanitiseSvg(utf8(text))).toMatchObject(expected);
  });

  it('hostile pictures are refused that are too large, before they are read', () => {
    const large = new Uint8Array(SVG_LIMITS.fileBytes + 1);
    expect(sanitiseSvg(large)).toMatchObject({ problem: { ruleId: 'DOC-16' } });
  });

  it('hostile pictures are refused that become large when they are drawn', () => {
    const doubling = (levels: number, part: (id: number) => string) =>
      svg(Array.from({ length: levels }, (_, level) => `<g id="l${level}">${part(level + 1).repeat(2)}</g>`).join(''));
    const use = (level: number) => `<use href="#l${level}"/>`;
    const filled = (level: number) => `<rect fill="url(#l${level})"/>`;
    expect(sanitiseSvg(utf8(doubling(30, use)))).toEqual({ refused: 'EXPANSION' });
    expect(sanitiseSvg(utf8(doubling(30, filled)))).toEqual({ refused: 'EXPANSION' });
    expect(sanitiseSvg(utf8(doubling(8, use)))).toHaveProperty('bytes');
    const wide = [1, 2, 3, 4, 5].map((level) => `<g id="l${level}">${use(level + 1).repeat(20)}</g>`).join('');
    expect(sanitiseSvg(utf8(svg(wide)))).toEqual({ refused: 'EXPANSION' });
    const chain = svg(
      Array.from({ length: 20_000 }, (_, index) => `<use id="u${index}" href="#u${index + 1}"/>`).join(''),
    );
    expect(sanitiseSvg(utf8(chain))).toEqual({ refused: 'EXPANSION' });
    const circle = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#b"/></g>');
    expect(sanitiseSvg(utf8(circle))).toHaveProperty('bytes');
  });
});

describe('what is drawn', () => {
  it.each<[string, string]>([
    [
      'shapes and texts',
      '<g class="djs-shape" data-element-id="Task_1" transform="matrix(1 0 0 1 10 20)"><rect x="0" y="0" width="100" height="80" rx="10" style="stroke: rgb(34, 36, 42); stroke-width: 2px; fill: white; fill-opacity: 0.95;"/><text lineHeight="1.2" class="djs-label"><tspan x="50" y="43.6">Onay &amp; çıkış &lt;1&gt;</tspan></text></g>'.replace(
        ' lineHeight="1.2"',
        '',
      ),
    ],
    [
      'arrows',
      '<defs><marker id="m" viewBox="0 0 20 20" refX="11" refY="10" markerWidth="10" markerHeight="10" orient="auto"><path d="M 1 5 L 11 10 L 1 15 Z"/></marker></defs><path d="m 1,2L 3,4" style="fill: none; marker-end: url(\'#m\');"/><path marker-end="url(#m)"/>',
    ],
    [
      'gradients, patterns and filters',
      '<linearGradient id="g" xlink:href="#h"><stop offset="0" stop-color="red"/></linearGradient><filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/></filter><rect fill="url(#g)" filter="url(#f)"/>',
    ],
    ['parts that are drawn again', '<symbol id="s" viewBox="0 0 1 1"><circle r="1"/></symbol><use href="#s" x="1"/>'],
    ['styles', '<style type="text/css">.a &gt; rect{fill:url(#g)} @media print{.b{fill:none}}</style>'],
    ['titles and white space', '<title>A</title><text xml:space="preserve">  a  </text>'],
  ])('what is drawn stays: %s', (_, content) => {
    expect(inside(content)).toBe(content);
  });

  it('what is drawn stays where it was a link or had a switch', () => {
    expect(inside(`<a href="https://x.example">${RECT}</a>`)).toBe(`<g>${RECT}</g>`);
    expect(inside('<switch><foreignObject/><text>a</text></switch>')).toBe('<switch><text>a</text></switch>');
  });

  it.each([
    [
      '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
    ],
    ["<!DOCTYPE svg SYSTEM 'http://www.w3.org/x>y.dtd' >"],
    ['\uFEFF<!DOCTYPE svg>'],
  ])('what is drawn stays without its document type: %j', (before) => {
    expect(sanitised(before + svg(RECT))).toContain(RECT);
  });

  it('what is drawn stays of other encodings and prefixes, and comes in UTF-8', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-9"?><!DOCTYPE s:svg><s:svg xmlns:s="http://www.w3.org/2000/svg"><s:text>ığüş</s:text></s:svg>`;
    expect(sanitised(encodeMarkup(text, 'iso-8859-9'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><text>ığüş</text></svg>',
    );
    expect(sanitised(encodeMarkup(`\uFEFF${svg(RECT)}`, 'utf-16le'))).toContain(RECT);
  });

  it('what is drawn is the same when it is looked at again', () => {
    for (const [, content] of hostilePictures) {
      const once = sanitised(svg(content));
      expect(sanitised(once)).toBe(once);
    }
  });
});
