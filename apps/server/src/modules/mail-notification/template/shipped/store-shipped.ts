// Stores shipped templates for a tenant: at its first use, and again when a module ships a newer revision.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { changeTemplate, findSameCode, insertNew, listTemplates, replaceContents } from '../record/template.store.ts';
import type { Template, TemplateContent } from '../record/template.types.ts';
import type { TemplateWrites } from '../record/template-writes.ts';
import { saveVersion } from '../record/version.store.ts';
import type { ShippedTemplate, ShippedTemplates } from './shipped-templates.ts';

/** Username of templates that no person has made. */
export const SHIPPER = 'system';

/** Says whether a newer revision replaces a template that nobody has edited. */
export function isOutdated(template: Template, { revision }: ShippedTemplate): boolean {
  return template.system && !template.edited && (template.shippedRevision ?? 0) < revision;
}

export interface StoringParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'log'> {
  readonly shipped: ShippedTemplates;
  readonly writes: TemplateWrites;
}

/** Makes the rows of what is shipped. */
export function shippedContents(
  { contents, compiled }: ShippedTemplate,
  {
    ids,
    now,
    version,
    by,
  }: { readonly ids: Kernel['ids']; readonly now: Date; readonly version: number; readonly by: string },
): readonly Omit<TemplateContent, 'id'>[] {
  const forms = compiled();
  return contents.map((content, index) => ({
    ...content,
    uuid: ids.uuidV7(),
    version,
    compiled: forms[index]!,
    createdBy: by,
    updatedBy: by,
    dateCreated: now,
    dateUpdated: now,
  }));
}

type Clockwork = Pick<Kernel, 'clock' | 'ids'>;

async function insertShipped(
  { clock, ids }: Clockwork,
  tx: Transaction,
  tenantIdentifier: string,
  one: ShippedTemplate,
): Promise<void> {
  const now = new Date(clock.now());
  const record = { version: 0, createdBy: SHIPPER, updatedBy: SHIPPER, dateCreated: now, dateUpdated: now };
  const row: Omit<Template, 'id'> = {
    ...one.fields,
    ...record,
    uuid: ids.uuidV7(),
    tenantIdentifier,
    enabled: true,
    system: true,
    shippedRevision: one.revision,
    edited: false,
    compileNo: 0,
    deleted: false,
    deletedDate: null,
  };
  const id = await insertNew(tx, row);
  await replaceContents(tx, id, shippedContents(one, { ids, now, version: 0, by: SHIPPER }));
  await saveVersion(tx, { ...row, id }, { fields: one.fields, contents: one.contents });
}

async function renewShipped(
  { clock, ids }: Clockwork,
  tx: Transaction,
  found: Template,
  one: ShippedTemplate,
): Promise<void> {
  const now = new Date(clock.now());
  const version = found.version + 1;
  const changed = { updatedBy: SHIPPER, dateUpdated: now, shippedRevision: one.revision };
  const row: Template = { ...found, ...one.fields, ...changed, version, compileNo: found.compileNo + 1 };
  await changeTemplate(tx, row);
  await replaceContents(tx, found.id, shippedContents(one, { ids, now, version, by: SHIPPER }));
  await saveVersion(tx, row, { fields: one.fields, contents: one.contents });
}

export function createStoreShipped({ database, clock, ids, log, shipped, writes }: StoringParts) {
  /** Tenants for which all templates shipped by this process were stored. */
  const complete = new Set<string>();
  const underway = new Map<string, Promise<void>>();

  const store = async (tenant: string): Promise<void> => {
    const all = shipped.all();
    await writes.run(tenant, async () => {
      const codes = all.map(({ fields }) => fields.code);
      const found = new Map((await listTemplates(database, tenant, codes)).map((row) => [row.code, row]));
      const work: ((tx: Transaction) => Promise<void>)[] = [];
      for (const one of all) {
        const row = found.get(one.fields.code);
        // A person took the code in another case before the module shipped it: that template stays.
        if (row === undefined && (await findSameCode(database, tenant, one.fields.code)) === null) {
          work.push((tx) => insertShipped({ clock, ids }, tx, tenant, one));
        } else if (row !== undefined && isOutdated(row, one))
          work.push((tx) => renewShipped({ clock, ids }, tx, row, one));
      }
      if (work.length === 0) return null;
      return async (tx) => {
        for (const step of work) await step(tx);
      };
    });
    if (shipped.all().length === all.length) complete.add(tenant);
  };

  const ensure = (tenant: string): Promise<void> => {
    if (complete.has(tenant)) return Promise.resolve();
    const running = underway.get(tenant);
    if (running !== undefined) return running;
    const work = store(tenant).finally(() => underway.delete(tenant));
    underway.set(tenant, work);
    return work;
  };
  return {
    /** Stores all shipped templates of a tenant that are not there yet. */
    ensure,
    /**
     * Does the same in the background, for a caller who may hold a transaction and must not wait for another
     * connection.
     */
    ensureSoon(tenant: string): void {
      void ensure(tenant).catch((error: unknown) => {
        log.warn({ err: error, tenantIdentifier: tenant }, 'shipped templates of a tenant could not be stored');
      });
    },
    /** Forgets that a tenant is complete, as its rows were deleted. */
    forget(tenant: string): void {
      complete.delete(tenant);
    },
    /** Forgets all tenants, as another template was shipped. */
    renewed(): void {
      complete.clear();
    },
    settle: async (): Promise<void> => {
      await Promise.allSettled(underway.values());
    },
  };
}

export type StoreShipped = ReturnType<typeof createStoreShipped>;
