// Puts together the content of a mail: the rendered texts, and the parts of its request.
import { requireInlineMatch, requireSendable } from '../attachment/feature.ts';
import type { MailAttachment, MailContent } from '../message/mail-content.ts';
import type { SendRequest } from './sending.types.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  /** Null for a text mail. */
  readonly html: string | null;
}

/** Makes the content; 422 INLINE_ATTACHMENT_MISMATCH, 413 MAIL_TOO_LARGE. */
export function contentOf(
  { subject, text, html }: RenderedMail,
  { replyTo, inReplyTo, headers }: Pick<SendRequest, 'replyTo' | 'inReplyTo' | 'headers'>,
  attachments: readonly MailAttachment[],
  sizeMax: number | null,
): MailContent {
  const content: MailContent = {
    subject,
    content: text,
    ...(html === null ? {} : { html }),
    ...(replyTo.length === 0 ? {} : { replyTo }),
    ...(inReplyTo === null ? {} : { inReplyTo }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  requireInlineMatch(content);
  requireSendable(content, sizeMax);
  return content;
}
