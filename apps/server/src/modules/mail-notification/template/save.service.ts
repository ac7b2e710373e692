// Creates and changes templates, copies them, restores old versions and shipped ones.
import type {
  SvcNotificationTemplateCopyModel,
  SvcNotificationTemplateModelInput,
  SvcNotificationTemplateUpdateModel,
} from '@keelson/contract';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { templateEvents } from '../template.events.ts';
import { failExists, isSame, planUpdate, requireFree } from './plan-update.ts';
import { findSameCode } from './record/template.store.ts';
import type { VersionSnapshot } from './record/template.types.ts';
import { findVersion } from './record/version.store.ts';
import { fieldsOf, recordTemplate, type TemplateGround, writtenOf } from './template-ground.ts';
import { readTemplate } from './template-input.ts';

interface Created {
  readonly uuid: string;
}

type CopyRequest = SvcNotificationTemplateCopyModel & { readonly uuid: string };

const CODE_CONSTRAINT = 'mail_template_code';

/** Stores a new template; `written` reads its content, again where another write was faster. */
async function storeNew(
  { database, storing, writes, planNew }: TemplateGround,
  act: Act,
  claim: IdempotencyClaim,
  written: () => VersionSnapshot | Promise<VersionSnapshot>,
): Promise<Created> {
  const { tenantIdentifier } = act.caller;
  await storing.ensure(tenantIdentifier);
  const created = await writes.run(tenantIdentifier, async () => {
    const after = await written();
    const { code } = after.fields;
    if ((await findSameCode(database, tenantIdentifier, code)) !== null) failExists(code);
    const store = await planNew(act, after);
    const locales = after.contents.map(({ locale }) => locale);
    return async (tx) => {
      const saved = await store(tx);
      await recordTemplate(tx, act, templateEvents.templateSaved, saved, { locales });
      const answer = { uuid: saved.uuid };
      await claim.save(tx, answer);
      return answer;
    };
  });
  return created!;
}

async function createOnce(
  ground: TemplateGround,
  act: Act,
  code: string,
  written: () => VersionSnapshot | Promise<VersionSnapshot>,
): Promise<Created> {
  try {
    return await act.once((claim) => storeNew(ground, act, claim, written));
  } catch (error) {
    if (isUniqueViolation(error, CODE_CONSTRAINT)) return failExists(code);
    throw error;
  }
}

export function createSaveService(ground: TemplateGround) {
  const { database, writes, requireWhole, planVersion, shippedAs } = ground;

  return {
    save: (act: Act, body: SvcNotificationTemplateModelInput): Promise<Created> =>
      createOnce(ground, act, body.code, () => readTemplate(body)),
    /** Makes a new template with the content of this one. */
    copy: (act: Act, { uuid, code, name }: CopyRequest): Promise<Created> =>
      createOnce(ground, act, code, async () => {
        const { template, contents } = await requireWhole(act, { uuid });
        const fields = { ...fieldsOf(template), code, name: name ?? template.name };
        return { fields, contents: contents.map(writtenOf) };
      }),
    /** Changes a template; equal content changes nothing. */
    async update(act: Act, body: SvcNotificationTemplateUpdateModel): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const before = await requireWhole(act, { uuid: body.uuid });
        requireVersion({ identifier: before.template.uuid, version: before.template.version }, body.version);
        const after = planUpdate(before, body);
        if (isSame(before, after)) return null;
        await requireFree(database, before.template, after.fields);
        const store = await planVersion(act, before, after);
        const locales = after.contents.map(({ locale }) => locale);
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateSaved, saved, { locales });
        };
      });
    },
    /** Makes a new version of an old one; code and type stay, as others may refer to them. */
    async restore(act: Act, { uuid, version }: { readonly uuid: string; readonly version: number }): Promise<void> {
      await writes.run(act.caller.tenantIdentifier, async () => {
        const before = await requireWhole(act, { uuid });
        const old = await findVersion(database, before.template.id, version);
        if (old === null) return failNotFound('TEMPLATE_VERSION_NOT_FOUND', { version, uuid });
        const { code, type, sensitive, system } = before.template;
        // A shipped sensitive template was so in every version; an old version of a person's may have been less strict.
        const kept = { code, type, sensitive: system ? sensitive : old.fields.sensitive };
        const store = await planVersion(act, before, { ...old, fields: { ...old.fields, ...kept } });
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateRestored, saved, { restored: version });
        };
      });
    },
    /** Makes a new version of the present shipped one. */
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
