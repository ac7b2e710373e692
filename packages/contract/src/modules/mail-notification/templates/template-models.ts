// Declares templates of notifications: as they are written, shown and paged.
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  namedAs,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';

export const templateTypes = ['MAIL', 'SMS', 'PUSH', 'IN_APP', 'LAYOUT', 'PARTIAL'] as const;
export const templateContentTypes = ['STRING', 'TEXT', 'HTML'] as const;
const resolvedTypes = ['TEXT', 'HTML'] as const;
export const uncertainPolicies = ['RETRY', 'HOLD'] as const;
const parameterTypes = ['STRING', 'NUMBER', 'BOOLEAN', 'DATE', 'LIST', 'MAP'] as const;

/** Characters of a subject, as RFC 5322 2.1.1 bounds a line. */
export const subjectMax = 998;
export const templateContentMax = 524_288;
export const templateLocalesMax = 50;
const parametersMax = 200;
export const templateCodePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$';
const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';

const code = (description: string) => text(description, { minLength: 1, maxLength: 128, pattern: templateCodePattern });
const contentText = (description: string) => text(description, { minLength: 1, maxLength: templateContentMax });
const subject = (description: string) => text(description, { minLength: 1, maxLength: subjectMax, pattern: oneLine });

const sender = text('One mailbox, no Liquid; default the sender of the tenant.', { minLength: 1, maxLength: 400 });

const written = {
  subject: optional(subject('Subject, one line, Liquid allowed; needed for MAIL.')),
  content: contentText('Content, Liquid allowed.'),
  sender: optional(sender),
  contentType: optional(
    choice(
      templateContentTypes,
      'How content is written: HTML, TEXT, or STRING (default), which is HTML where an element stands in it; MJML is not supported.',
    ),
  ),
  textContent: optional(contentText('Text part; default made of the HTML.')),
} as const;

const found = {
  resolvedContentType: choice(resolvedTypes, 'What STRING is.'),
  variableList: list(text('Path.'), 'Paths that template, layout and partials read.'),
  missingVariableList: nullable(list(text('Path.'), 'Paths that had no value; in previews alone.')),
  warningList: nullable(list(text('Warning.'), 'What a reader might stumble over; in previews alone.')),
  locale: nullable(text('Locale of the preview; in previews alone.')),
} as const;

export const SvcNotificationTemplateContentModel = closed(
  {
    ...recordFields,
    subject: nullable(text('Subject.')),
    content: text('Content.'),
    sender: nullable(text('Sender.')),
    contentType: choice(templateContentTypes, 'How content is written.'),
    textContent: nullable(text('Text part; null where it is made of the HTML.')),
    ...found,
  },
  'SvcNotificationTemplateContentModel',
);
export type SvcNotificationTemplateContentModel = Static<typeof SvcNotificationTemplateContentModel>;

const asFound = Object.fromEntries(Object.entries(found).map(([name, schema]) => [name, serverSet(schema)])) as {
  readonly [K in keyof typeof found]: ReturnType<typeof serverSet>;
};

const SvcNotificationTemplateContentModelInput = namedAs(
  closed({ ...serverSetRecordFields, ...written, ...asFound }, 'SvcNotificationTemplateContentModelInput'),
  'SvcNotificationTemplateContentModel',
);
export type SvcNotificationTemplateContentModelInput = Static<typeof SvcNotificationTemplateContentModelInput>;

const SvcNotificationTemplateParameterModel = closed(
  {
    name: text('Name, or path such as order.no.', { minLength: 1, maxLength: 128, pattern: '^[A-Za-z_][\\w.-]*$' }),
    type: choice(parameterTypes, 'What it is; for whoever fills it in.'),
    required: optional(flag('A mail without it is refused, whether the template shows it or not; default false.')),
    defaultValue: optional(anyValue('Taken where it is not given.')),
    sampleValue: optional(anyValue('Taken in previews.')),
    description: optional(text('What it is for.', { maxLength: 500 })),
  },
  'SvcNotificationTemplateParameterModel',
);
export type SvcNotificationTemplateParameterModel = Static<typeof SvcNotificationTemplateParameterModel>;

function byLocale<P extends TProperties>(content: TObject<P>, description: string) {
  return Type.Unsafe<Readonly<Record<string, Static<TObject<P>>>>>({
    type: 'object',
    additionalProperties: content,
    minProperties: 1,
    maxProperties: templateLocalesMax,
    description,
  });
}

