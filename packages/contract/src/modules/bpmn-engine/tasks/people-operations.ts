// Gathers what people do around tasks: who is tied to one, what is asked, said and attached, and the same act on many.
import { attachmentOperations } from './attachment-operations.ts';
import { commentOperations } from './comment-operations.ts';
import { formOperations } from './form-operations.ts';
import { identityLinkOperations } from './identity-link-operations.ts';
import { taskBulkOperations } from './task-bulk-operations.ts';

export const peopleOperations = {
  ...attachmentOperations,
  ...commentOperations,
  ...formOperations,
  ...identityLinkOperations,
  ...taskBulkOperations,
} as const;
