// Creates and changes templates, restores their old versions and what modules ship.
import { isDeepStrictEqual } from 'node:util';
import type { SvcNotificationTemplateModelInput, SvcNotificationTemplateUpdateModel } from '@keelson/contract';
import { isUniqueViolation, type Queryable } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { templateEvents } from '../template.events.ts';
import { findSameCode, insertNew, listUsersOf, replaceContents } from './record/template.store.ts';
import type { Template, TemplateFields, TemplateWithContents, VersionSnapshot } from './record/template.types.ts';
import { isUsedByMails } from './record/template-page.store.ts';
import { findVersion, saveVersion } from './record/version.store.ts';
import { fieldsOf, recordTemplate, type TemplateGround, writtenOf } from './template-ground.ts';
import { layoutProblems, parameterProblems, readContents, readParameters, readTemplate } from './template-input.ts';

const CODE_CONSTRAINT = 'mail_template_code';

function failExists(code: string): never {
  return fail('NOTIFICATION_TEMPLATE_ALREADY_EXISTS', { parameters: { code } });
}

/** A field that is absent stays; null clears it. */
function changedFields(before: Template, body: SvcNotificationTemplateUpdateModel): TemplateFields {
  const { code, name, type, description, layoutCode, category, sensitive, uncertainPolicy, parameterList } = body;
  return {
    code: code ?? before.code,
    name: name ?? before.name,
    type: type ?? before.type,
    description: description === undefined ? before.description : description,
    layoutCode: layoutCode === undefined ? before.layoutCode : layoutCode,
    category: category === undefined ? before.category : category,
    sensitive: sensitive ?? before.sensitive,
    uncertainPolicy: uncertainPolicy === undefined ? before.uncertainPolicy : uncertainPolicy,
    parameterList: parameterList === undefined ? before.parameterList : readParameters(parameterList),
  };
}

function sensitiveProblems(before: Template, { sensitive }: TemplateFields): ArgumentProblem[] {
  if (!before.system || !before.sensitive || sensitive) return [];
  const message = 'A sensitive template of a module stays sensitive.';
  return [{ field: 'sensitive', code: 'FIELD_READ_ONLY', message }];
}

function planUpdate(whole: TemplateWithContents, body: SvcNotificationTemplateUpdateModel): VersionSnapshot {
  const { template, contents } = whole;
  const fields = changedFields(template, body);
  const given = body.contentMap ?? null;
  const read = given === null ? null : readContents(given, fields.type);
  const problems = [
    ...sensitiveProblems(template, fields),
    ...layoutProblems(fields),
    ...parameterProblems(fields.parameterList),
    ...(read?.problems ?? []),
  ];
  if (problems.length > 0) invalid(...problems);
  return { fields, contents: read?.contents ?? contents.map(writtenOf) };
}

function isSame(before: TemplateWithContents, after: VersionSnapshot): boolean {
  const [left, right] = [before.contents.map(writtenOf), after.contents];
  const byLocale = (list: readonly { readonly locale: string }[]) =>
    [...list].sort((a, b) => (a.locale < b.locale ? -1 : 1));
  return (
    isDeepStrictEqual(fieldsOf(before.template), after.fields) && isDeepStrictEqual(byLocale(left), byLocale(right))
  );
}

/** What others know by its code keeps it. */
async function requireFree(
  database: Queryable,
  act: Act,
  before: Template,
  { code, type }: TemplateFields,
): Promise<void> {
  if (code === before.code && type === before.type) return;
  const { tenantIdentifier } = act.caller;
  const used: object[] = [];
  if (before.system) used.push({ system: true, templateCode: before.code });
  const users = await listUsersOf(database, tenantIdentifier, before.code);
  used.push(...users.map((user) => ({ templateCode: user.code, uuid: user.uuid })));
  if (await isUsedByMails(database, tenantIdentifier, before.code))
    used.push({ mails: true, templateCode: before.code });
  if (used.length > 0) fail('TEMPLATE_IN_USE', { errorArguments: used });
  const same = code === before.code ? null : await findSameCode(database, tenantIdentifier, code);
  if (same !== null && same.id !== before.id) failExists(code);
}

