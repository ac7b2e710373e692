// Puts together what a mail says: the rendered texts, and what its request adds to them.
import type { MailContent } from '../message/mail-content.ts';
import type { SendRequest } from './sending.types.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  /** Is null for a text mail. */
  readonly html: string | null;
}

/** Files of a request come to its content here. */
export function contentOf(
  { subject, text, html }: RenderedMail,
  { replyTo, inReplyTo, headers }: Pick<SendRequest, 'replyTo' | 'inReplyTo' | 'headers'>,
): MailContent {
  return {
    subject,
    content: text,
    ...(html === null ? {} : { html }),
    ...(replyTo.length === 0 ? {} : { replyTo }),
    ...(inReplyTo === null ? {} : { inReplyTo }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}
