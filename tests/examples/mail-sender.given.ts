// Arranges what the examples of senders need: a domain that is allowed, and a key of it.
import type { Arrange, ExampleWorld } from './given.ts';

let made = 0;

function newDomain(): string {
  made += 1;
  return `post-${made}.mail.example`;
}

const toBe: Arrange = ({ admin }) => ({ as: admin, values: { mailDomain: newDomain(), username: admin.username } });

async function sender({ admin }: ExampleWorld) {
  const mailDomain = newDomain();
  const { body } = await admin.sure.mailNotification.saveSender({ body: { domain: mailDomain } });
  return { as: admin, values: { sender: body.uuid, mailDomain, username: admin.username } };
}

async function key({ admin }: ExampleWorld) {
  const mailDomain = newDomain();
  const { body } = await admin.sure.mailNotification.saveDkimKey({ body: { domain: mailDomain, selector: 'spring' } });
  return { as: admin, values: { dkimKey: body.uuid, mailDomain, username: admin.username } };
}

/** Everything is published as it should be. */
async function published(world: ExampleWorld) {
  const mailDomain = newDomain();
  const { body } = await world.admin.sure.mailNotification.saveDkimKey({
    body: { domain: mailDomain, selector: 'spring' },
  });
  world.dns.set(mailDomain, ['v=spf1 include:_spf.relay.example -all']);
  world.dns.set('_spf.relay.example', ['v=spf1 ip4:203.0.113.0/24 -all']);
  world.dns.set(body.recordName, [body.recordValue]);
  world.dns.set(`_dmarc.${mailDomain}`, ['v=DMARC1; p=quarantine; rua=mailto:reports@mail.example']);
  return { as: world.admin, values: { dkimKey: body.uuid, mailDomain } };
}

export const senderGivens = {
  saveSender: toBe,
  querySenderPage: sender,
  deleteSender: sender,
  saveDkimKey: toBe,
  listDkimKeys: key,
  deleteDkimKey: key,
  checkSender: published,
} satisfies Readonly<Record<string, Arrange>>;
