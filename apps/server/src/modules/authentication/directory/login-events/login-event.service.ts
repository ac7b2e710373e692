// Shows login events: to everybody their own, to auditors those of the tenant. They are read where they were recorded.

import {
  loginEventKinds,
  loginEventSortStandard,
  resolvePageable,
  type SvcLoginEventModel,
  type SvcLoginEventQueryModel,
  type SvcOwnLoginEventQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { EventQuery } from '../../../../kernel/records/event-reader.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import { parseAddressRange } from '../../../../kernel/text/address-range.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { refuseReversedRange } from '../../ground/date-range.ts';
import { requireTenant } from '../required-grants.ts';
import { findUserByFoldedName } from '../user.store.ts';
import { toSvcLoginEvent } from './login-event.wire.ts';

type LoginEventPage = ReturnType<typeof pageBody<SvcLoginEventModel, string>>;

const newestFirst = resolvePageable({ pageSize: 1 }, loginEventSortStandard);

function later(left: Date | null, right: Date | null): Date | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}

export function createLoginEventService({ database, eventReader }: Pick<Kernel, 'database' | 'eventReader'>) {
  const filtersOf = (model: SvcOwnLoginEventQueryModel) => {
    const { dateCreatedFrom: from, dateCreatedTo: to, ipAddress: addressRange = null, kindList } = model;
    refuseReversedRange('dateCreated', from, to);
    if (addressRange !== null && parseAddressRange(addressRange) === null) {
      invalid({ field: 'ipAddress', code: 'FORMAT', message: 'An address or a CIDR range, IPv4 or IPv6.' });
    }
    return {
      addressRange,
      kinds: kindList ?? loginEventKinds,
      from: typeof from === 'string' ? new Date(from) : null,
      to: typeof to === 'string' ? new Date(to) : null,
    };
  };

  /**
   * Answers from when on the name belongs to this user: others may have had it before. Null for users whom no directory
   * knows.
   */
  const namedSince = async ({ tenantIdentifier, username }: Caller): Promise<Date | null> => {
    const user = await findUserByFoldedName(database, tenantIdentifier, foldName(username));
    const kinds = ['authentication.user-renamed'];
    const { events } = await eventReader.page({ tenantIdentifier, kinds, subjects: [username] }, newestFirst);
    return later(user?.dateCreated ?? null, events[0]?.recordedAt ?? null);
  };

  /** Answers the name as given, and as the directory spells it; a deleted user is in no directory. */
  const spellingsOf = async (tenantIdentifier: string, username: string): Promise<readonly string[]> => {
    const user = await findUserByFoldedName(database, tenantIdentifier, foldName(username));
    return user === null ? [username] : [username, user.username];
  };

  const page = async (query: EventQuery, pageable: SvcOwnLoginEventQueryModel['pageable']): Promise<LoginEventPage> => {
    const request = resolvePageable(pageable, loginEventSortStandard);
    const { events, total } = await eventReader.page(query, request);
    return pageBody(events.map(toSvcLoginEvent), total, request);
  };

  return {
    async pageOfCaller(model: SvcOwnLoginEventQueryModel, caller: Caller): Promise<LoginEventPage> {
      const filters = filtersOf(model);
      const { tenantIdentifier, username } = caller;
      const from = later(await namedSince(caller), filters.from);
      return page({ ...filters, from, tenantIdentifier, subjects: [username] }, model.pageable);
    },
    async pageOfTenant(model: SvcLoginEventQueryModel, caller: Caller): Promise<LoginEventPage> {
      const filters = filtersOf(model);
      const { username = null } = model;
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      const subjects = username === null ? null : await spellingsOf(tenantIdentifier, username);
      return page({ ...filters, tenantIdentifier, subjects }, model.pageable);
    },
  };
}

export type LoginEventService = ReturnType<typeof createLoginEventService>;
