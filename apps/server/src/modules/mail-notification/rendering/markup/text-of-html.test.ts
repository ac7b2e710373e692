// Tests the text that is made of HTML: what stands apart on a page stands apart there, and nothing that people read is lost.
import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../content-forms.ts';
import { textOfPlainHtml } from './text-of-html.ts';

describe('mail-notification 29: a text of HTML', () => {
  it.each([
    [
      '<table><tr><td>Your code:</td><td>123456</td></tr><tr><td>It ends</td></tr></table>',
      'Your code: 123456\nIt ends',
    ],
    ['<table><tr><td><p>Your code:</p></td><td><b>123456</b></td></tr></table>', 'Your code:\n\n123456'],
    ['<table><tr><th>A<th>B<tbody><tr><td>1<td>2</table>after', 'A B\n1 2\n\nafter'],
    [
      '<table><caption>Prices</caption><tr><td><table><tr><td>1</td><td>2</td></tr></table></td><td>3</td></tr></table>',
      'Prices\n1 2\n\n3',
    ],
    ['<dl><dt>Your code:</dt><dd>123456</dd><dt>It<dd>ends</dl>x', 'Your code:\n123456\nIt\nends\n\nx'],
    ['a<ul><li>one<li>two<ol start=3><li>x<li>y</ol></ul>b', 'a\n * one\n * two\n   3. x\n   4. y\n\nb'],
    ['<menu><li>one</li><li>two</li></menu>', ' * one\n * two'],
    ['<h1>Title</h1>text<h3>Sub</h3>more', 'Title\n\ntext\n\n\nSub\n\nmore'],
    ['one<br>two<hr>three', `one\ntwo\n\n${'-'.repeat(40)}\n\nthree`],
    ['<div>one</div><section>two</section><address>three</address><center>four</center>', 'one\ntwo\nthree\nfour'],
    [
      '<figure><img alt="Chart" src=x><figcaption>Sales</figcaption></figure><details><summary>More</summary>rest</details>',
      'Chart\nSales\nMore\nrest',
    ],
    [
      '<fieldset><legend>Name</legend><label>First</label><button>Go</button><button>Stop</button></fieldset>',
      'Name First Go Stop',
    ],
    ['<select><option>one<option>two</select>', 'one two'],
    [
      'Your code:<span style="display:block">123456</span><a style="color:red;display: block" href="https://x.example">Go</a>',
      'Your code:\n123456\nGo (https://x.example)',
    ],
    [
      '<a style="DISPLAY: inline-block !important" href="https://x.example">Go</a><a style="x:y;display:inline-block" href="https://y.example">Stop</a><span style="display-x:block">x</span>',
      'Go (https://x.example) Stop (https://y.example) x',
    ],
    ['<pre>a\n  b</pre><blockquote>said</blockquote>', 'a\n  b\n\n> said'],
  ])('keeps apart what stands apart: %s', (html, text) => {
    expect(textOfPlainHtml(html)).toBe(text);
  });

  it.each([
    ['<b>one</b><i>two</i>, H<sub>2</sub>O', 'onetwo, H2O'],
    ['he said <q>yes</q>.', 'he said “yes”.'],
    ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢 kan'],
    [
      '<a href="https://x.example/a">https://x.example/a</a> <a href="https://x.example/b">here</a>, <a href="mailto:a@b.example">write</a>',
      'https://x.example/a here (https://x.example/b), write (a@b.example)',
    ],
    ['<a name="top">Top</a> <a href="#top">up</a>', 'Top up'],
    ['<style>b{}</style><title>t</title><script>1</script><template>t</template><!-- c -->shown', 'shown'],
  ])('says what else is read: %s', (html, text) => {
    expect(textOfPlainHtml(html)).toBe(text);
  });

  it.each([
    ['<img src=a alt="Logo of &quot;Ours&quot;"><img src=b alt="Second">x', 'Logo of "Ours" Second x'],
    ['<a href="https://x.example"><img src=b alt="Open it"></a>', 'Open it (https://x.example)'],
    ['one<img src=a><img src=b alt=""><img src=c alt=" ">two', 'onetwo'],
  ])('says what a picture shows: %s', (html, text) => {
    expect(textOfPlainHtml(html)).toBe(text);
  });

  it('has the same Liquid in it, also in the text of a picture', () => {
    expect(textOfHtml('<table><tr><td>{{ a }}</td><td>{{ b }}</td></tr></table><img alt="{{ c }}" src="x">')).toBe(
      '{{ a }} {{ b }}\n\n{{ c }}',
    );
  });
});
