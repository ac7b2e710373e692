// The command `diff` prints how two versions of a model differ, as lines and as JSON, and ends with a code that says whether they do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minimalModel } from '@keelson/bpmn-xml';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-bpmn-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODEL = new TextDecoder().decode(minimalModel('order', 'Order'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const BEFORE = file('before.bpmn', MODEL);
const AFTER = file(
  'after.bpmn',
  MODEL.replace('name="Order"', 'name="Big&#10;order"')
    .replace('<bpmn:endEvent', '<bpmn:task id="check" name="Check" />\n    <bpmn:endEvent')
    .replace('x="280" y="100"', 'x="300" y="100"'),
);

async function cli(...argv: string[]): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const output = {
    out: (text: string) => {
      out += text;
    },
    error: (text: string) => {
      error += text;
    },
  };
  const code = await runCli(argv, output, 'core');
  return { code, out, error };
}

describe('diff', () => {
  it('tells what came, changed and moved, a line each, and how many', async () => {
    expect(await cli('diff', BEFORE, AFTER)).toEqual({
      code: 1,
      out: [
        '+ task check "Check"',
        '~ process order "Big\\norder"',
        '    @name: "Order" -> "Big\\norder"',
        '@ endEvent end',
        '    bounds: "280,100 36x36" -> "300,100 36x36"',
        '1 added, 0 removed, 1 changed, 1 moved',
        '',
      ].join('\n'),
      error: '',
    });
    const { out } = await cli('diff', AFTER, BEFORE);
    expect(out).toMatch(/^- task check "Check"\n/);
  });

  it('tells the counts alone when it is to be quiet', async () => {
    const { code, out } = await cli('diff', BEFORE, AFTER, '--quiet');
    expect([code, out]).toEqual([1, '1 added, 0 removed, 1 changed, 1 moved\n']);
  });

  it('tells the same as JSON', async () => {
    const { code, out } = await cli('diff', BEFORE, AFTER, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      before: BEFORE,
      after: AFTER,
      added: [{ id: 'check', type: 'task', name: 'Check', details: [] }],
      removed: [],
      changed: [
        {
          id: 'order',
          type: 'process',
          name: 'Big\norder',
          details: [{ path: '@name', old: 'Order', new: 'Big\norder' }],
        },
      ],
      moved: [
        {
          id: 'end',
          type: 'endEvent',
          name: null,
          details: [{ path: 'bounds', old: '280,100 36x36', new: '300,100 36x36' }],
        },
      ],
      layoutOnly: false,
      metadataOnly: false,
      identical: false,
    });
  });

  it('says when only the layout differs, only who wrote the file, or nothing', async () => {
    const drawn = file('drawn.bpmn', MODEL.replace('x="280"', 'x="281"'));
    const exported = file('exported.bpmn', MODEL.replace('targetNamespace', 'exporter="x" targetNamespace'));
    const spaced = file('spaced.bpmn', MODEL.replaceAll('>\n', '>\n\n'));
    expect((await cli('diff', BEFORE, drawn, '-q')).out).toBe(
      '0 added, 0 removed, 0 changed, 1 moved: only the layout differs\n',
    );
    expect((await cli('diff', BEFORE, exported)).out).toBe(
      '~ definitions definitions\n    @exporter: nothing -> "x"\n' +
        '0 added, 0 removed, 1 changed, 0 moved: only who wrote the file differs\n',
    );
    expect(await cli('diff', BEFORE, spaced)).toEqual({ code: 0, out: 'no difference\n', error: '' });
  });

  it.each([
    ['one file', [BEFORE], 'diff takes two files'],
    ['three files', [BEFORE, AFTER, BEFORE], 'diff takes two files'],
    ['a file that is not there', [BEFORE, join(folder, 'none.bpmn')], 'none.bpmn cannot be read: '],
    ['a file that is no model', [file('no.txt', 'hello'), BEFORE], 'no.txt cannot be compared: '],
    ['an option of another command', [BEFORE, AFTER, '--strictness', 'spec'], '--strictness'],
  ])('refuses %s', async (_, argv, message) => {
    const { code, out, error } = await cli('diff', ...argv);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });

  it('is told by the help', async () => {
    expect((await cli('diff', '--help')).out).toContain('keelson-bpmn diff BEFORE AFTER');
  });
});
