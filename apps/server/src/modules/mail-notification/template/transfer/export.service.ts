// Writes templates as one document, with the layouts and partials that they use.
import {
  type SvcNotificationTemplateExportRequestModel,
  type SvcNotificationTemplateImportItemModel,
  type SvcNotificationTemplateImportModel,
  templateTransferBytesMax,
  templateTransferContentsMax,
  templateTransferMax,
} from '@keelson/contract';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { listExported, listUsedCodes, listWritten, measureContents } from '../record/exported-template.store.ts';
import { listTemplates } from '../record/template.store.ts';
import type { Template, WrittenContent } from '../record/template.types.ts';
import { fieldsOf, type TemplateGround } from '../template-ground.ts';

const FORMAT_VERSION = 1;
const BYTES_OF_A_MEBIBYTE = 1_048_576;

function failTooLarge(): never {
  const mebibytes = templateTransferBytesMax / BYTES_OF_A_MEBIBYTE;
  const parameters = { templates: templateTransferMax, contents: templateTransferContentsMax, mebibytes };
  return fail('TEMPLATE_EXPORT_TOO_LARGE', { parameters });
}

const byCode = (left: Template, right: Template): number => (left.code < right.code ? -1 : 1);

function toItem(template: Template, contents: readonly WrittenContent[]): SvcNotificationTemplateImportItemModel {
  const contentMap = Object.fromEntries(
    contents.map(({ locale, subject, content, sender, contentType, textContent }) => [
      locale,
      { subject, content, sender, contentType, textContent },
    ]),
  );
  const { code, name, type, ...fields } = fieldsOf(template);
  return { code, name, type, enabled: template.enabled, ...fields, contentMap };
}

export function createExportService({ database, storing, writes }: TemplateGround) {
  /** Finds the templates asked for, and those that they use. */
  async function findAll(
    { caller: { tenantIdentifier } }: Act,
    { codeList, codePrefix, typeList, category }: SvcNotificationTemplateExportRequestModel,
  ): Promise<readonly Template[]> {
    const asked = await listExported(database, {
      tenantIdentifier,
      codeList: codeList ?? null,
      codePrefix: codePrefix ?? null,
      typeList: typeList ?? null,
      category: category ?? null,
      limit: templateTransferMax + 1,
    });
    if (asked.length > templateTransferMax) failTooLarge();
    const found = new Set(asked.map(({ code }) => code));
    const used = await listUsedCodes(
      database,
      asked.map(({ id }) => id),
    );
    const further = used.filter((code) => !found.has(code));
    if (further.length + asked.length > templateTransferMax) failTooLarge();
    return [...asked, ...(await listTemplates(database, tenantIdentifier, further))].sort(byCode);
  }

  async function requireKnown({ caller }: Act, codeList: readonly string[]): Promise<void> {
    const known = new Set((await listTemplates(database, caller.tenantIdentifier, codeList)).map(({ code }) => code));
    const missing = codeList.filter((code) => !known.has(code));
    if (missing.length > 0) failNotFound('NOTIFICATION_TEMPLATE_NOT_FOUND', ...missing.map((code) => ({ code })));
  }

  async function readAll(act: Act, body: SvcNotificationTemplateExportRequestModel) {
    if (body.codeList != null) await requireKnown(act, body.codeList);
    const templates = await findAll(act, body);
    const templateIds = templates.map(({ id }) => id);
    // The size of escapes comes on top, so that what is far too much is not even read.
    const { bytes, contents } = await measureContents(database, templateIds);
    if (bytes > templateTransferBytesMax || contents > templateTransferContentsMax) failTooLarge();
    const written = Map.groupBy(await listWritten(database, templateIds), ({ templateId }) => templateId);
    return templates.map((template) => toItem(template, written.get(template.id) ?? []));
  }

  return {
    /**
     * Exports templates. 404 names every unknown code of `codeList`; 422 TEMPLATE_EXPORT_TOO_LARGE beyond the bound of
     * imports.
     */
    async export(
      act: Act,
      body: SvcNotificationTemplateExportRequestModel,
    ): Promise<SvcNotificationTemplateImportModel> {
      const { tenantIdentifier } = act.caller;
      await storing.ensure(tenantIdentifier);
      const templateList = await writes.read(tenantIdentifier, () => readAll(act, body));
      const document = { formatVersion: FORMAT_VERSION, templateList };
      if (Buffer.byteLength(JSON.stringify(document)) > templateTransferBytesMax) failTooLarge();
      return document;
    },
  };
}

export type ExportService = ReturnType<typeof createExportService>;
