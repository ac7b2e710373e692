// Holds the real tree against every rule about who may import whom.
import { describe, expect, it } from 'vitest';
import { CRUISE_TIMEOUT_MS, cruise } from './cruise.ts';
import { repositoryRoot, typeScriptFiles } from './source-files.ts';

describe('the boundaries', { timeout: CRUISE_TIMEOUT_MS }, () => {
  it('are kept by this repository, of which every file was seen', async () => {
    const report = await cruise(repositoryRoot);
    expect(report.violations).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(typeScriptFiles.length).toBeGreaterThan(100);
    const unseen = typeScriptFiles.filter(({ path }) => !report.sources.includes(path));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });
});
