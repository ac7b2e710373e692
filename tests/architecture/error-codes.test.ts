// Error codes: what the source of a module throws is declared by its operations, and what is declared is provoked by a test.
import { type ErrorCode, errorCatalogue, errorCodesOf, modules } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

const thrown = /\b(?:fail|new ServiceError|problem)\(\s*'([A-Z][A-Z_]+)'/g;
const catalogueCodes = new Set(Object.keys(errorCatalogue));

/** Codes of the catalogue that a file names where it throws; codes that are computed are beyond this check. */
function codesThrownIn({ text }: SourceFile): readonly ErrorCode[] {
  return [...text.matchAll(thrown)]
    .map((match) => match[1] ?? '')
    .filter((code) => catalogueCodes.has(code)) as ErrorCode[];
}

const built = modules.flatMap((module) =>
  Object.entries(module.operations).flatMap(([key, operation]) =>
    operation.built ? [{ module: module.name, key, operation }] : [],
  ),
);
const moduleNames = [...new Set(built.map(({ module }) => module))];

function declaredBy(module: string): ReadonlySet<ErrorCode> {
  return new Set(built.filter((entry) => entry.module === module).flatMap(({ operation }) => errorCodesOf(operation)));
}

describe('codes that the source throws', () => {
  it.each(moduleNames)('%s declares on one of its operations', (name) => {
    const files = typeScriptFiles.filter(
      (file) => file.path.startsWith(`apps/server/src/modules/${name}/`) && !isTest(file),
    );
    expect(files.length).toBeGreaterThan(0);
    const declared = declaredBy(name);
    const undeclared = files.flatMap((file) =>
      codesThrownIn(file)
        .filter((code) => !declared.has(code))
        .map((code) => `${file.path}: ${code}`),
    );
    expect(undeclared).toEqual([]);
  });

  it('are declared nowhere in vain: each code of the catalogue belongs to an operation or to no address', () => {
    const addressless = ['OPERATION_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'OPERATION_NOT_IMPLEMENTED'];
    const declared = new Set<string>([...moduleNames.flatMap((name) => [...declaredBy(name)]), ...addressless]);
    expect(Object.keys(errorCatalogue).filter((code) => !declared.has(code))).toEqual([]);
  });
});

/** Codes that no test can provoke from outside without breaking the program, each with its reason. */
const notProvoked: Readonly<Partial<Record<ErrorCode, string>>> = {};

const testTexts = typeScriptFiles
  .filter((file) => /\.test\.ts$/.test(file.path) && /^(apps|tests)\//.test(file.path))
  .filter(({ path }) => path !== 'tests/architecture/error-codes.test.ts');

describe('codes that operations declare', () => {
  const declared = [...new Set(built.flatMap(({ operation }) => errorCodesOf(operation)))].sort();

  it('are each named by a test that provokes it', () => {
    const silent = declared.filter((code) => !testTexts.some(({ text }) => text.includes(code)));
    expect(silent.filter((code) => notProvoked[code] === undefined)).toEqual([]);
    expect(Object.keys(notProvoked).filter((code) => !(silent as readonly string[]).includes(code))).toEqual([]);
  });

  it('are named by a test of the module or of the whole program where they belong to its operations alone', () => {
    const silent = built.flatMap(({ module, key, operation }) =>
      operation.errors
        .filter((code) => notProvoked[code] === undefined)
        .filter(
          (code) =>
            !testTexts.some(
              ({ path, text }) =>
                (path.startsWith(`apps/server/src/modules/${module}/`) || path.startsWith('tests/')) &&
                text.includes(code),
            ),
        )
        .map((code) => `${module} ${key}: ${code}`),
    );
    expect(silent).toEqual([]);
  });
});
