// Declares what a check of a sender's domain answers.
import type { Static } from 'typebox';
import { choice, closed, dateTime, flag, integer, list, nullable, text, uuid } from '../../../models/schema.ts';

const result = (of: string) =>
  choice(
    ['FOUND', 'NONE', 'PERMERROR', 'TEMPERROR'],
    `${of} FOUND: published. NONE: not published. PERMERROR: published, but nobody can use it. TEMPERROR: the name service did not say.`,
  );
const shownAs = 'Bytes that are no visible ASCII stand as \\DDD.';

const SvcNotificationSenderProblemModel = closed(
  {
    code: choice(
      [
        'TIMEOUT',
        'SERVER_FAILED',
        'ANSWER_TOO_LARGE',
        'RECORD_MISSING',
        'SEVERAL_RECORDS',
        'RECORD_INVALID',
        'LOOP',
        'TOO_MANY_LOOKUPS',
        'KEY_DIFFERENT',
        'KEY_REVOKED',
        'KEY_TESTING',
      ],
      'What is wrong. RECORD_MISSING: of a name that an SPF record includes. TOO_MANY_LOOKUPS: SPF allows 10. KEY_TESTING: the record asks not to be heeded.',
    ),
    recordName: text('Name whose record or answer it is about.'),
    term: nullable(text('Term of the SPF record that is wrong, or one too many; null where it is about the whole.')),
  },
  'SvcNotificationSenderProblemModel',
);
const problem = (of: string) => nullable(SvcNotificationSenderProblemModel, of);

const spf = closed(
  {
    result: result('Of the record and everything that it includes.'),
    problem: problem('The first thing that is wrong; null: nothing.'),
    record: nullable(text(`Record of the domain itself, the first of several. ${shownAs}`)),
    all: nullable(
      choice(
        ['PASS', 'NEUTRAL', 'SOFTFAIL', 'FAIL'],
        'What it says of servers that it does not name, also by a redirect; null: nothing, or nobody knows.',
      ),
    ),
    lookupCount: integer('Look-ups that whoever evaluates all of it needs, as far as it was followed; 10 are allowed.'),
    recordList: list(
      closed({ recordName: text('Name.'), record: text(`Record. ${shownAs}`) }, 'SvcNotificationSenderSpfRecordModel'),
      'SPF records that were read, in the order in which they are evaluated.',
    ),
  },
  'SvcNotificationSenderSpfModel',
);

const dkimKey = closed(
  {
    uuid: uuid('Key.'),
    selector: text('Selector.'),
    recordName: text('Name where its record belongs.'),
    result: result('Of the record, which has to hold this key.'),
    problem: problem('What is wrong; null: nothing.'),
    record: nullable(text(`Record, the first of several. ${shownAs}`)),
  },
  'SvcNotificationSenderDkimKeyModel',
);

const dkim = closed(
  {
    result: result('Of the key that signs, which is the newest one; NONE as well where the domain has no key.'),
    keyList: list(dkimKey, 'The 10 newest keys, the newest first.'),
  },
  'SvcNotificationSenderDkimModel',
);

const alignment = (of: string) =>
  nullable(choice(['RELAXED', 'STRICT'], `Whether the domain of ${of} may be another one of the same organisation.`));
const dmarc = closed(
  {
    result: result('Of the record that holds for the domain.'),
    problem: problem('What is wrong; null: nothing.'),
    recordName: nullable(text('Name at which it stands: of the domain, or of one above it.')),
    record: nullable(text(`Record. ${shownAs}`)),
    inherited: flag('It is that of a domain above.'),
    policy: nullable(
      choice(
        ['NONE', 'QUARANTINE', 'REJECT'],
        'What becomes of mails of this domain that neither SPF nor DKIM proves.',
      ),
    ),
    dkimAlignment: alignment('the signature'),
    spfAlignment: alignment('the return path'),
  },
  'SvcNotificationSenderDmarcModel',
);

export const SvcNotificationSenderCheckModel = closed(
  {
    domain: text('Domain, A-labels.'),
    dateChecked: dateTime('When it was checked.'),
    spf,
    dkim,
    dmarc,
    oneClick: flag(
      'Mails with a group offer to unsubscribe by one click. False: KEELSON_PUBLIC_URL does not begin with https.',
    ),
  },
  'SvcNotificationSenderCheckModel',
);
export type SvcNotificationSenderCheckModel = Static<typeof SvcNotificationSenderCheckModel>;