const fields = {
  code: text('Code.'),
  name: text('Name.'),
  description: nullable(text('Description.')),
  type: choice(templateTypes, 'What it is for; a LAYOUT stands around others, a PARTIAL within them.'),
} as const;
const shown = {
  enabled: flag('Mails can be sent from it.'),
  system: flag('A module ships it: it can be changed, disabled and reset, not deleted.'),
  layoutCode: nullable(text('Layout that stands around the content.')),
  category: nullable(text('Category.')),
  sensitive: flag(
    'Its parameters are secrets: contents of its mails are kept from others, and it shows them in text or as whole links alone.',
  ),
  uncertainPolicy: nullable(
    choice(uncertainPolicies, 'What becomes of a mail of which nobody knows whether it arrived; null: the setting.'),
  ),
  parameterList: list(SvcNotificationTemplateParameterModel, 'What it can be given.'),
} as const;

export const SvcNotificationTemplateModel = closed(
  {
    ...recordFields,
    ...fields,
    contentMap: byLocale(SvcNotificationTemplateContentModel, 'Contents by locale, such as tr-TR, or default.'),
    ...shown,
  },
  'SvcNotificationTemplateModel',
);
export type SvcNotificationTemplateModel = Static<typeof SvcNotificationTemplateModel>;

export const SvcNotificationTemplateDataModel = closed(
  { ...recordFields, ...fields, ...shown, localeList: list(text('Locale.'), 'Locales that it has.') },
  'SvcNotificationTemplateDataModel',
);
export type SvcNotificationTemplateDataModel = Static<typeof SvcNotificationTemplateDataModel>;

const ownFields = {
  name: text('Name.', { minLength: 1, maxLength: 200, pattern: oneLine }),
  description: maybe(nullable(text('Description.', { maxLength: 2_000 }))),
  type: choice(templateTypes, 'What it is for.'),
  layoutCode: maybe(nullable(code('Layout that stands around the content; not for a layout or partial.'))),
  category: maybe(nullable(text('Category.', { minLength: 1, maxLength: 64, pattern: oneLine }))),
  sensitive: optional(
    flag(
      'Its parameters are secrets: contents of its mails are kept from others, and it shows them in text or as whole links alone; default false.',
    ),
  ),
  uncertainPolicy: maybe(nullable(choice(uncertainPolicies, 'RETRY or HOLD; default the setting.'))),
  parameterList: optional(
    list(SvcNotificationTemplateParameterModel, 'What it can be given.', { maxItems: parametersMax }),
  ),
} as const;
const own = { ...ownFields, enabled: serverSet(shown.enabled), system: serverSet(shown.system) } as const;
const contentMap = byLocale(
  SvcNotificationTemplateContentModelInput,
  'Contents by locale; tr_TR and TR are taken as tr-TR and tr, `default` stands for every other one.',
);

export const SvcNotificationTemplateModelInput = closed(
  { ...serverSetRecordFields, code: code('Code, unique in the tenant whatever its case.'), ...own, contentMap },
  'SvcNotificationTemplateModelInput',
);
export type SvcNotificationTemplateModelInput = Static<typeof SvcNotificationTemplateModelInput>;

export const SvcNotificationTemplateUpdateModel = namedAs(
  closed(
    {
      ...serverSetRecordFields,
      uuid: uuid('Template.'),
      version: integer('Version that was read.', { minimum: 0 }),
      code: optional(code('Code; fixed once a mail was sent from it.')),
      ...own,
      name: optional(own.name),
      type: optional(own.type),
      contentMap: optional(contentMap),
    },
    'SvcNotificationTemplateUpdateModel',
  ),
  'SvcNotificationTemplateModel',
);
export type SvcNotificationTemplateUpdateModel = Static<typeof SvcNotificationTemplateUpdateModel>;

export const SvcNotificationTemplateValidateModel = closed(
  {
    ...SvcNotificationTemplateModelInput.properties,
    uuid: optional(uuid('Template that is to say this; default a new one.')),
  },
  'SvcNotificationTemplateValidateModel',
);
export type SvcNotificationTemplateValidateModel = Static<typeof SvcNotificationTemplateValidateModel>;

const validContent = closed(
  { resolvedContentType: found.resolvedContentType, variableList: found.variableList },
  'SvcNotificationTemplateValidContentModel',
);
export const SvcNotificationTemplateValidationModel = closed(
  { contentMap: byLocale(validContent, 'What was found in each content, by its canonical locale.') },
  'SvcNotificationTemplateValidationModel',
);
export type SvcNotificationTemplateValidationModel = Static<typeof SvcNotificationTemplateValidationModel>;

