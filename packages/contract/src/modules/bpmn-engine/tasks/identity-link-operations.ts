// Declares who else is tied to a task beside its assignee and owner: candidates, watchers, and types of one's own.
import { type Static, Type } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { closed, list, nullable, optional, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

const engineIdMax = 64;
const nameMax = 255;
/** Pattern of types of links, without assignee and owner, which are fields of the task. */
const typePattern = '^(?!(?:assignee|owner)$)[A-Za-z][A-Za-z0-9_-]{0,63}$';

const type = Type.String({
  pattern: typePattern,
  description: 'candidate, watcher, or a type of your own; assignee and owner are fields of the task.',
});
const named = (description: string) => optional(text(description, { minLength: 1, maxLength: nameMax }));
const link = { type, user: named('User; or a group.'), group: named('Group; or a user.') } as const;
const oneHolder = { fields: ['user', 'group'], exclusive: true } as const;

export const SvcBpmnIdentityLinkModel = closed(
  {
    type: text('candidate, watcher, or a type of your own.'),
    user: nullable(text('User; null for a group.')),
    group: nullable(text('Group; null for a user.')),
  },
  'SvcBpmnIdentityLinkModel',
);
export type SvcBpmnIdentityLinkModel = Static<typeof SvcBpmnIdentityLinkModel>;

export const SvcBpmnSaveIdentityLinkModel = needing(closed(link), 'SvcBpmnSaveIdentityLinkModel', oneHolder);
export type SvcBpmnSaveIdentityLinkModel = Static<typeof SvcBpmnSaveIdentityLinkModel>;

const at = {
  path: '/task/{id}/identity-links',
  params: closed({ id: text('Id of the task.', { minLength: 1, maxLength: engineIdMax }) }),
} as const;
const access = authority('BPMN_TASK', 'BPMN_TASK_MANAGE');
const errors = ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED', 'INSTANCE_SUSPENDED', 'PROCESS_EXECUTION_FAILED'] as const;

export const identityLinkOperations = {
  getIdentityLinks: operation({
    ...at,
    method: 'GET',
    summary: 'Who is tied to a task',
    description: 'By whoever sees the task. Candidates, then the others in the order in which they were added.',
    access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcBpmnIdentityLinkModel, 'Links of the task.') },
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED'],
  }),
  addIdentityLink: operation({
    ...at,
    method: 'POST',
    summary: 'Ties a user or a group to a task',
    description:
      'By the assignee, or with BPMN_TASK_MANAGE. Candidates may see and claim the task; other types grant nothing. One that is there already stays.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnSaveIdentityLinkModel },
    errors,
  }),
  removeIdentityLink: operation({
    ...at,
    method: 'DELETE',
    summary: 'Unties a user or a group from a task',
    description: 'By the assignee, or with BPMN_TASK_MANAGE. One that is not there is none.',
    access,
    effect: 'write',
    query: needing(closed(link), 'SvcBpmnRemoveIdentityLinkModel', oneHolder),
    errors,
  }),
} as const;
