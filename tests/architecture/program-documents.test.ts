// Holds the documents that are read from a migrated database against the program: `docs/schema.sql` and `docs/modules.md`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../apps/server/src/app-modules.ts';
import { createTestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { modulesDocument } from '../../tools/documents/modules-document.ts';
import { describeProgramOn, type ProgramDescription } from '../../tools/documents/program-description.ts';
import { schemaDocument } from '../../tools/documents/schema-document.ts';
import { repositoryRoot } from './source-files.ts';

const stored = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

describe('documents of the program, made by tools/generate-docs.ts', () => {
  let program: ProgramDescription;
  beforeAll(async () => {
    const { settings, close } = await createTestDatabase(moduleMigrations);
    program = await describeProgramOn(settings);
    return close;
  });

  it('has every table in docs/schema.sql as the migrations make it', () => {
    expect(stored('docs/schema.sql')).toBe(schemaDocument(program));
  });

  it('has every module in docs/modules.md as it is declared', () => {
    expect(stored('docs/modules.md')).toBe(modulesDocument(program));
  });
});
