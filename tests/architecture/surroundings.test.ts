// Checks what stands around the suite: programs that it calls, files that share no worker, and what runners write beside the sources.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requireProgram } from '../support/programs.ts';
import { repositoryRoot, typeScriptFiles } from './source-files.ts';

describe('a program that a test calls', () => {
  it('is asked for by a sentence where it is missing', () => {
    expect(() => requireProgram('curl', 'The walk-through', '/nonexistent')).toThrow(
      'The walk-through calls "curl", which is not installed here. Install it',
    );
    expect(() => requireProgram('sh', 'The walk-through')).not.toThrow();
  });
});

describe('a worker that files share', () => {
  it('has no file that puts a module in the place of a real one: those are listed to have one for themselves', () => {
    const replacing = typeScriptFiles.filter(({ text }) => /\bvi\.(do)?mock\(/.test(text)).map(({ path }) => path);
    const listed = readFileSync(`${repositoryRoot}vitest.config.ts`, 'utf8');
    expect(replacing.length).toBeGreaterThan(0);
    expect(replacing.filter((path) => !listed.includes(`'${path}'`))).toEqual([]);
  });
});

describe('what reporters of test runners write', () => {
  const written = [
    'junit.xml',
    'junit-server.xml',
    'test-results.json',
    'test-results/report.xml',
    'html/index.html',
    'coverage/lcov.info',
    'blob-report/report.zip',
    '.vitest-reports/blob-1-2.json',
    'apps/server/.vitest-attachments/a.png',
    'apps/server/src/__screenshots__/a.png',
  ];

  it('is ignored by git, and sources beside it are not', () => {
    const ignored = execFileSync('git', ['check-ignore', '--no-index', ...written], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    });
    expect(ignored.trim().split('\n')).toEqual(written);
    const sources = ['apps/server/src/main.ts', 'docs/examples/leave-request.bpmn'];
    // git exits with 1 where none is ignored.
    expect(() => execFileSync('git', ['check-ignore', '--no-index', ...sources], { cwd: repositoryRoot })).toThrow();
  });
});
