// Divides the rows of a run by recipient: each one's own rows, and those without a recipient.
import { reportFailuresShown } from '@keelson/contract';
import type { Database } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { AuthenticationApi } from '../../../authentication/api.ts';
import type { Recipient } from '../../delivery/feature.ts';
import { countEmpty, type Execution, indexParts, listPartValues, VALUE_LENGTH_MAX } from '../../run/feature.ts';
import { findSnapshot } from '../../snapshot/feature.ts';
import { isAddress } from '../record/is-address.ts';
import type { ScheduleBurst, Unserved } from '../record/schedule.types.ts';
import { recipientsMaxOf } from './burst-input.ts';

export interface DivideGround {
  readonly database: Database;
  readonly authentication: () => Pick<AuthenticationApi, 'findPeople'>;
}

/** A recipient with the own rows. */
export interface Share extends Recipient {
  readonly rowCount: number;
}

export type Division =
  | { readonly kind: 'FAILED'; readonly errorCode: string }
  | {
      readonly kind: 'DIVIDED';
      /** The recipient's column in the table of the snapshot. */
      readonly column: string;
      readonly shares: readonly Share[];
      /** The first values without a recipient. */
      readonly unserved: readonly Unserved[];
      /** Number of rows of all values without a recipient. */
      readonly unservedRowCount: number;
    };

export type DivideRows = ReturnType<typeof createDivideRows>;

const failed = (errorCode: string): Division => ({ kind: 'FAILED', errorCode });

export function createDivideRows({ database, authentication }: DivideGround) {
  /** Creates the function that finds recipients; a value is looked up as a username before it counts as an address. */
  async function createKindOf(tenantIdentifier: string, values: readonly string[]) {
    const people = await authentication().findPeople(database, tenantIdentifier, [...new Set(values.map(foldName))]);
    const known = new Set(people.map(({ usernameFolded }) => usernameFolded));
    return (value: string): 'USER' | 'ADDRESS' | 'NOBODY' => {
      if (value.length >= VALUE_LENGTH_MAX) return 'NOBODY';
      if (known.has(foldName(value))) return 'USER';
      return isAddress(value) ? 'ADDRESS' : 'NOBODY';
    };
  }

  /**
   * Divides the rows. Values are counted before their recipients are looked up: a column with too many is none of
   * recipients.
   */
  return async (burst: ScheduleBurst, { tenantIdentifier, snapshotId }: Execution): Promise<Division> => {
    const snapshot = snapshotId === null ? null : await findSnapshot(database, snapshotId);
    if (snapshot === null) return failed('REPORT_OUTPUT_EXPIRED');
    const column = snapshot.columns.find(({ name }) => name === burst.recipientColumn);
    if (column?.type !== 'STRING') return failed('REPORT_RECIPIENT_INVALID');
    const most = recipientsMaxOf(burst);
    const values = await listPartValues(database, snapshot, column, most + 1);
    if (values.length > most) return failed('REPORT_TOO_MANY_RECIPIENTS');
    const empty = await countEmpty(database, snapshot, column);
    const kindOf = await createKindOf(
      tenantIdentifier,
      values.map(({ value }) => value),
    );
    const shares = values.flatMap(({ value, rowCount }): Share[] => {
      const kind = kindOf(value);
      return kind === 'NOBODY' ? [] : [{ recipient: value, isUser: kind === 'USER', rowCount }];
    });
    if (shares.length > 0) await indexParts(database, snapshot, column);
    const nobody = values.filter(({ value }) => kindOf(value) === 'NOBODY');
    const unserved: Unserved[] = [
      ...(empty > 0 ? [{ recipient: null, rowCount: empty }] : []),
      ...nobody.map(({ value, rowCount }) => ({ recipient: value.slice(0, VALUE_LENGTH_MAX - 1), rowCount })),
    ];
    return {
      kind: 'DIVIDED',
      column: column.column,
      shares,
      unserved: unserved.slice(0, reportFailuresShown),
      unservedRowCount: unserved.reduce((sum, { rowCount }) => sum + rowCount, 0),
    };
  };
}
