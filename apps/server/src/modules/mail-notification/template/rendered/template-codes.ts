// Finds the codes of templates for mails, stored by the tenant or shipped by a module.
import type { Database } from '../../../../kernel/database/database.ts';
import { listTemplates } from '../record/template.store.ts';
import type { ShippedTemplates } from '../shipped/shipped-templates.ts';

export function createTemplateCodes({
  database,
  shipped,
}: {
  readonly database: Database;
  readonly shipped: Pick<ShippedTemplates, 'find'>;
}) {
  /** Answers those of the codes that exist; disabled templates count. */
  return async (tenantIdentifier: string, codes: readonly string[]): Promise<ReadonlySet<string>> => {
    if (codes.length === 0) return new Set();
    const stored = new Map(
      (await listTemplates(database, tenantIdentifier, codes)).map(({ code, type }) => [code, type]),
    );
    return new Set(codes.filter((code) => (stored.get(code) ?? shipped.find(code)?.fields.type) === 'MAIL'));
  };
}
