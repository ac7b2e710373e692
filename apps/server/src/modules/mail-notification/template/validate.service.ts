// Checks whether a template can be saved, as saving it would, and stores nothing.
import type { SvcNotificationTemplateValidateModel, SvcNotificationTemplateValidationModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { failExists, planUpdate, requireFree } from './plan-update.ts';
import { findSameCode } from './record/template.store.ts';
import { type Library, placeDraft } from './rendered/template-sources.ts';
import { knownOf, type TemplateGround } from './template-ground.ts';
import { readTemplate } from './template-input.ts';

export function createValidateService({ database, storing, sources, requireWhole }: TemplateGround) {
  const compileNew = async (act: Act, body: SvcNotificationTemplateValidateModel) => {
    const { tenantIdentifier } = act.caller;
    const { fields, contents } = readTemplate(body);
    await storing.ensure(tenantIdentifier);
    if ((await findSameCode(database, tenantIdentifier, fields.code)) !== null) failExists(fields.code);
    const compiled = await sources.compile(tenantIdentifier, { fields, contents, known: new Set() });
    return { contents, compiled };
  };
  /** Compiles a change with the templates that use it. */
  const compileChange = async (act: Act, uuid: string, body: SvcNotificationTemplateValidateModel) => {
    const { tenantIdentifier } = act.caller;
    const before = await requireWhole(act, { uuid });
    const after = planUpdate(before, body);
    await requireFree(database, before.template, after.fields);
    const library: Library = new Map();
    const compiled = await sources.compile(tenantIdentifier, { ...after, known: knownOf(before) }, library);
    const draft = { ...after, compiled };
    placeDraft(library, draft);
    await sources.compileUsers(tenantIdentifier, [draft], library);
    return { contents: after.contents, compiled };
  };
  return {
    /** Answers the problems of each content. */
    async validate(
      act: Act,
      body: SvcNotificationTemplateValidateModel,
    ): Promise<SvcNotificationTemplateValidationModel> {
      const { uuid } = body;
      const { contents, compiled } = await (uuid == null ? compileNew(act, body) : compileChange(act, uuid, body));
      const found = contents.map(({ locale }, index) => {
        const { resolvedContentType, variableList } = compiled[index]!;
        return [locale, { resolvedContentType, variableList }] as const;
      });
      return { contentMap: Object.fromEntries(found) };
    },
  };
}

export type ValidateService = ReturnType<typeof createValidateService>;
