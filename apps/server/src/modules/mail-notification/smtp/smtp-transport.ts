// Carries mails to the mail server of the configuration.
import type { MailServerAddress } from '../../../kernel/text/mail-server-address.ts';
import { SmtpLane, type SmtpTimeouts } from './smtp-lane.ts';
import type { MailTransport } from './transport.types.ts';

/** The one provider that the environment makes. Whoever sets it names a host of his own network as he likes. */
export function createSmtpTransport(server: MailServerAddress, timeouts?: SmtpTimeouts): MailTransport {
  return { providerCode: 'default', host: server.host, open: () => new SmtpLane(server, timeouts) };
}
