// Tests how templates are compiled and rendered: what stands where in the markup, what is missing, and what is refused.
import { describe, expect, it } from 'vitest';
import { compileTemplate } from './compile-template.ts';
import type {
  CompiledContent,
  CompileRequest,
  ContentSource,
  JsonMap,
  RenderOutcome,
} from './liquid/rendering.types.ts';
import { chooseLocale } from './locale-choice.ts';
import { renderCompiled } from './render-compiled.ts';
import { renderInline } from './render-inline.ts';

type More = Partial<Omit<CompileRequest, 'source'>> & { readonly source?: Partial<ContentSource> };

function requestOf(content: string, { source = {}, ...more }: More = {}): CompileRequest {
  const whole = { locale: 'en', subject: 'Hi', content, contentType: 'STRING', textContent: null, ...source } as const;
  return { type: 'MAIL', sensitive: false, layout: null, partials: {}, sample: {}, ...more, source: whole };
}

function compiled(content: string, more: More = {}): CompiledContent {
  const outcome = compileTemplate(requestOf(content, more));
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.problems));
  return outcome.compiled;
}

function problems(content: string, more: More = {}): readonly string[] {
  const outcome = compileTemplate(requestOf(content, more));
  return outcome.kind === 'refused' ? outcome.problems.map(({ code }) => code) : [];
}

function rendered(content: string, parameters: JsonMap, more: More = {}): RenderOutcome {
  const form = compiled(content, more);
  const { sensitive = false, partials = {} } = more;
  return renderCompiled({ compiled: form, sensitive, partials, locale: 'tr', timeZone: 'UTC', parameters });
}

it('a template of many variables is quick, though its sample has none of them', () => {
  const names = Array.from({ length: 40 }, (_, index) => `name${index}`);
  const content = names.map((name) => `<p style="margin:0">{{ ${name} }}</p>`).join('\n');
  expect(compiled(content).isQuick).toBe(true);
});

it('what would take its time on the event loop is left to a thread: a long text, and many variables', () => {
  expect(compiled('{{ a }}'.repeat(101), { sample: { a: 1 } }).isQuick).toBe(false);
  expect(compiled(`{{ a }}${'x'.repeat(65_536)}`, { sample: { a: 1 } }).isQuick).toBe(false);
});

describe('missing variables', () => {
  it('mail-notification 3: names each missing variable with part, line and column', () => {
    const content =
      '<p>{{ order.no }}</p>\n<p>{{ b }} {% if optional %}x{% endif %}{{ c | default: "none" }}</p>\n{{ d.e.f }}';
    const outcome = rendered(content, {}, { source: { subject: 'For {{ name }}' } });
    expect(outcome.kind === 'missing' ? outcome.missing : outcome).toEqual([
      { path: 'name', part: 'subject', locale: 'en', line: 1, column: 8 },
      { path: 'order.no', part: 'content', locale: 'en', line: 1, column: 7 },
      { path: 'b', part: 'content', locale: 'en', line: 2, column: 7 },
      { path: 'd.e.f', part: 'content', locale: 'en', line: 3, column: 4 },
    ]);
  });

  it('mail-notification 3: names what a loop reads by its list, null is given, and default and if make optional', () => {
    const loop = '{% for line in order.lines %}{{ line.price }}{% endfor %}';
    const outcome = rendered(loop, { order: { lines: [{}, { price: 2 }] } });
    expect(outcome).toMatchObject({ kind: 'missing', missing: [{ path: 'order.lines[].price' }] });
    expect(rendered('{{ a }}{{ b | default: "-" }}{% if c %}c{% endif %}', { a: null })).toMatchObject({ text: '-' });
  });

  it('mail-notification 3: finds the place in the source although styles were written into elements', () => {
    const content = '<style>p { color: red }\np { margin: 0 }</style>\n<p style="width: {{ w }}">{{ x }}</p>';
    const form = compiled(content);
    expect(form.html).toContain('color: red');
    const outcome = renderCompiled({
      compiled: form,
      sensitive: false,
      partials: {},
      locale: 'en',
      timeZone: 'UTC',
      parameters: { w: 1 },
    });
    expect(outcome).toMatchObject({ missing: [{ path: 'x', line: 3, column: 30 }] });
  });

  it('mail-notification 3: names the layout or partial in which a variable is missing', () => {
    const html = '<b>{{ brand }}</b>{% content %}{{ foot }}';
    const places = {
      content: [
        { part: 'content', locale: 'en', line: 1, column: 7, template: 'base' },
        { part: 'content', locale: 'en', line: 1, column: 35, template: 'base' },
      ],
      textContent: [],
    } as const;
    const layout = { code: 'base', html, text: html, places };
    const partials = { part: { html: '<i>{{ y }}</i>', text: '{{ y }}' } };
    const outcome = rendered(`<p>{{ x }}{% render 'part' %}</p>`, {}, { layout, partials });
    expect(outcome).toMatchObject({
      missing: [
        { path: 'brand', template: 'base', column: 7 },
        { path: 'x', column: 7 },
        { path: 'y', template: 'part', column: 7 },
        { path: 'foot', template: 'base', column: 35 },
      ],
    });
  });
});

