// Finds the recipients of a schedule, and checks who may be written to.
import type { Database } from '../../../kernel/database/database.ts';
import { type ArgumentProblem, fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { Delivery, Recipient } from '../delivery/feature.ts';
import type { Runner } from '../execution/feature.ts';
import { mayBurst } from './burst/burst-input.ts';
import type { FindOwner } from './due/schedule-owner.ts';
import { isAddress } from './record/is-address.ts';
import type { ScheduleDelivery } from './record/schedule.types.ts';

export interface RecipientGround {
  readonly database: Database;
  readonly authentication: () => Pick<AuthenticationApi, 'findPeople' | 'findUserAddresses'>;
}

const MANAGE = 'REPORT_SCHEDULE_MANAGE';
const EXTERNAL = 'REPORT_DELIVER_EXTERNAL';

/** Lists of addresses; `toUserList` holds names. */
const ADDRESS_LISTS = ['toList', 'ccList', 'onFailureToList'] as const;

/** Is whom a delivery names. */
type Lists = Pick<ScheduleDelivery, (typeof ADDRESS_LISTS)[number] | 'toUserList'>;

function problemsOf(
  lists: Lists,
  field: keyof Lists,
  wrong: readonly string[],
  code: 'INVALID_EMAIL_ADDRESS' | 'NOT_ALLOWED',
  message: string,
) {
  const bad = new Set(wrong);
  return (lists[field] ?? []).flatMap((one, index): ArgumentProblem[] =>
    bad.has(one) ? [{ field: `delivery.${field}[${index}]`, code, message }] : [],
  );
}

export type CheckRecipients = ReturnType<typeof createCheckRecipients>;

export function createCheckRecipients({ database, authentication }: RecipientGround) {
  async function own({ caller: { tenantIdentifier, username } }: Runner): Promise<string | null> {
    const [person] = await authentication().findPeople(database, tenantIdentifier, [foldName(username)]);
    return person?.emailVerified === true && person.email !== null ? foldName(person.email) : null;
  }

  /** Answers those of the addresses that the runner may not write to. */
  async function refusedAddresses(runner: Runner, addresses: readonly string[]): Promise<readonly string[]> {
    const { caller } = runner;
    if (addresses.length === 0) return [];
    if (!caller.holds(MANAGE)) {
      const mine = await own(runner);
      return addresses.filter((address) => foldName(address) !== mine);
    }
    if (caller.holds(EXTERNAL)) return [];
    const known = new Set(await authentication().findUserAddresses(database, caller.tenantIdentifier, addresses));
    return addresses.filter((address) => !known.has(address));
  }

  const refusedUsers = ({ caller }: Runner, names: readonly string[]): readonly string[] =>
    caller.holds(MANAGE) ? [] : names.filter((name) => foldName(name) !== foldName(caller.username));

  async function unknownUsers({ caller: { tenantIdentifier } }: Runner, names: readonly string[]) {
    if (names.length === 0) return [];
    const found = await authentication().findPeople(database, tenantIdentifier, names.map(foldName));
    const known = new Set(found.map(({ usernameFolded }) => usernameFolded));
    return names.filter((name) => !known.has(foldName(name)));
  }

  return {
    /**
     * Fails with 422 REPORT_RECIPIENT_INVALID, then REPORT_RECIPIENT_NOT_ALLOWED, each with all recipients concerned.
     */
    async require(runner: Runner, lists: Lists): Promise<void> {
      const { toUserList } = lists;
      const addresses = ADDRESS_LISTS.flatMap((field) => lists[field] ?? []);
      const malformed = addresses.filter((address) => !isAddress(address));
      const unknown = await unknownUsers(runner, toUserList ?? []);
      const invalid = [
        ...ADDRESS_LISTS.flatMap((field) =>
          problemsOf(lists, field, malformed, 'INVALID_EMAIL_ADDRESS', 'Must be one mail address.'),
        ),
        ...problemsOf(lists, 'toUserList', unknown, 'NOT_ALLOWED', 'Nobody has this name.'),
      ];
      if (invalid.length > 0) fail('REPORT_RECIPIENT_INVALID', { errorArguments: invalid });
      const refused = await refusedAddresses(runner, addresses);
      const others = refusedUsers(runner, toUserList ?? []);
      const notAllowed = [
        ...ADDRESS_LISTS.flatMap((field) => problemsOf(lists, field, refused, 'NOT_ALLOWED', 'May not be written to.')),
        ...problemsOf(lists, 'toUserList', others, 'NOT_ALLOWED', 'May not be written to.'),
      ];
      if (notAllowed.length > 0) fail('REPORT_RECIPIENT_NOT_ALLOWED', { errorArguments: notAllowed });
    },
    /** Says whether the sender may write to a recipient, by present authorities. */
    async isAllowed(runner: Runner, { recipient, isUser }: Recipient): Promise<boolean> {
      if (isUser) return refusedUsers(runner, [recipient]).length === 0;
      return (await refusedAddresses(runner, [recipient])).length === 0;
    },
  };
}

/**
 * Creates the check before each mail: authorities may have been lost since the run was planned. A requester may always
 * be notified of the own run.
 */
export function createRefusalOf(check: CheckRecipients, findOwner: FindOwner) {
  return async (delivery: Delivery): Promise<string | null> => {
    const { kind, tenantIdentifier, sender } = delivery;
    if (kind === 'STOPPED' || kind === 'END') return null;
    const owner = await findOwner({ tenantIdentifier, ownerUsername: sender });
    if (owner === 'HELD') throw new Error('the tenant of a mail is disabled, which it learns soon');
    if (owner === 'GONE') return 'REPORT_ACCESS_LOST';
    if (delivery.recipientColumn !== null && !mayBurst(owner)) return 'REPORT_RECIPIENT_NOT_ALLOWED';
    return (await check.isAllowed(owner, delivery)) ? null : 'REPORT_RECIPIENT_NOT_ALLOWED';
  };
}