export const SvcNotificationTemplateContentUpdateModel = closed(
  {
    ...serverSetRecordFields,
    ...asFound,
    uuid: optional(uuid('Entry that was read; another one in its place is a conflict.')),
    version: optional(integer('Version of the entry that was read; left out where there was none.', { minimum: 0 })),
    subject: maybe(nullable(subject('Subject, one line, Liquid allowed; needed for MAIL.'))),
    content: optional(contentText('Content, Liquid allowed; needed for a new entry.')),
    sender: maybe(nullable(sender)),
    contentType: optional(choice(templateContentTypes, 'HTML, TEXT or STRING, which a new entry is by default.')),
    textContent: maybe(nullable(contentText('Text part; null: made of the HTML.'))),
  },
  'SvcNotificationTemplateContentUpdateModel',
);
export type SvcNotificationTemplateContentUpdateModel = Static<typeof SvcNotificationTemplateContentUpdateModel>;

export const SvcNotificationTemplateCopyModel = closed(
  {
    code: code('Code of the copy, unique in the tenant whatever its case.'),
    name: optional(
      text('Name of the copy; default that of the template.', { minLength: 1, maxLength: 200, pattern: oneLine }),
    ),
  },
  'SvcNotificationTemplateCopyModel',
);
export type SvcNotificationTemplateCopyModel = Static<typeof SvcNotificationTemplateCopyModel>;

const templateSort = ['code', 'name', 'type', 'enabled', 'dateCreated', 'dateUpdated'] as const;
export const templateSortStandard = { properties: ['name'], direction: 'ASC' } as const;

export const SvcNotificationTemplateQueryModel = queryModel(
  {
    pageable: pageable(templateSort, templateSortStandard),
    code: optional(text('Code.', { minLength: 1, maxLength: 128 })),
    name: optional(text('Contained in the name.', { minLength: 1, maxLength: 200 })),
    searchText: optional(text('Contained in code, name or description.', { minLength: 1, maxLength: 200 })),
    typeList: optional(
      list(choice(templateTypes, 'Type.'), 'Any of these; default all.', { maxItems: templateTypes.length }),
    ),
    enabled: optional(flag('Enabled or disabled ones; default both.')),
    locale: optional(text('Has an entry of this locale.', { minLength: 1, maxLength: 100 })),
    category: optional(text('Category.', { minLength: 1, maxLength: 64 })),
    createdBy: optional(text('Who created it.', { minLength: 1, maxLength: 254 })),
    dateCreatedFrom: optional(dateTime('Created at or after.')),
    dateCreatedTo: optional(dateTime('Created before.')),
    dateUpdatedFrom: optional(dateTime('Changed at or after.')),
    dateUpdatedTo: optional(dateTime('Changed before.')),
    includeDeleted: optional(flag('Deleted ones, too; needs NOTIFICATION_TEMPLATE_EDIT. Default false.')),
  },
  'SvcNotificationTemplateQueryModel',
);
export type SvcNotificationTemplateQueryModel = Static<typeof SvcNotificationTemplateQueryModel>;

export const SvcNotificationTemplateVersionModel = closed(
  {
    version: integer('Version.'),
    name: text('Name that it had.'),
    localeList: list(text('Locale.'), 'Locales that it had.'),
    updatedBy: text('Who made it.'),
    dateUpdated: dateTime('When it was made.'),
  },
  'SvcNotificationTemplateVersionModel',
);
export type SvcNotificationTemplateVersionModel = Static<typeof SvcNotificationTemplateVersionModel>;

/** Parts that documents are made of; see `transfer-models.ts`. */
export const transferParts = {
  fields: { code: code('Code.'), ...ownFields },
  contentMap: byLocale(
    closed(written, 'SvcNotificationTemplateImportContentModel'),
    'Contents by locale; tr_TR and TR are taken as tr-TR and tr, `default` stands for every other one.',
  ),
};

/** Parts that sends are made of; see `send-models.ts`. */
export const templateParts = {
  code,
  category: (description: string) => text(description, { minLength: 1, maxLength: 64, pattern: oneLine }),
  contentText,
  /** A content that is sent has a subject. */
  mailContent: closed(
    { ...SvcNotificationTemplateContentModelInput.properties, subject: subject('Subject, one line.') },
    'SvcNotificationMailContentModelInput',
  ),
};

/** Parts that previews are made of; see `preview-model.ts`. */
export const previewParts = {
  templateInput: closed(
    {
      ...SvcNotificationTemplateModelInput.properties,
      code: optional(code('Code.')),
      name: optional(own.name),
    },
    'SvcNotificationTemplatePreviewInput',
  ),
  contentInput: SvcNotificationTemplateContentModelInput,
  code,
  parameters: (description: string) => anyMap(description),
};
