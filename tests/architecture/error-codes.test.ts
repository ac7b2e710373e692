// Holds what the source of a module throws against the codes of its operations; the test server tells whether each is provoked.
import { type ErrorCode, errorCatalogue, errorCodesOf, modules } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

const thrown = /\b(?:fail|new ServiceError|problem)\(\s*'([A-Z][A-Z_]+)'/g;
const catalogueCodes = new Set(Object.keys(errorCatalogue));

/** Finds the codes of the catalogue that a file names where it throws; codes that are computed are beyond this check. */
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
    const addressless = [
      'OPERATION_NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'OPERATION_NOT_IMPLEMENTED',
      'TRANSFER_CODING_NOT_SUPPORTED',
    ];
    const declared = new Set<string>([...moduleNames.flatMap((name) => [...declaredBy(name)]), ...addressless]);
    expect(Object.keys(errorCatalogue).filter((code) => !declared.has(code))).toEqual([]);
  });
});