describe('forms', () => {
  it.each([
    ['Hello {{ name }}', 'TEXT'],
    ['2 < 3 and a <b', 'TEXT'],
    ['<nobody@example.org> wrote', 'TEXT'],
    ['<p>Hello</p>', 'HTML'],
    ['{{ "<p>" }}', 'TEXT'],
    ['Line<br/>', 'HTML'],
  ])('mail-notification 5: the source %j is %s', (content, expected) => {
    expect(compiled(content).resolvedContentType).toBe(expected);
  });

  it('mail-notification 5: data never becomes markup, the subject and the text part show it as it is', () => {
    const data = `<b>"A" & 'B'</b>`;
    const outcome = rendered(
      '<p title="{{ x }}">{{ x }}</p>',
      { x: data },
      { source: { subject: '{{ x }}\r\nBcc: a@x' } },
    );
    expect(outcome).toMatchObject({ subject: `${data} Bcc: a@x`, text: data });
    const escaped = '&lt;b&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/b&gt;';
    expect(outcome).toMatchObject({ html: `<p title="${escaped}">${escaped}</p>` });
    expect(rendered('Dear {{ x }}', { x: '<p>' })).toMatchObject({ html: null, text: 'Dear <p>' });
  });

  it('mail-notification 5: makes a text of HTML that says the same, with conditions and loops in it', () => {
    const content =
      '<h1>Order</h1><table>{% for l in lines %}<tr><td>{{ l }}</td></tr>{% endfor %}</table><a href="{{ url }}">Open</a>';
    const outcome = rendered(content, { lines: ['a & b', 'c'], url: 'https://x.org/?a=1&b=2' });
    expect(outcome).toMatchObject({
      text: expect.stringMatching(/^Order\s+a & b\s*c\s+Open \(https:\/\/x\.org\/\?a=1&b=2\)$/),
    });
  });

  it('mail-notification 5: words of neighbouring cells stay apart in a text of HTML, and its comments are left out', () => {
    const content =
      '<table><tr><th>Code:</th><td>{{ a }}</td></tr>{% comment %}{{ none }}{% endcomment %}<tr><td>x</td><td>y</td></tr></table>';
    expect(rendered(content, { a: 1 })).toMatchObject({ text: 'Code: 1\nx y' });
  });

  it('mail-notification 5: writes dates, numbers and amounts as the reader knows them', () => {
    const content =
      '{{ d | date_local }} {{ d | date_local: "short", "short" }} {{ n | number_local: 2 }} {{ n | currency: "TRY" }}';
    const outcome = rendered(content, { d: '2026-03-02T21:30:00Z', n: 1234.5 });
    expect(outcome).toMatchObject({ text: '2 Mart 2026 2.03.2026 21:30 1.234,50 ₺1.234,50' });
  });

  it('mail-notification 4: dates are those of the reader also where the engine writes them, with a format and without', () => {
    const at = '2026-03-02T21:30:00Z';
    const reader = { locale: 'tr', timeZone: 'Europe/Istanbul' };
    const written = (content: string, parameters: JsonMap, as = reader) => {
      const source = { locale: as.locale, subject: 'x', content, contentType: 'TEXT', textContent: null } as const;
      const outcome = renderInline({ source, parameters, ...as, isRaw: false });
      return 'text' in outcome ? outcome.text : outcome;
    };
    const english = { locale: 'en-US', timeZone: 'America/New_York' };
    expect(written('{{ d | date }}', { d: at })).toBe('3 Mart 2026 00:30');
    expect(written('{{ d | date }}', { d: at }, english)).toMatch(/^March 2, 2026 at 4:30\sPM$/);
    expect(written('{{ d | date }}', { d: Date.parse(at) / 1_000 })).toBe('3 Mart 2026 00:30');
    expect(written('{{ d | date }} {{ d | date: "%d.%m." }}', { d: '2026-03-02' })).toBe('2 Mart 2026 02.03.');
    expect(written('{{ d | date }} {{ d | date: "%d.%m." }}', { d: '2026-03-02' }, english)).toBe(
      'March 2, 2026 02.03.',
    );
    expect(written('{{ d | date: "%d %B %H:%M" }}', { d: at })).toBe('03 Mart 00:30');
    expect(written('{{ d | date: "%A %H:%M" }}', { d: at }, english)).toBe('Monday 16:30');
    expect(written('{{ d | date: "%H:%M", "UTC" }}', { d: at })).toBe('21:30');
    expect(written('{{ d | date_to_xmlschema }}', { d: at })).toBe('2026-03-03T00:30:00+03:00');
    expect(written('{{ d | date_to_string }}', { d: at })).toBe('03 Mar 2026');
    expect(written('{{ d | date }}|{{ e | date }}|{{ f | date }}', { d: null, e: '', f: 'soon' })).toBe('||soon');
    expect(written('{{ "now" | date }}', {})).toMatch(/^\d{1,2} \p{L}+ \d{4} \d\d:\d\d$/u);
  });

  it('mail-notification 5: content that came with a request is rendered with parameters alone, and HTML sanitised', () => {
    const source = { locale: 'en', subject: '{{ x }}', content: '<p onclick="a()">{{ x }}<script>1</script></p>' };
    const whole = { ...source, contentType: 'STRING', textContent: null } as const;
    const ask = (parameters: JsonMap | null, isRaw = false) =>
      renderInline({ source: whole, parameters, locale: 'en', timeZone: 'UTC', isRaw });
    expect(ask(null)).toMatchObject({ subject: '{{ x }}', html: '<p>{{ x }}</p>', text: '{{ x }}' });
    expect(ask({ x: '<i>' })).toMatchObject({ subject: '<i>', html: '<p>&lt;i&gt;</p>', text: '<i>' });
    expect(ask({ x: 1 }, true)).toMatchObject({ html: '<p onclick="a()">1<script>1</script></p>' });
    expect(ask({})).toMatchObject({ kind: 'missing' });
    const broken = renderInline({
      source: { ...whole, content: 'a {{ x' },
      parameters: {},
      locale: 'en',
      timeZone: 'UTC',
      isRaw: false,
    });
    expect(broken).toMatchObject({ problems: [{ code: 'TEMPLATE_SYNTAX_ERROR', line: 1, column: 3 }] });
  });
});

