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

export const senderGivens = {
  saveSender: toBe,
  querySenderPage: sender,
  deleteSender: sender,
  saveDkimKey: toBe,
  listDkimKeys: key,
  deleteDkimKey: key,
} satisfies Readonly<Record<string, Arrange>>;
