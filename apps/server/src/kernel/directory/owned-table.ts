// Declares whose the rows of a table are, so that they end with a tenant and follow a person.
import type { PersonRows } from '../database/hand-over-rows.ts';

/** A table with rows of tenants or persons; names and conditions are constants of the program. */
export interface OwnedTable {
  readonly table: string;
  /**
   * What becomes of the rows of a tenant that is deleted. EMPTIED: a job deletes them by `tenant_identifier`, table
   * after table in the declared order; a condition finds rows that do not name their tenant, $1. BY_MODULE: a hook of
   * the module deletes them.
   */
  readonly tenant: 'EMPTIED' | 'BY_MODULE' | { readonly emptiedWhere: string };
  /**
   * Says that the rows of `tenant_identifier` and `username_folded` are a person's own: they are deleted with the person. They are
   * handed over to another name as described, or by a hook of the module.
   */
  readonly own?: { readonly handedOver: Omit<PersonRows, 'table'> | 'BY_MODULE' };
  /** Says which columns name a person beside the tenant: they follow a rename, and stay when the person is deleted. */
  readonly naming?: {
    readonly name: string;
    readonly folded: string;
    /** Order in which rows are locked; that of `id` where it is absent. */
    readonly order?: string;
    /** Leaves the rows to the job: there may be a million. */
    readonly byJob?: true;
  };
}
