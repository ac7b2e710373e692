// Codes of settings are found by the syntax of an expression, wherever in it they stand, and not by its letters.
import { describe, expect, it } from 'vitest';
import { settingCodes } from './setting-codes.ts';

describe('codes of settings', () => {
  it.each<[string, readonly string[]]>([
    ["${setting('a.b')}", ['a.b']],
    ['a #{setting("a")} b ${setting(\'c\')}', ['a', 'c']],
    [
      "${x.y(setting('a'))[setting('b')] > -setting('c') ? setting('d') : empty setting('e').z}",
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['${setting(name)} ${setting(1)}', []],
    ["setting('a') \\${setting('b')} ${'setting(\"c\")'} ${x.setting('d')}", []],
    ["${setting('a'", []],
    ['', []],
  ])('codes of settings in %s', (text, codes) => {
    expect(settingCodes(text)).toEqual(codes);
  });

  it('codes of settings stand in text that is the expression itself, where it is', () => {
    expect(settingCodes(" setting('a') > 1", { bare: true })).toEqual(['a']);
    expect(settingCodes("${setting('a')} ", { bare: true })).toEqual(['a']);
    expect(settingCodes(`\${setting('a')}${' '.repeat(1_000_000)}`)).toEqual([]);
  });
});
