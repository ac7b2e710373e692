// Turns templates of the store into the models of the interface.
import type {
  SvcNotificationTemplateContentModel,
  SvcNotificationTemplateDataModel,
  SvcNotificationTemplateModel,
  SvcNotificationTemplateVersionModel,
} from '@keelson/contract';
import type { Recorded, Template, TemplateContent, TemplateWithContents } from './record/template.types.ts';
import type { PagedTemplate } from './record/template-page.store.ts';
import type { VersionRow } from './record/version.store.ts';

function recordOf({ id, uuid, version, createdBy, updatedBy, dateCreated, dateUpdated }: Recorded) {
  return {
    id,
    uuid,
    version,
    createdBy,
    updatedBy,
    dateCreated: dateCreated.toISOString(),
    dateUpdated: dateUpdated.toISOString(),
  };
}

function headOf(one: Template) {
  const { code, name, description, type, enabled, system, layoutCode, category } = one;
  const { sensitive, uncertainPolicy, parameterList, deleted, deletedDate } = one;
  return {
    ...recordOf(one),
    deletedDate: deletedDate?.toISOString() ?? null,
    deleted,
    code,
    name,
    description,
    type,
    enabled,
    system,
    layoutCode,
    category,
    sensitive,
    uncertainPolicy,
    parameterList,
  };
}

function toContentModel(one: TemplateContent): SvcNotificationTemplateContentModel {
  const { subject, content, sender, contentType, textContent, compiled } = one;
  return {
    ...recordOf(one),
    deletedDate: null,
    deleted: false,
    subject,
    content,
    sender,
    contentType,
    textContent,
    resolvedContentType: compiled.resolvedContentType,
    variableList: compiled.variableList,
    missingVariableList: null,
    warningList: null,
    locale: null,
  };
}

export function toTemplateModel({ template, contents }: TemplateWithContents): SvcNotificationTemplateModel {
  const contentMap = Object.fromEntries(contents.map((one) => [one.locale, toContentModel(one)]));
  return { ...headOf(template), contentMap };
}

export function toDataModel(row: PagedTemplate): SvcNotificationTemplateDataModel {
  return { ...headOf(row), localeList: row.localeList };
}

export function toVersionModel({
  version,
  name,
  localeList,
  updatedBy,
  dateUpdated,
}: VersionRow): SvcNotificationTemplateVersionModel {
  return { version, name, localeList, updatedBy, dateUpdated: dateUpdated.toISOString() };
}
