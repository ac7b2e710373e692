// Ties people and groups to a task beside its assignee and owner: candidates, watchers, and types of their own.
import type { OpenTask, TaskLink, TaskUpdate } from '@keelson/bpmn-core';
import type { SvcBpmnIdentityLinkModel, SvcBpmnSaveIdentityLinkModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { DONE, type RunOnTask } from './run-on-task.ts';
import { requireHolder } from './task-change.service.ts';

/** Type of the links that are candidates. */
const CANDIDATE = 'candidate';

export function createIdentityLinkService({ clock, run }: Pick<Kernel, 'clock'> & { readonly run: RunOnTask }) {
  const change = (
    { caller }: Act,
    id: string,
    changesOf: (task: OpenTask) => Pick<TaskUpdate, 'addedLinks' | 'removedLinks'>,
  ): Promise<undefined> =>
    run(
      caller,
      id,
      (task) => {
        requireHolder(caller, task);
        const changes = changesOf(task);
        return { kind: 'update-task', at: clock.now(), actor: caller.username, task: task.number, changes };
      },
      DONE,
    );

  return {
    /** Adds a link; whoever bears the name in another spelling is tied already. */
    add: (act: Act, id: string, link: SvcBpmnSaveIdentityLinkModel): Promise<undefined> =>
      change(act, id, (task) => ({ addedLinks: linksLike(task, link).length === 0 ? [linkOf(link)] : [] })),

    remove: (act: Act, id: string, link: SvcBpmnSaveIdentityLinkModel): Promise<undefined> =>
      change(act, id, (task) => ({ removedLinks: linksLike(task, link) })),
  };
}

export type IdentityLinkService = ReturnType<typeof createIdentityLinkService>;

/** Lists the candidates, then the links of other types. */
export function linksOfTask({ candidateUsers, candidateGroups, links }: OpenTask): readonly TaskLink[] {
  const candidates = (holder: TaskLink['holder'], names: readonly string[]) =>
    names.map((name): TaskLink => ({ type: CANDIDATE, holder, name }));
  return [...candidates('user', candidateUsers), ...candidates('group', candidateGroups), ...links];
}

export function linkToWire({ type, holder, name }: TaskLink): SvcBpmnIdentityLinkModel {
  return { type, user: holder === 'user' ? name : null, group: holder === 'group' ? name : null };
}

function linkOf({ type, user, group }: SvcBpmnSaveIdentityLinkModel): TaskLink {
  return user == null ? { type, holder: 'group', name: group ?? '' } : { type, holder: 'user', name: user };
}

function linksLike(task: OpenTask, given: SvcBpmnSaveIdentityLinkModel): readonly TaskLink[] {
  const wanted = linkOf(given);
  const isLike = ({ type, holder, name }: TaskLink): boolean => {
    if (type !== wanted.type || holder !== wanted.holder) return false;
    return name === wanted.name || (holder === 'user' && foldName(name) === foldName(wanted.name));
  };
  return linksOfTask(task).filter(isLike);
}
