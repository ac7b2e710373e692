// Tests that nothing that runs a script survives, whatever it was written as.
import { expect, it } from 'vitest';
import { hostileContents } from './hostile-content.fixture.ts';
import { escapeHtml, makeSafe } from './make-safe.ts';

// Attributes stand within a tag: text that only looks like one is harmless.
const DANGEROUS =
  /<(?:script|svg|math|iframe|form|button|base|style|object|embed|textarea|noscript|meta|link)\b|<[^>]*\s(?:on\w+|style|id|class|srcdoc)\s*=|<[^>]*(?:href|src)="(?!https?:|mailto:|\/(?!\/)|#)/i;

it.each(['TEXT', 'MARKDOWN', 'HTML'] as const)(
  'notification-polling 25: nothing that runs a script or leads elsewhere in disguise is left of TEXT, MARKDOWN or HTML: %s',
  (contentType) => {
    for (const sample of hostileContents) {
      const html = makeSafe(contentType, `words and ${sample}`);
      expect(html, sample).not.toMatch(DANGEROUS);
      expect(html, sample).toContain('words');
    }
  },
);

it('text is escaped and keeps its lines, Markdown is rendered with its HTML as text, links of all say that they lead outside', () => {
  expect(makeSafe('TEXT', 'a < b\nc')).toBe('a &lt; b<br />c');
  expect(makeSafe('MARKDOWN', '**a** <b>c</b>')).toBe('<p><strong>a</strong> &lt;b&gt;c&lt;/b&gt;</p>\n');
  expect(makeSafe('MARKDOWN', '[x](https://example.org)')).toContain('rel="noopener noreferrer"');
  expect(makeSafe('HTML', '<a href="https://example.org" rel="opener" target="x">x</a>')).toBe(
    '<a href="https://example.org" rel="noopener noreferrer">x</a>',
  );
  expect(escapeHtml(`"'&`)).toBe('&quot;&#39;&amp;');
});

it('nothing to be seen is nothing', () => {
  expect(makeSafe('HTML', '<script>1</script><p> &nbsp;</p>')).toBeNull();
  expect(makeSafe('HTML', '<img src="https://example.org/a.png">')).toContain('<img');
});

it('Markdown that nests or marks more than any person writes is refused instead of rendered for seconds', () => {
  const size = 65_536;
  for (const content of ['_a'.repeat(size / 2), 'a**'.repeat(size / 3), '> '.repeat(size / 2), '['.repeat(size)]) {
    expect(makeSafe('MARKDOWN', content), content.slice(0, 6)).toBeNull();
  }
  expect(makeSafe('HTML', `${'<b>'.repeat(size / 3)}deep`)).not.toBeNull();
});
