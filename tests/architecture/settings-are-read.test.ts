// Every declared setting is read by the module that declares it: one that nothing reads would be accepted and ignored.
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

interface Declared {
  /** Is the name of its handle. */
  readonly name: string;
  readonly code: string;
}

const DECLARATION = /(\w+): (?:number|decimal|boolean|choice|text|json|secret)Setting\('([^']+)'/g;

const declarationsOf = ({ text }: SourceFile): readonly Declared[] =>
  [...text.matchAll(DECLARATION)].map(([, name = '', code = '']) => ({ name, code }));

/** Finds the declared settings that no other file of these reads through a handle, `settings.name` or a name taken out of one. */
function unreadSettings(files: readonly SourceFile[]): readonly string[] {
  const declaring = files.filter(({ path }) => path.endsWith('.settings.ts'));
  // Behind the declarations a file of settings may read them, for others to call.
  const reading = files.map(({ path, text }) => ({
    path,
    text: path.endsWith('.settings.ts') ? readersIn(text) : text,
  }));
  return declaring.flatMap(({ path, ...file }) => {
    const folder = path.slice(0, path.indexOf('/', 'apps/server/src/modules/'.length) + 1);
    const beside = reading.filter((one) => one.path.startsWith(folder));
    return declarationsOf({ path, ...file })
      .filter(({ name }) => !beside.some(({ text }) => new RegExp(`(\\w\\.|\\{[^{}]*\\b)${name}\\b`).test(text)))
      .map(({ code }) => code);
  });
}

function readersIn(text: string): string {
  const first = text.indexOf('\nexport function ');
  return first === -1 ? '' : text.slice(first);
}

describe('settings', () => {
  const files = typeScriptFiles.filter((file) => file.path.startsWith('apps/server/src/modules/') && !isTest(file));

  it('are all read where they are declared', () => {
    expect(files.flatMap(declarationsOf).length).toBeGreaterThan(45);
    expect(unreadSettings(files)).toEqual([]);
  });

  it('are found where nothing reads them', () => {
    const folder = 'apps/server/src/modules/shop';
    const text = `size: numberSetting('shop.size', {}), color: choiceSetting('shop.color', {})`;
    const shop = [
      { path: `${folder}/shop.settings.ts`, text },
      { path: `${folder}/basket/basket.ts`, text: 'settings.size.get(tenant)' },
      { path: 'apps/server/src/modules/bank/bank.ts', text: 'settings.color.get(tenant)' },
    ];
    expect(unreadSettings(shop)).toEqual(['shop.color']);
  });
});
