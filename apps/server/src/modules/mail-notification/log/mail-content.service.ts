// Shows the content of mails to callers who may read it; each read is recorded.
import type { SvcNotificationMailContentModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { isLoopbackHost } from '../../../kernel/process/config-values.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Signing } from '../dkim/feature.ts';
import { mailEvents } from '../mail.events.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { composeMessage } from '../message/compose-message.ts';
import { type MailContent, readContent } from '../message/mail-content.ts';
import { findSealed, type SealedMail } from './mail-log.store.ts';
import { tenantOf } from './mail-query.ts';
import { type FindStronger, requireEqual } from './stronger-recipients.ts';

export interface MailContentParts extends Pick<Kernel, 'database' | 'config' | 'contents'> {
  readonly seal: Seal;
  readonly settings: MailSettings;
  readonly signing: Signing;
  readonly findStronger: FindStronger;
}

export function createMailContentService(parts: MailContentParts) {
  const { database, config, contents, seal, settings, signing, findStronger } = parts;
  /**
   * Says whether a sensitive content is shown: captured ones are for people who try the program out on their own
   * machine.
   */
  const showsSensitive = ({ status }: SealedMail): boolean => {
    const { listen, publicUrl, trustedProxies } = config;
    const isLocal =
      isLoopbackHost(listen.host) &&
      (publicUrl === null || isLoopbackHost(new URL(publicUrl).hostname)) &&
      trustedProxies.length === 0;
    return isLocal && status === 'CAPTURED' && settings.showSensitive.get(null);
  };
  const read = async (
    act: Act,
    uuid: string,
  ): Promise<{ readonly mail: SealedMail; readonly content: MailContent }> => {
    const mail = await findSealed(database, tenantOf(act.caller), uuid);
    if (mail === null) return failNotFound('MAIL_NOT_FOUND', { uuid });
    if (mail.sensitive && !showsSensitive(mail)) return fail('ACCESS_DENIED');
    await requireEqual(findStronger, database, act.caller, mail);
    const text = mail.sealed === null ? null : seal.open(mail.sealed, mail.uuid);
    if (text === null) return fail('CONTENT_EXPIRED');
    const subject = { name: mail.uuid, tenantIdentifier: mail.tenantIdentifier };
    await database.transaction((tx) => act.record(tx, mailEvents.contentRead, subject, { uuid: mail.uuid }));
    return { mail, content: readContent(text) };
  };
  return {
    async content(act: Act, uuid: string): Promise<SvcNotificationMailContentModel> {
      const { mail, content } = await read(act, uuid);
      return { uuid: mail.uuid, subject: content.subject, text: content.content, html: content.html ?? null };
    },
    async raw(act: Act, uuid: string) {
      const { mail, content } = await read(act, uuid);
      const from = { address: mail.sender, name: mail.senderName };
      const composed = await composeMessage({ ...mail, date: mail.dateCreated, from, content }, contents);
      const bytes = await signing.sign(composed, mail.dkimKeyId);
      return { bytes, mediaType: 'message/rfc822', fileName: `${mail.uuid}.eml` };
    },
  };
}

export type MailContentService = ReturnType<typeof createMailContentService>;
