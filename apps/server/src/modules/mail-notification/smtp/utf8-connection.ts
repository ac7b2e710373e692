// Extends nodemailer's connection, which also announces letters beyond ASCII to the server that are in the headers alone.
import SMTPConnection from 'nodemailer/lib/smtp-connection';

type Say = (command: string, logged?: string) => void;
const say = Reflect.get(SMTPConnection.prototype, '_sendCommand') as Say;

export class Utf8Connection extends SMTPConnection {
  /**
   * True where the next mail has such letters in its headers (RFC 6531, 3.4); nodemailer looks for them in the
   * envelope.
   */
  hasUtf8Headers = false;

  _sendCommand(command: string, logged?: string): void {
    const lacksUtf8 = this.hasUtf8Headers && command.startsWith('MAIL FROM:') && !/ SMTPUTF8\b/.test(command);
    say.call(this, lacksUtf8 ? `${command} SMTPUTF8` : command, logged);
  }
}
