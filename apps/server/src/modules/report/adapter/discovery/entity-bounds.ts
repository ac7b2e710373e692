// Bounds what discovery lists of tables and data sets.
import { adapterEntitiesMax } from '@keelson/contract';

export const ENTITIES_MAX = adapterEntitiesMax;
/** Columns of all adapters of one answer: some two megabytes. */
export const ENTITY_COLUMNS_MAX = 20_000;
