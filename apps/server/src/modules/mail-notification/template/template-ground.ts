// Stands under every change of a template: finds it, stores a new version of it, and records who did so.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { CompiledContent } from '../rendering/liquid/rendering.types.ts';
import {
  changeTemplate,
  findTemplate,
  listContents,
  recompile,
  replaceContents,
  type TemplateReference,
} from './record/template.store.ts';
import type {
  Template,
  TemplateContent,
  TemplateFields,
  TemplateWithContents,
  VersionSnapshot,
  WrittenContent,
} from './record/template.types.ts';
import type { TemplateWrites } from './record/template-writes.ts';
import { saveVersion } from './record/version.store.ts';
import type { TemplateSources } from './rendered/template-sources.ts';
import type { ShippedTemplates } from './shipped/shipped-templates.ts';
import type { StoreShipped } from './shipped/store-shipped.ts';

export interface GroundParts extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly shipped: ShippedTemplates;
  readonly storing: StoreShipped;
  readonly sources: TemplateSources;
  readonly writes: TemplateWrites;
}

export function fieldsOf(one: TemplateFields): TemplateFields {
  const { code, name, description, type, layoutCode, category, sensitive, uncertainPolicy, parameterList } = one;
  return { code, name, description, type, layoutCode, category, sensitive, uncertainPolicy, parameterList };
}

export function writtenOf({
  locale,
  subject,
  content,
  sender,
  contentType,
  textContent,
}: WrittenContent): WrittenContent {
  return { locale, subject, content, sender, contentType, textContent };
}

/** Lists what a template may go on using although it is disabled. */
export function knownOf({ template, contents }: TemplateWithContents): ReadonlySet<string> {
  const layout = template.layoutCode === null ? [] : [template.layoutCode];
  return new Set([...layout, ...contents.flatMap(({ compiled }) => compiled.partialCodes)]);
}

export function createTemplateGround(parts: GroundParts) {
  const { database, clock, ids, shipped, storing, sources } = parts;

  const requireTemplate = async (act: Act, asked: TemplateReference): Promise<Template> => {
    const { tenantIdentifier } = act.caller;
    await storing.ensure(tenantIdentifier);
    const found = await findTemplate(database, tenantIdentifier, asked);
    return found ?? failNotFound('NOTIFICATION_TEMPLATE_NOT_FOUND', asked);
  };

  const contentRows = (
    before: readonly TemplateContent[],
    written: readonly WrittenContent[],
    compiled: readonly CompiledContent[],
    by: string,
  ): readonly Omit<TemplateContent, 'id'>[] => {
    const now = new Date(clock.now());
    return written.map((one, index) => {
      const old = before.find(({ locale }) => locale === one.locale);
      const form = compiled[index]!;
      if (old !== undefined && isDeepStrictEqual(writtenOf(old), writtenOf(one))) return { ...old, compiled: form };
      const changed = { ...writtenOf(one), compiled: form, updatedBy: by, dateUpdated: now };
      return old === undefined
        ? { ...changed, uuid: ids.uuidV7(), version: 0, createdBy: by, dateCreated: now }
        : { ...old, ...changed, version: old.version + 1 };
    });
  };

  return {
    ...parts,
    requireTemplate,
    async requireWhole(act: Act, asked: TemplateReference): Promise<TemplateWithContents> {
      const template = await requireTemplate(act, asked);
      return { template, contents: await listContents(database, template.id) };
    },
    contentRows,
    /** Compiles a new version beside the transaction, with whatever uses it; the result stores it. */
    async planVersion(act: Act, before: TemplateWithContents, after: VersionSnapshot, changes: Partial<Template> = {}) {
      const { tenantIdentifier, username } = act.caller;
      const draft = { ...after, known: knownOf(before) };
      const compiled = await sources.compile(tenantIdentifier, draft);
      const users = await sources.compileUsers(tenantIdentifier, draft, compiled);
      const { template } = before;
      const row: Template = {
        ...template,
        ...after.fields,
        edited: template.system,
        ...changes,
        version: template.version + 1,
        compileNo: template.compileNo + 1,
        updatedBy: username,
        dateUpdated: new Date(clock.now()),
      };
      return async (tx: Transaction): Promise<Template> => {
        await changeTemplate(tx, row);
        await replaceContents(tx, row.id, contentRows(before.contents, after.contents, compiled, username));
        await saveVersion(tx, row, { fields: fieldsOf(row), contents: after.contents.map(writtenOf) });
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
