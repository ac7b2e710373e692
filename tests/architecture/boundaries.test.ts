// Breaks every rule about who may import whom in a tree of its own.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allowedImports, type Import, violations, waysBack } from './boundary-cases.ts';
import { CRUISE_TIMEOUT_MS, cruise, cruisedFolders, cruiser, OUTPUT_BYTES_MAX } from './cruise.ts';
import { repositoryRoot as root } from './source-files.ts';

const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  readonly forbidden: readonly { readonly name: string }[];
};

/** Writes the kind of output that `tools/check.ts` reads; its exit code is the number of errors. */
function check(directory: string): Promise<{ readonly exitCode: number; readonly output: string }> {
  return new Promise((resolve) => {
    const command = [cruiser, '--config', '.dependency-cruiser.cjs', ...cruisedFolders];
    execFile(process.execPath, command, { cwd: directory, maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

/** Makes a clone with the rules of this one and with these files alone. */
function plant(imports: readonly Import[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'keelson-boundaries-'));
  trees.push(tree);
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const files = new Map<string, string>();
  for (const folder of cruisedFolders) files.set(`${folder}/empty.ts`, 'export const empty = true;\n');
  for (const { from, statement, to } of imports) {
    if (to !== undefined && !files.has(to)) files.set(to, 'export interface Thing {}\nexport const thing = 1;\n');
    files.set(from, `${files.get(from) ?? ''}${statement}\n`);
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  return tree;
}

describe('the boundaries', { timeout: CRUISE_TIMEOUT_MS }, () => {
  it('have a case that breaks each rule', () => {
    expect([...new Set(violations.map(({ rule }) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it('are told by the name of the rule, and only the rule that was broken', async () => {
    const report = await cruise(plant([...violations, ...waysBack]));
    const expected = violations.map(({ rule, from }) => `${rule}: ${from}`);
    const told = report.violations.map((violation) => violation.split(' -> ')[0] ?? '');
    expect([...new Set(told)].sort()).toEqual([...new Set(expected)].sort());
  });

  it('make the check fail and name the rule', async () => {
    const broken = violations.find(({ rule }) => rule === 'kernel-knows-no-module');
    if (broken === undefined) throw new Error('the case is gone');
    const { exitCode, output } = await check(plant([broken]));
    expect(exitCode).toBeGreaterThan(0);
    expect(output).toContain(broken.rule);
  });

  it('let through what is allowed', async () => {
    const report = await cruise(plant(allowedImports));
    expect(report.violations).toEqual([]);
    expect(report.exitCode).toBe(0);
  });
});
