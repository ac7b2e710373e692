// Holds the types that the features of reports share.
import type { Caller } from '../../kernel/request/caller.ts';

/** Is somebody whose rights are asked for: a caller, or a person with what he holds now. */
export type RightHolder = Pick<Caller, 'tenantIdentifier' | 'roles' | 'authorities' | 'grants'>;