describe('unsafe content', () => {
  it.each([
    '<a href={{ u }}>x</a>',
    '<a href="x" {{ u }}="y">',
    '<{{ t }}>x</b>',
    '<style>p { color: {{ c }} }</style>',
    '<!-- {{ c }} --><p>',
    '<p onclick="x">',
    '<script>1</script>',
    '<scr{% if x %}{% endif %}ipt>1',
    '<scr {%- if x %}{% endif %} ipt>1',
    '<p o{% if x %}z{% endif %}nclick="x">',
    '<p title="{% if x %}"{% endif %}>',
    '<p title={% if x %}"{% endif %}{{ y }}>',
    '<p>{% if x %}<!--{% else %}{% endif %}<b>-->',
    '<title></tit{{ x }}le><a title="</title><script>1</script>">',
    '<a href="java&#115;cript:x">',
    '<a href=" java\tscript:x">',
    '<iframe src="x">',
    '<object data="x">',
    '<base href="x"><p>',
    '<form action="x">',
    '<meta http-equiv=refresh content="0">',
    '<svg><p>',
    '<p style="width: expression(1)">',
    '<p title="x',
    '<p><!-- open',
  ])('mail-notification 24: refuses %j', (content) => {
    expect(problems(content, { source: { contentType: 'HTML' } })).toContain('TEMPLATE_CONTENT_UNSAFE');
  });

  it('mail-notification 24: of data in a style nothing is left that names an address or ends a declaration', () => {
    const outcome = rendered('<p style="color: {{ c }}">x</p>', { c: 'red; background: url(https://x.org/a)' });
    expect(outcome).toMatchObject({ html: '<p style="color: red background urlhttpsx.orga">x</p>' });
  });

  it('mail-notification 24: an address made of data is of a scheme that mails may have', () => {
    for (const u of ['https://x.org', 'mailto:a@x.org', 'tel:1', 'cid:a', '/path', '#a']) {
      expect(rendered('<a href="{{ u }}">x</a>', { u })).toMatchObject({ kind: 'rendered' });
    }
    for (const u of ['javascript:a', ' JaVa\nScript:a', 'data:text/html,x', 'vbscript:a', 'file:///etc/passwd']) {
      expect(rendered('<a href="{{ u }}">x</a>', { u })).toMatchObject({
        problems: [{ code: 'TEMPLATE_CONTENT_UNSAFE' }],
      });
    }
    expect(rendered('<a href="{% unless x %}/{% endunless %}javascript:a">x</a>', { x: true })).toMatchObject({
      kind: 'refused',
    });
  });
});

it.each([
  ['tr-TR', null, 'tr-TR'],
  ['tr-CY', null, 'tr'],
  ['tr_TR', null, 'tr-TR'],
  ['fr', 'de-AT', 'de'],
  ['fr', 'es', 'default'],
])(
  'mail-notification 4: of tr, tr-TR, de and default the locale %s in a tenant of %s gets %s',
  (asked, tenant, expected) => {
    expect(chooseLocale(['tr', 'tr-TR', 'de', 'default'], asked, tenant)).toBe(expected);
  },
);

it('mail-notification 4: the only entry serves everybody, and of two neither serves who reads another language', () => {
  expect(chooseLocale(['ja'], 'tr', 'en')).toBe('ja');
  expect(chooseLocale(['ja', 'de'], 'tr', 'en')).toBeNull();
});
