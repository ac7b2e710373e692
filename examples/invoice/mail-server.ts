// Takes mails by SMTP and lays them down in a folder for each recipient, so that whoever walks through the example sees what has arrived.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import PostalMime from 'postal-mime';
import {
  type ReceivedMail,
  startScriptedServer,
} from '../../apps/server/src/modules/mail-notification/smtp/scripted-smtp.fixture.ts';

const [port, place = 'mails'] = process.argv.slice(2);

/** Writes what a mail says behind those that came before it, and each of its files under its own name. */
async function layDown({ to, data }: ReceivedMail): Promise<void> {
  const { subject, text, attachments: files } = await PostalMime.parse(data);
  const names = files.map(({ filename, mimeType }) => `[${filename ?? 'without a name'}: ${mimeType}]\n`).join('');
  for (const recipient of to) {
    const folder = join(place, basename(recipient));
    mkdirSync(folder, { recursive: true });
    for (const { filename, content } of files)
      writeFileSync(join(folder, basename(filename ?? 'file')), Buffer.from(content as ArrayBuffer));
    appendFileSync(join(folder, 'mails.txt'), `Subject: ${subject}\n\n${text}\n${names}\n`);
  }
}

const server = await startScriptedServer(undefined, Number(port));
server.script = (command) => {
  const [mail] = command === 'MESSAGE' ? server.seen.splice(0) : [];
  if (mail !== undefined) void layDown(mail);
  return undefined;
};
process.once('SIGTERM', () => void server.stop());
