// Arranges what the examples of suppressed addresses and preferences need.
import { asAdmin, asSomebody, type ExampleWorld } from './given.ts';

async function suppressed({ admin, name }: ExampleWorld) {
  const email = `${name('kept')}@mail.example`;
  await admin.sure.mailNotification.saveSuppression({ body: { address: email } });
  return { as: admin, values: { email } };
}

async function opinionated({ somebody }: ExampleWorld) {
  const person = await somebody();
  await person.sure.mailNotification.savePreference({ body: [{ group: 'newsletter', enabled: false }] });
  return { as: person };
}

const linked = ({ mailbox, name }: ExampleWorld) => ({
  as: null,
  values: { linkToken: mailbox!.unsubscribeToken(`${name('reader')}@mail.example`, 'newsletter') },
});

export const suppressionGivens = {
  querySuppressionPage: suppressed,
  saveSuppression: asAdmin,
  removeSuppression: suppressed,
  getPreference: opinionated,
  savePreference: asSomebody,
  showUnsubscribe: linked,
  unsubscribe: linked,
};