async function saveNew(
  { database, clock, ids, storing, sources, writes, contentRows }: TemplateGround,
  act: Act,
  body: SvcNotificationTemplateModelInput,
  claim: IdempotencyClaim,
): Promise<{ readonly uuid: string }> {
  const { tenantIdentifier, username } = act.caller;
  const { fields, contents } = readTemplate(body);
  await storing.ensure(tenantIdentifier);
  const saved = await writes.run(tenantIdentifier, async () => {
    if ((await findSameCode(database, tenantIdentifier, fields.code)) !== null) failExists(fields.code);
    const compiled = await sources.compile(tenantIdentifier, { fields, contents, known: new Set() });
    const now = new Date(clock.now());
    const record = { version: 0, createdBy: username, updatedBy: username, dateCreated: now, dateUpdated: now };
    const state = { enabled: true, system: false, shippedRevision: null, edited: false, compileNo: 0 };
    const living = { deleted: false, deletedDate: null };
    const row: Omit<Template, 'id'> = {
      ...fields,
      ...record,
      ...state,
      ...living,
      uuid: ids.uuidV7(),
      tenantIdentifier,
    };
    return async (tx) => {
      const id = await insertNew(tx, row);
      await replaceContents(tx, id, contentRows([], contents, compiled, username));
      await saveVersion(tx, { ...row, id }, { fields, contents });
      const locales = contents.map(({ locale }) => locale);
      await recordTemplate(tx, act, templateEvents.templateSaved, row, { locales });
      const answer = { uuid: row.uuid };
      await claim.save(tx, answer);
      return answer;
    };
  });
  return saved!;
}

export function createSaveService(ground: TemplateGround) {
  const { database, writes, requireWhole, planVersion, shippedAs } = ground;

  return {
    async save(act: Act, body: SvcNotificationTemplateModelInput): Promise<{ readonly uuid: string }> {
      try {
        return await act.once((claim) => saveNew(ground, act, body, claim));
      } catch (error) {
        if (isUniqueViolation(error, CODE_CONSTRAINT)) return failExists(body.code);
        throw error;
      }
    },
    /** The same again changes nothing. */
    async update(act: Act, body: SvcNotificationTemplateUpdateModel): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const before = await requireWhole(act, { uuid: body.uuid });
        requireVersion({ identifier: before.template.uuid, version: before.template.version }, body.version);
        const after = planUpdate(before, body);
        if (isSame(before, after)) return null;
        await requireFree(database, act, before.template, after.fields);
        const store = await planVersion(act, before, after);
        const locales = after.contents.map(({ locale }) => locale);
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateSaved, saved, { locales });
        };
      });
    },
    /** Makes a new version of an old one; code and type stay, as others may know them. */
    async restore(act: Act, { uuid, version }: { readonly uuid: string; readonly version: number }): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const before = await requireWhole(act, { uuid });
        const old = await findVersion(database, before.template.id, version);
        if (old === null) return failNotFound('TEMPLATE_VERSION_NOT_FOUND', { version, uuid });
        const { code, type, sensitive, system } = before.template;
        // What a module declares sensitive was so in every version; a person's may have been less careful once.
        const kept = { code, type, sensitive: system ? sensitive : old.fields.sensitive };
        const store = await planVersion(act, before, { ...old, fields: { ...old.fields, ...kept } });
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateRestored, saved, { restored: version });
        };
      });
    },
    /** Makes a new version of what the module ships now. */
    async reset(act: Act, uuid: string): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const before = await requireWhole(act, { uuid });
        const one = shippedAs(before.template);
        if (one === null) return fail('TEMPLATE_NOT_SHIPPED', { parameters: { code: before.template.code } });
        const { fields, contents, revision } = one;
        const store = await planVersion(
          act,
          before,
          { fields, contents },
          { edited: false, shippedRevision: revision },
        );
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateRestored, saved, { revision });
        };
      });
    },
  };
}

export type SaveService = ReturnType<typeof createSaveService>;
