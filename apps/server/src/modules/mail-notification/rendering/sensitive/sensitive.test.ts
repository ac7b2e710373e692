// Tests what sensitive mails are held against where no request reaches it: marks that stand for data, words, and bounds of markup.
import { describe, expect, it } from 'vitest';
import { checkSensitive } from './check-sensitive.ts';
import { hideValues, markOf, onlyMark } from './marks.ts';
import { showValues } from './show-values.ts';

const messages = (html: string, partials: Readonly<Record<string, string>> = {}) =>
  checkSensitive('html', html, partials).map(({ message }) => message);

describe('marks', () => {
  it('mail-notification 24: the engine is given nothing that follows from texts and numbers, at any depth', () => {
    const [one, other] = [
      { link: 'a', order: { no: 1, lines: ['x', { code: 'y' }] }, isPaid: true, none: null },
      { link: 'b', order: { no: 22, lines: ['zz', { code: '' }] }, isPaid: true, none: null },
    ].map((parameters) => hideValues(parameters));
    expect(one!.parameters).toEqual(other!.parameters);
    expect(one!.values).toEqual(['a', '1', 'x', 'y']);
    expect(other!.values).toEqual(['b', '22', 'zz', '']);
  });

  it('mail-notification 24: a mark that was cut, made up or put into another attribute is shown by nothing', () => {
    const [mark] = [markOf(0)];
    const kindOf = (form: 'html' | 'text', rendered: string) => showValues(form, rendered, ['secret']).kind;
    expect(showValues('text', `Code ${mark}.`, ['secret'])).toEqual({ kind: 'shown', text: 'Code secret.' });
    for (const rendered of [mark.slice(1), mark.slice(0, -1), markOf(1), `${mark}${mark}`, `x/${mark}`]) {
      expect([rendered, kindOf('text', rendered), kindOf('html', rendered)]).toEqual([rendered, 'refused', 'refused']);
    }
    for (const rendered of [
      `<p title="${mark}">x</p>`,
      `<img src="${mark}">`,
      `<a href="https://x.example/${mark}">x</a>`,
      `<a href="https://x.example/">x</a>`,
      `<!--${mark}-->`,
      `</p title="${mark}">`,
    ]) {
      expect([rendered, kindOf('html', rendered)]).toEqual([rendered, 'refused']);
    }
    expect(onlyMark(`${mark} `)).toBeNull();
  });

  it('mail-notification 24: values become text and addresses of a tree, and no markup', () => {
    const rendered = `<a href="${markOf(0)}">Open</a> <p>${markOf(1)}</p>`;
    expect(showValues('html', rendered, ['https://x.example/?a="b"&c', '<img src="x">&amp;'])).toEqual({
      kind: 'shown',
      text:
        '<!DOCTYPE html><html><head></head><body><a href="https://x.example/?a=&quot;b&quot;&amp;c">Open</a> ' +
        '<p>&lt;img src="x"&gt;&amp;amp;</p></body></html>',
    });
  });
});

describe('the check', () => {
  it('mail-notification 3: tells every problem with the place where it stands, in a partial with its code', () => {
    const source = `<p>\n{{ a | upcase }}</p><p class="b">{% render 'part' %}</p>{% for x in y %}{% endfor %}`;
    expect(checkSensitive('html', source, { part: '<i id="i">x</i>' })).toEqual([
      expect.objectContaining({ template: null, at: source.indexOf('{{') }),
      expect.objectContaining({ template: null, at: source.indexOf('{% for') }),
      expect.objectContaining({ template: null, at: source.indexOf('{% endfor') }),
      expect.objectContaining({ template: null, at: source.indexOf('class') }),
      expect.objectContaining({ template: 'part', at: 3 }),
    ]);
  });

  it('mail-notification 24: an entity or a name in other letters is what it is read as', () => {
    expect(messages('<p sTyLe="c&#111;lor:r&#101;d">x</p><P ALIGN=left>x</P>')).toEqual([]);
    expect(messages('<IMG SRC="&#x68;ttps://x.example">')).toHaveLength(1);
  });

  it('a condition may stand in a table whose rows have no body of their own, and around what stands there', () => {
    expect(messages('<table>{% if a %}<tr><td>{{ a }}</td></tr>{% endif %}</table>')).toEqual([]);
    expect(messages('{% if a %}<p>{{ a }}</p>{% endif %}')).toEqual([]);
    expect(messages('<div>{% if a %}</div>{% endif %}')).toHaveLength(1);
  });

  it.each([
    ['more elements than are read', '<p>x</p>'.repeat(10_001)],
    ['elements that are nested too deep', '<div>'.repeat(300)],
    [
      'elements that are never closed, and become many',
      `${Array.from({ length: 300 }, (_, n) => `<b title="${n}">`).join('')}`,
    ],
    ['partials that make many', `{% render 'twice' %}`.repeat(20_001)],
  ])('mail-notification 6: is not held up by %s', (_, source) => {
    expect(messages(source, { twice: '' })).toEqual([expect.stringMatching(/too (?:many|large)/)]);
  });

  it('mail-notification 6: is not held up by partials that render each other many times', () => {
    const names = Array.from({ length: 8 }, (_, depth) => `p${depth}`);
    const partials = Object.fromEntries(names.map((name, depth) => [name, `{% render 'p${depth + 1}' %}`.repeat(20)]));
    expect(messages(`{% render 'p0' %}`, partials)).toEqual([expect.stringContaining('too large')]);
    expect(messages(`{% render 'p0' %}`, { p0: `{% render 'p0' %}` })).toHaveLength(1);
  });
});
