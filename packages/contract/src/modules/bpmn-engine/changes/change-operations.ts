// Gathers what changes running instances by hand.
import { migrateOperations } from './migrate-operations.ts';
import { modifyOperations } from './modify-operations.ts';

export const changeOperations = { ...migrateOperations, ...modifyOperations } as const;
