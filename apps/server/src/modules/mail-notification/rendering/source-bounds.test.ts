// Tests that a source which the engine would take long to parse is refused by its bytes, with every place.
import { expect, it } from 'vitest';
import { compileTemplate } from './compile-template.ts';
import { inlineStyles } from './content-forms.ts';
import type { CompileOutcome } from './liquid/rendering.types.ts';
import { renderInline } from './render-inline.ts';

const contentOf = (content: string) => ({
  locale: 'en',
  subject: 'Hi',
  content,
  contentType: 'TEXT' as const,
  textContent: null,
});

function compile(content: string, layout: string | null = null): CompileOutcome {
  const places = { content: [], textContent: [] };
  return compileTemplate({
    type: 'MAIL',
    sensitive: false,
    source: contentOf(content),
    layout: layout === null ? null : { code: 'base', html: layout, text: layout, places },
    partials: {},
    sample: { a: [1], b: 'x' },
  });
}

const nested = (open: string, close: string, count: number): string => `${open.repeat(count)}a${close.repeat(count)}`;

const TAG = 'A tag or an output has at most 4096 characters.';
const BRACKETS = 'Brackets stand at most 16 deep in each other.';
const BLOCKS = 'Blocks stand at most 64 deep in each other.';
const COUNT = 'A source has at most 10000 tags and outputs.';

const hostile: readonly (readonly [string, string, string])[] = [
  ['an output of nested brackets', `{{ ${nested('a[', ']', 1_000)} }}`, BRACKETS],
  ['a condition of nested brackets', `{% if ${nested('a[', ']', 1_000)} %}{% endif %}`, BRACKETS],
  ['a loop over nested brackets', `{% for i in ${nested('a[', ']', 1_000)} %}{% endfor %}`, BRACKETS],
  ['brackets behind a quoted end', `{{ "}}" | append: ${nested('a[', ']', 1_000)} }}`, BRACKETS],
  ['nested ranges', `{% for i in ${nested('(1..', ')', 500)} %}{% endfor %}`, BRACKETS],
  ['many arguments', `{{ b | append: ${'b, '.repeat(4_000)}b }}`, TAG],
  ['many conditions', `{% if b${' and b'.repeat(4_000)} %}{% endif %}`, TAG],
  ['nested blocks', `${'{% if b %}'.repeat(65)}${'{% endif %}'.repeat(65)}`, BLOCKS],
  ['nested blocks whose ends do not fit', '{% if b %}{% endfor %}{% endwhile %}'.repeat(65), BLOCKS],
  ['more outputs than a mail has', '{{ b }}'.repeat(10_001), COUNT],
];

it.each(hostile)(
  'mail-notification 6: %s are refused before they are parsed, when stored and when sent along',
  (_, content, message) => {
    const problem = { code: 'TEMPLATE_RENDER_LIMIT_EXCEEDED', message, part: 'content', locale: 'en' };
    const isOnly = { kind: 'refused', problems: [expect.objectContaining(problem)] };
    expect(compile(content)).toEqual(isOnly);
    const sent = { source: contentOf(content), parameters: { b: 'x' }, locale: 'en', timeZone: 'UTC', isRaw: false };
    expect(renderInline(sent)).toEqual(isOnly);
  },
);

it('mail-notification 6: every place beyond a bound is reported at once', () => {
  const wide = `{{ "${'x'.repeat(4_096)}" }}`;
  const outcome = compile(`Hi\n ${wide}\n{{ ${nested('a[', ']', 17)} }}`);
  expect(outcome).toMatchObject({
    problems: [
      { message: TAG, line: 2, column: 2 },
      { message: BRACKETS, line: 3, column: 1 },
    ],
  });
});

it('what stands at the bounds is compiled', () => {
  const inside = `${'{% if b %}'.repeat(64)}{{ ${nested('a[', ']', 16)} }}${'{% endif %}'.repeat(64)}`;
  const long = `{{ "${'x'.repeat(4_096 - 8)}" }}`;
  expect(compile(inside + long).kind).toBe('compiled');
});

it('mail-notification 6: a content within the bounds is refused where it is too much with its layout', () => {
  const half = '{{ b }}'.repeat(6_000);
  const problem = { code: 'TEMPLATE_RENDER_LIMIT_EXCEEDED', message: `With its layout: ${COUNT}`, part: 'content' };
  expect(compile(half, `${half}{% content %}`)).toMatchObject({ kind: 'refused', problems: [problem] });
});

it('more styles and elements than can be held against each other stay as they are', () => {
  const styled = (rules: number) => `<style>${'p { color: red }'.repeat(rules)}</style>${'<p>x</p>'.repeat(499)}`;
  expect(inlineStyles(styled(10))).toContain('<p style="color: red;">');
  expect(inlineStyles(styled(1_000))).toBe(styled(1_000));
});
