// Changes the content of a template in one locale, checked against the version of that entry, so that two locales can
// be edited in parallel.
import { type SvcNotificationTemplateContentUpdateModel, templateLocalesMax } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { failStale, requireVersion } from '../../../kernel/records/version.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { canonicalLocale } from '../rendering/feature.ts';
import { templateEvents } from '../template.events.ts';
import { isSame } from './plan-update.ts';
import type { TemplateContent, TemplateWithContents, WrittenContent } from './record/template.types.ts';
import { fieldsOf, recordTemplate, type TemplateGround, writtenOf } from './template-ground.ts';
import { contentProblems } from './template-input.ts';

type ContentUpdate = SvcNotificationTemplateContentUpdateModel;

function readLocale(key: string): string {
  const message = 'Must be a locale such as tr-TR, or default.';
  return canonicalLocale(key) ?? invalid({ field: 'path.locale', code: 'LOCALE_INVALID', message });
}

/** Requires the version that the caller saw; none means that there was no entry. */
function requireSeen(
  { template }: TemplateWithContents,
  locale: string,
  before: TemplateContent | undefined,
  { uuid, version }: ContentUpdate,
): void {
  if (before !== undefined) {
    const found = { identifier: before.uuid, version: before.version };
    if (version == null || (uuid != null && uuid !== before.uuid)) failStale([{ ...found, index: 0 }]);
    else requireVersion(found, version);
  } else if (version != null) failNotFound('TEMPLATE_LOCALE_NOT_FOUND', { locale, templateCode: template.code });
}

/** Applies a change: an absent field stays; null clears it. */
function changedContent(locale: string, before: WrittenContent | undefined, body: ContentUpdate): WrittenContent {
  const kept = <T>(given: T | undefined, old: T | undefined, standard: T): T => given ?? old ?? standard;
  const cleared = (given: string | null | undefined, old: string | null | undefined) =>
    given === undefined ? (old ?? null) : given;
  return {
    locale,
    subject: cleared(body.subject, before?.subject),
    content: kept(body.content ?? undefined, before?.content, ''),
    sender: cleared(body.sender, before?.sender),
    contentType: kept(body.contentType ?? undefined, before?.contentType, 'STRING'),
    textContent: cleared(body.textContent, before?.textContent),
  };
}

function requireContent(whole: TemplateWithContents, before: WrittenContent | undefined, after: WrittenContent): void {
  const problems: ArgumentProblem[] = [...contentProblems('', whole.template.type, after)];
  if (after.content === '') problems.push({ field: 'content', code: 'REQUIRED', message: 'Must be given.' });
  if (problems.length > 0) invalid(...problems);
  if (before === undefined && whole.contents.length >= templateLocalesMax) {
    fail('TEMPLATE_LOCALE_LIMIT_REACHED', { parameters: { limit: templateLocalesMax } });
  }
}

export function createContentService({ writes, requireWhole, planVersion }: TemplateGround) {
  return {
    /** Makes a new version of the template; equal content changes nothing. */
    async update(
      act: Act,
      { uuid, locale: key, body }: { readonly uuid: string; readonly locale: string; readonly body: ContentUpdate },
    ): Promise<void> {
      const locale = readLocale(key);
      await writes.run(act.caller.tenantIdentifier, async () => {
        const whole = await requireWhole(act, { uuid });
        const before = whole.contents.find((one) => one.locale === locale);
        requireSeen(whole, locale, before, body);
        const changed = changedContent(locale, before, body);
        requireContent(whole, before, changed);
        const others = whole.contents.map((one) => (one.locale === locale ? changed : writtenOf(one)));
        const contents = before === undefined ? [...others, changed] : others;
        const after = { fields: fieldsOf(whole.template), contents };
        if (isSame(whole, after)) return null;
        const store = await planVersion(act, whole, after);
        return async (tx) => {
          const saved = await store(tx);
          await recordTemplate(tx, act, templateEvents.templateSaved, saved, { locales: [locale] });
        };
      });
    },
  };
}

export type ContentService = ReturnType<typeof createContentService>;
