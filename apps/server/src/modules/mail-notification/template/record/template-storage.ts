// Stores a compiled template as a new one, or as its next version.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { CompiledContent } from '../../rendering/liquid/rendering.types.ts';
import { changeTemplate, insertNew, replaceContents } from './template.store.ts';
import type {
  Template,
  TemplateContent,
  TemplateFields,
  TemplateWithContents,
  VersionSnapshot,
  WrittenContent,
} from './template.types.ts';
import { saveVersion } from './version.store.ts';

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

/** Caller who writes it. */
interface Writer {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Creates functions that each make the write for a transaction. */
export function createTemplateStorage({ clock, ids }: Pick<Kernel, 'clock' | 'ids'>) {
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

  /** Stores what was compiled as a new template. */
  const storeNew =
    (by: Writer, { fields, contents }: VersionSnapshot, compiled: readonly CompiledContent[], enabled = true) =>
    async (tx: Transaction): Promise<Template> => {
      const { tenantIdentifier, username } = by;
      const now = new Date(clock.now());
      const record = { version: 0, createdBy: username, updatedBy: username, dateCreated: now, dateUpdated: now };
      const state = { enabled, system: false, shippedRevision: null, edited: false, compileNo: 0 };
      const living = { deleted: false, deletedDate: null };
      const row = { ...fields, ...record, ...state, ...living, uuid: ids.uuidV7(), tenantIdentifier };
      const id = await insertNew(tx, row);
      await replaceContents(tx, id, contentRows([], contents, compiled, username));
      await saveVersion(tx, { ...row, id }, { fields, contents });
      return { ...row, id };
    };

  /** Stores what was compiled as the next version. */
  const storeVersion =
    (
      { username }: Writer,
      { template, contents: before }: TemplateWithContents,
      { fields, contents }: VersionSnapshot,
      compiled: readonly CompiledContent[],
      changes: Partial<Template> = {},
    ) =>
    async (tx: Transaction): Promise<Template> => {
      const row: Template = {
        ...template,
        ...fields,
        edited: template.system,
        ...changes,
        version: template.version + 1,
        compileNo: template.compileNo + 1,
        updatedBy: username,
        dateUpdated: new Date(clock.now()),
      };
      await changeTemplate(tx, row);
      await replaceContents(tx, row.id, contentRows(before, contents, compiled, username));
      await saveVersion(tx, row, { fields: fieldsOf(row), contents: contents.map(writtenOf) });
      return row;
    };

  return { storeNew, storeVersion };
}
