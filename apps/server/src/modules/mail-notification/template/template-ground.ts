// Basis of every change of a template: finds it, stores a new version, and records the author.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { findTemplate, listContents, recompile, type TemplateReference } from './record/template.store.ts';
import type { Template, TemplateWithContents, VersionSnapshot } from './record/template.types.ts';
import { createTemplateStorage } from './record/template-storage.ts';
import type { TemplateWrites } from './record/template-writes.ts';
import { type Library, placeDraft, type TemplateSources } from './rendered/template-sources.ts';
import type { ShippedTemplates } from './shipped/shipped-templates.ts';
import type { StoreShipped } from './shipped/store-shipped.ts';

export { fieldsOf, writtenOf } from './record/template-storage.ts';

export interface GroundParts extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly shipped: ShippedTemplates;
  readonly storing: StoreShipped;
  readonly sources: TemplateSources;
  readonly writes: TemplateWrites;
}

/** Lists the codes that a template may go on using although they are disabled. */
export function knownOf({ template, contents }: TemplateWithContents): ReadonlySet<string> {
  const layout = template.layoutCode === null ? [] : [template.layoutCode];
  return new Set([...layout, ...contents.flatMap(({ compiled }) => compiled.partialCodes)]);
}

export function createTemplateGround(parts: GroundParts) {
  const { database, shipped, storing, sources } = parts;
  const storage = createTemplateStorage(parts);

  const requireTemplate = async (act: Act, asked: TemplateReference): Promise<Template> => {
    const { tenantIdentifier } = act.caller;
    await storing.ensure(tenantIdentifier);
    const found = await findTemplate(database, tenantIdentifier, asked);
    return found ?? failNotFound('NOTIFICATION_TEMPLATE_NOT_FOUND', asked);
  };

  return {
    ...parts,
    requireTemplate,
    async requireWhole(act: Act, asked: TemplateReference): Promise<TemplateWithContents> {
      const template = await requireTemplate(act, asked);
      return { template, contents: await listContents(database, template.id) };
    },
    ...storage,
    /** Compiles a new template outside of the transaction; the result stores it. */
    async planNew(act: Act, after: VersionSnapshot) {
      const compiled = await sources.compile(act.caller.tenantIdentifier, { ...after, known: new Set() });
      return storage.storeNew(act.caller, after, compiled);
    },
    /** Compiles a new version outside of the transaction, with the templates that use it; the result stores it. */
    async planVersion(act: Act, before: TemplateWithContents, after: VersionSnapshot, changes: Partial<Template> = {}) {
      const { tenantIdentifier } = act.caller;
      const library: Library = new Map();
      const compiled = await sources.compile(tenantIdentifier, { ...after, known: knownOf(before) }, library);
      const draft = { ...after, compiled };
      placeDraft(library, draft);
      const users = await sources.compileUsers(tenantIdentifier, [draft], library);
      const store = storage.storeVersion(act.caller, before, after, compiled, changes);
      return async (tx: Transaction): Promise<Template> => {
        const row = await store(tx);
        for (const { user, compiled: forms } of users) await recompile(tx, user, forms);
        return row;
      };
    },
    shippedAs: ({ code, system }: Template) => (system ? shipped.find(code) : null),
  };
}

export type TemplateGround = ReturnType<typeof createTemplateGround>;

export function recordTemplate(
  tx: Transaction,
  act: Act,
  event: DefinedEvent,
  { uuid, code, version, type }: Pick<Template, 'uuid' | 'code' | 'version' | 'type'>,
  detail: object = {},
): Promise<void> {
  return act.record(tx, event, code, { uuid, version, type, ...detail });
}
