// Describes a screen: its path, what it needs, and where its component comes from.
import type { ComponentType } from 'react';
import type { PageName } from '../../lib/address.ts';
import type { OperationName } from '../../lib/session.ts';

export interface Screen {
  readonly page: PageName;
  /** Operation that loads the screen; who may not call it reads what is missing. Null: whoever is signed in. */
  readonly operation: OperationName | null;
  readonly load: () => Promise<ComponentType>;
}
