// Tries sensitive templates that are put together at random: with other secrets each says the same, and shows them to its reader alone.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leaksIn } from '../../template/secrets/second-reader.fixture.ts';
import { compileTemplate } from '../compile-template.ts';
import type { RenderOutcome } from '../liquid/rendering.types.ts';
import { renderCompiled } from '../render-compiled.ts';

const RUNS = Number(process.env.KEELSON_FUZZ_RUNS ?? 1_000);
const SEED = Number(process.env.KEELSON_FUZZ_SEED ?? 20_261_121);
/** So many of a hundred pass as a rule: what is all refused proves nothing. */
const ACCEPTED_OF_HUNDRED = 10;

const markup =
  '<p> </p> <b> </b> <a </a> <img <table> <tr> <td> </td> </tr> </table> <title> </title> <br> <h1> </h1> <pre> <select> <style> </style> ' +
  '<svg> <body> <html> <head> </body> <!--x--> <!-- --> <![CDATA[ ]]> <div > " \' = /> < </ &lt; & &#60; &nbsp; x Code : . ( ) ' +
  'title=" style=" color:red cid:a href=" src=" .evil.example @evil.example https://evil.example/ &#xFDD0;0&#xFDD1; \uFDD00\uFDD1 \u200B';
const liquid = [
  '{{ link }}',
  '{{ code }}',
  '{{- code -}}',
  '<a href="{{ link }}">',
  '<a href={{ link }}>',
  '<img alt="{{ link }}">',
  '{% if link %}',
  '{% if none %}',
  '{% elsif code %}',
  '{% else %}',
  '{% endif %}',
  '{%- if code -%}',
  '{%- endif -%}',
  "{% render 'part' %}",
  '{% comment %}',
  '{% endcomment %}',
  '{% if link contains "A" %}',
  '{{ link[0] }}',
];
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...liquid) },
  { weight: 5, arbitrary: fc.constantFrom(...markup.split(' ')) },
  { weight: 3, arbitrary: fc.constantFrom(' ', '\n') },
);
const source = fc.array(piece, { minLength: 1, maxLength: 10 }).map((pieces) => pieces.join(''));
const part = fc.constantFrom('<b>x</b>', 'x', '<tr><td>x</td></tr>', '<', '<p', '"', '-->', '.evil.example', ' ');
const contentType = fc.constantFrom('HTML' as const, 'HTML' as const, 'TEXT' as const);

const [ONE, OTHER] = [
  { link: 'https://suite.example/A#A', code: '1111' },
  { link: 'https://suite.example/BBBB', code: '22' },
];

function textsOf(outcome: RenderOutcome): readonly string[] {
  return outcome.kind === 'rendered' ? [outcome.subject ?? '', outcome.html ?? '', outcome.text] : [outcome.kind];
}

it(
  'mail-notification 24: whatever a sensitive template says, other secrets change nothing but themselves in its mail',
  () => {
    let accepted = 0;
    fc.assert(
      fc.property(source, part, contentType, (content, said, type) => {
        const partials = { part: { html: said, text: said } };
        const whole = { locale: 'en', subject: 'S', content, contentType: type, textContent: null };
        const given = { type: 'MAIL', sensitive: true, layout: null, partials, sample: {}, source: whole };
        const outcome = compileTemplate(given);
        if (outcome.kind === 'refused') return;
        accepted += 1;
        const { compiled } = outcome;
        const request = { compiled, sensitive: true, partials, locale: 'en', timeZone: 'UTC' };
        const [one, other] = [ONE, OTHER].map((parameters) => renderCompiled({ ...request, parameters }));
        const swapped = textsOf(one!).map((text) =>
          text.replaceAll(ONE.link, OTHER.link).replaceAll(ONE.code, OTHER.code),
        );
        expect(swapped).toEqual(textsOf(other!));
        if (one!.kind !== 'rendered') return;
        const mail = { subject: one!.subject ?? '', content: one!.text, html: one!.html };
        expect(leaksIn(mail, [ONE.link, ONE.code])).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect((100 * accepted) / RUNS).toBeGreaterThan(ACCEPTED_OF_HUNDRED);
  },
  30_000 + RUNS * 20,
);
