// Holds examples of sessions that are closed.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { sessionContract } from '../module.ts';

export const closingExamples = {
  systemClose: { body: example.session },
  systemCloseAll: { query: { exceptCurrent: true } },
  close: { body: example.otherSession },
  closeAllByUser: { query: { exceptCurrent: true } },
  close1: { body: { identifier: example.session } },
  closeAll: { query: { exceptCurrent: true } },
  closeAll2: { params: { username: example.username } },
  closeAllIdentifiers: { body: [example.session, example.otherSession] },
  closeAllSessions: { body: [{ identifier: example.session }, { identifier: example.otherSession }] },
  closeAllSessionsByUser: { body: [{ identifier: example.otherSession }] },
  closeAllUsers: { body: [example.username, example.otherUsername] },
  closeByUser: { body: example.otherSession },
  closeByQuery: { query: { dryRun: true }, body: { usernameList: [example.username] }, answer: 2 },
} satisfies Partial<ExamplesOf<typeof sessionContract>>;
