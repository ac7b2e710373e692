// Finds, for the recipients of mails that are being accepted, the reasons not to send.
import type { Database, Queryable } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { foldMailAddress } from '../../../kernel/text/mail-address.ts';
import { type AskedMail, findRefusal, type Refusal } from './record/find-refusal.ts';
import { listPreferences } from './record/preference.store.ts';
import { createSuppressionReader, listSuppressions, type SuppressionOf } from './record/suppression.store.ts';

/** Addresses up to which they are read one by one, together with those of other requests. */
const ALONE_MAX = 4;

type ListSuppressions = (addresses: readonly string[]) => Promise<SuppressionOf[]>;

export interface AskedRecipient {
  readonly address: string;
  /** User of the address; null: it is not known, so that no preferences count. */
  readonly username: string | null;
}

/** Entries about the recipients of one request, for each of its mails. */
export interface Refusals {
  /** Finds the reason against a recipient; null where the mail may be sent. */
  of(mail: AskedMail, recipient: AskedRecipient): Refusal | null;
}

export type ReadRefusals = (
  queryable: Queryable,
  tenantIdentifier: string,
  recipients: readonly AskedRecipient[],
  now: number,
) => Promise<Refusals>;

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Reads once for all recipients, through the connection or transaction given. */
export function createReadRefusals(database: Database): ReadRefusals {
  const ofAddress = createSuppressionReader(database);
  return (queryable, tenantIdentifier, recipients, now) => {
    const list: ListSuppressions = async (addresses) =>
      queryable === database && addresses.length <= ALONE_MAX
        ? (await Promise.all(addresses.map((address) => ofAddress(tenantIdentifier, address)))).flat()
        : listSuppressions(queryable, tenantIdentifier, addresses);
    return readRefusals(list, queryable, tenantIdentifier, recipients, now);
  };
}

async function readRefusals(
  list: ListSuppressions,
  queryable: Queryable,
  tenantIdentifier: string,
  recipients: readonly AskedRecipient[],
  now: number,
): Promise<Refusals> {
  const addresses = [...new Set(recipients.map(({ address }) => foldMailAddress(address)))];
  const names = [...new Set(recipients.flatMap(({ username }) => (username === null ? [] : [foldName(username)])))];
  const found = addresses.length === 0 ? [] : await list(addresses);
  const preferences = names.length === 0 ? [] : await listPreferences(queryable, tenantIdentifier, names);
  const suppressions = grouped(found, ({ addressFolded }) => addressFolded);
  const optOuts = new Map(
    preferences.map(({ usernameFolded, entries }) => [usernameFolded, entries.filter(({ enabled }) => !enabled)]),
  );
  return {
    of(mail, { address, username }) {
      const known = {
        suppressions: suppressions.get(foldMailAddress(address)) ?? [],
        optOuts: username === null ? [] : (optOuts.get(foldName(username)) ?? []),
      };
      return findRefusal(mail, known, now);
    },
  };
}
