// Tests operations of the menu in documents: the groups that stand in front of names that it has twice.
import { describe, expect, it } from 'vitest';
import { moduleDocument } from '../../openapi/document.ts';
import { systemMenuModule } from './index.ts';

describe('operation ids of the menu', () => {
  it('they have their group in front, because the module has names twice', () => {
    const { paths } = moduleDocument(systemMenuModule, '1') as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
    };
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids).toEqual(expect.arrayContaining(['appName_update', 'menuAuthority_update', 'appName_updateAll']));
  });
});
