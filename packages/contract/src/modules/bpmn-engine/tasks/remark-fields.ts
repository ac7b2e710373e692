// Holds what operations on comments and attachments share: where they are, which page is asked for, who may.

import { pageNumberMax, pageSizeDefault, pageSizeMax } from '../../../models/paging.ts';
import { closed, integer, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';

const engineIdMax = 64;
const idMax = { minLength: 1, maxLength: engineIdMax } as const;
const ofTask = { id: text('Id of the task.', idMax) } as const;
const ofInstance = { id: text('Id of the instance.', idMax) } as const;

export const remarkSortStandard = { properties: ['time'], direction: 'DESC' } as const;

/** Query of GET, which has no body to carry `pageable`. */
export const remarkPageQuery = closed({
  pageNumber: maybe(integer('Page, from 0; default 0.', { minimum: 0, maximum: pageNumberMax })),
  pageSize: maybe(integer(`Rows of a page; default ${pageSizeDefault}.`, { minimum: 1, maximum: pageSizeMax })),
});

/** The parameter that names one of them. */
export function oneOf<const N extends string>(name: N, description: string) {
  const one = { [name]: uuid(description) } as { readonly [K in N]: ReturnType<typeof uuid> };
  return { ofTask: closed({ ...ofTask, ...one }), ofInstance: closed({ ...ofInstance, ...one }) } as const;
}

export const remarksOfTask = {
  params: closed(ofTask),
  readers: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
  writers: authority('BPMN_TASK', 'BPMN_TASK_MANAGE'),
} as const;

export const remarksOfInstance = {
  params: closed(ofInstance),
  readers: ownOr('BPMN_INSTANCE_VIEW'),
  writers: ownOr('BPMN_INSTANCE_MANAGE'),
} as const;
