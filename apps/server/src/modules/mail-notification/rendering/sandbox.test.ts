// Tests that templates of anybody read nothing that is not theirs, and stop nobody else.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { costUntil } from '../../../../../../packages/bpmn-core/src/testing/cost.ts';
import { createLanes } from '../../../kernel/worker/lanes.ts';
import { createRenderingFeature } from './feature.ts';
import type { CompiledContent, JsonMap, RenderOutcome } from './liquid/rendering.types.ts';

const { api, close } = createRenderingFeature({ lanes: createLanes() });
const TENANT = 'acme';
beforeAll(async () => {
  // The threads begin with their first work.
  await api.compile(TENANT, []);
  await render('warm');
});
afterAll(close);

const source = (content: string) => ({
  locale: 'en',
  subject: 'Hi',
  content,
  contentType: 'STRING' as const,
  textContent: null,
});

async function compile(content: string): Promise<CompiledContent | readonly string[]> {
  const request = { type: 'MAIL', sensitive: false, layout: null, partials: {}, sample: {}, source: source(content) };
  const [outcome] = await api.compile(TENANT, [request]);
  return outcome?.kind === 'compiled' ? outcome.compiled : (outcome?.problems.map(({ code }) => code) ?? []);
}

async function render(content: string, parameters: JsonMap = {}): Promise<RenderOutcome | readonly string[]> {
  const compiled = await compile(content);
  if (!('places' in compiled)) return compiled as readonly string[];
  return api.render(TENANT, { compiled, sensitive: false, partials: {}, locale: 'en', timeZone: 'UTC', parameters });
}

function codesOf(outcome: RenderOutcome | readonly string[]): readonly string[] {
  if (!('kind' in outcome)) return outcome;
  if (outcome.kind === 'refused') return outcome.problems.map(({ code }) => code);
  return outcome.kind === 'missing' ? ['TEMPLATE_VARIABLE_MISSING'] : ['rendered'];
}

it.each([
  `{% include 'package.json' %}`,
  `{% layout 'package.json' %}`,
  `{% render '../../../package.json' %}`,
  `{% render '/etc/passwd' %}`,
  `{% render file %}`,
  `{% block a %}{% endblock %}`,
  `{% liquid echo 1 %}`,
  '{{ x | raw }}',
  '{{ x | inspect }}',
  '{{ x | hmac_sha256: "k" }}',
])('mail-notification 6: %s is no part of a template', async (content) => {
  const codes = codesOf(await render(content, { file: 'package.json', x: 1 }));
  expect(new Set(codes)).toEqual(new Set(['TEMPLATE_SYNTAX_ERROR']));
});

it.each([
  '{{ x.constructor }}',
  '{{ x.__proto__ }}',
  '{{ x["constructor"]["prototype"] }}',
  '{{ list.constructor }}',
  '{{ text.toString }}',
  '{{ process }}',
  '{{ globalThis }}',
  '{{ x | map: "constructor" | first | size | plus: none.a }}',
])('mail-notification 6: %s reaches nothing', async (content) => {
  const parameters = { x: { a: 1 }, list: [1], text: 'a' };
  expect(codesOf(await render(content, parameters))).toEqual(['TEMPLATE_VARIABLE_MISSING']);
});

/** What is rendered in a thread costs this one less than a fifth of a second of a usual processor, all in all. */
const ELSEWHERE_COST_MAX = 400;

const endless = [
  '{% for i in (1..100000000) %}x{% endfor %}',
  '{% for i in (1..9000000) %}{% endfor %}',
  '{% for i in (1..n) %}{% for j in (1..n) %}{% for k in (1..n) %}{{ i }}{% endfor %}{% endfor %}{% endfor %}',
  '{% assign a = "x" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
  '{{ "now" | date: "%99999999d" }}',
  '{{ "now" | date: "%9999d" }}',
  '{{ "now" | date: wide }}',
  '{{ big | split: "" | join: big }}',
];

it.each(endless)(
  'mail-notification 6: %s is refused, and nobody waits for it',
  async (content) => {
    const parameters = { n: 5_000, wide: '%5000000d', big: 'x'.repeat(100_000) };
    const { result, references } = await costUntil(() => render(content, parameters));
    expect(codesOf(result)).toEqual(['TEMPLATE_RENDER_LIMIT_EXCEEDED']);
    expect(references).toBeLessThan(ELSEWHERE_COST_MAX);
  },
  30_000,
);

it('mail-notification 6: what no limit of the engine stops is ended with its thread, and the next one is rendered', async () => {
  const filter = '| where_exp: "i", "i != -1" ';
  const compiled = await compile(`{{ list ${filter.repeat(60)} | size }}`);
  if (!('places' in compiled)) throw new Error('the template was refused');
  expect((compiled as CompiledContent).isQuick).toBe(false);
  const ask = (list: readonly number[]) =>
    api.render(TENANT, {
      compiled: compiled as CompiledContent,
      sensitive: false,
      partials: {},
      locale: 'en',
      timeZone: 'UTC',
      parameters: { list },
    });
  const { result: answer, references } = await costUntil(() =>
    Promise.all([ask(Array.from({ length: 50_000 }, (_, index) => index)), ask([1, 2])]),
  );
  const [hostile, next] = answer;
  expect(codesOf(hostile)).toEqual(['TEMPLATE_RENDER_LIMIT_EXCEEDED']);
  expect(next).toMatchObject({ kind: 'rendered', text: '2' });
  expect(references).toBeLessThan(ELSEWHERE_COST_MAX);
}, 30_000);

it('a quick template that a busy machine holds up is rendered all the same, in a thread', async () => {
  const compiled = (await compile('<p>{{ a }}</p><p>{{ b }}</p>')) as CompiledContent;
  expect(compiled.isQuick).toBe(true);
  let heldUpMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    heldUpMs += 40;
    return heldUpMs;
  });
  try {
    const rendering = api.render(TENANT, {
      compiled,
      sensitive: false,
      partials: {},
      locale: 'en',
      timeZone: 'UTC',
      parameters: { a: 1, b: 2 },
    });
    expect(codesOf(await rendering)).toEqual(['rendered']);
    expect(heldUpMs).toBeGreaterThan(50);
  } finally {
    clock.mockRestore();
  }
});
