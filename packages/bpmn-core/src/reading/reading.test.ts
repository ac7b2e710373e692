// History is read as a timeline, as activity instances, as variables at a completion, and as a replay to a past moment.
import { describe, expect, it } from 'vitest';
import { decodeHistory, encodeHistory } from '../codec/history-codec.ts';
import { computed, constant, processModel } from '../testing/model-builder.ts';
import { after, complete, started } from '../testing/run.ts';
import { activitiesOf } from './activities.ts';
import { closedTask } from './closed-task.ts';
import { replay } from './replay.ts';
import { timelineOf } from './timeline.ts';

const model = processModel({
  nodes: {
    start: 'startEvent',
    review: ['userTask', { name: 'Review', userTask: { candidateUsers: [constant('bob')] } }],
    pay: 'userTask',
    done: 'endEvent',
  },
  flows: [
    ['start', 'review'],
    ['review', 'pay'],
    [
      'pay',
      'done',
      computed('#{...}', (context) => {
        context.removeVariable('temporary');
        return true;
      }),
    ],
  ],
});

const begun = started(model, { variables: { amount: 5, temporary: 1 } });
const claimed = after(model, begun, { kind: 'claim-task', at: 1_500, actor: 'bob', task: 4, assignee: 'bob' });
const reviewed = complete(model, claimed, 'review', { amount: 6, approved: true });
const paid = complete(model, reviewed, 'pay', { amount: 7 });
const records = paid.records.map((record) => decodeHistory(encodeHistory(record)));

describe('the timeline', () => {
  const entries = timelineOf(model, records);

  it('tells every event in order, numbered without gaps', () => {
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index));
    expect(entries.map((entry) => `${entry.kind} ${entry.elementId ?? entry.detail.variable ?? ''}`.trim())).toEqual([
      'instance-started',
      'variable-set amount',
      'variable-set temporary',
      'activity-started start',
      'activity-completed start',
      'flow-taken start-review',
      'activity-started review',
      'task-created review',
      'task-assigned review',
      'variable-set amount',
      'variable-set approved',
      'task-completed review',
      'activity-completed review',
      'flow-taken review-pay',
      'activity-started pay',
      'task-created pay',
      'variable-set amount',
      'task-completed pay',
      'activity-completed pay',
      'variable-removed temporary',
      'flow-taken pay-done',
      'activity-started done',
      'activity-completed done',
      'instance-ended',
    ]);
  });

  it('says who, when, by which command and where', () => {
    expect(entries[8]).toEqual({
      at: 1_500,
      seq: 8,
      kind: 'task-assigned',
      nodeIndex: 1,
      elementId: 'review',
      elementName: 'Review',
      elementType: 'userTask',
      executionNumber: 1,
      actor: 'bob',
      command: 'claim-task',
      detail: { task: 4, taskState: 'ASSIGNED', assignee: 'bob', previousAssignee: null },
    });
  });

  it('shows old and new value of a variable, and the two ends of a flow', () => {
    expect(entries[9]!.detail).toEqual({ variable: 'amount', value: 6, previousValue: 5 });
    expect(entries[10]!.detail).toEqual({ variable: 'approved', value: true });
    expect(entries[13]).toMatchObject({
      elementType: 'sequenceFlow',
      nodeIndex: null,
      detail: { sourceElementId: 'review', targetElementId: 'pay' },
    });
  });

  it('tells a task that was given back', () => {
    const back = after(model, claimed, { kind: 'unclaim-task', at: 1_600, actor: 'bob', task: 4 });
    expect(timelineOf(model, back.records).at(-1)).toMatchObject({
      kind: 'task-unassigned',
      detail: { assignee: null, previousAssignee: 'bob' },
    });
  });
});

describe('activity instances', () => {
  it('activity instances have start, end, state and the assignee of their task', () => {
    const [start, review, pay, done] = activitiesOf(model, records);
    expect(start).toMatchObject({
      elementId: 'start',
      state: 'COMPLETED',
      startedAt: 1_000,
      endedAt: 1_000,
      task: null,
    });
    expect(review).toEqual({
      number: 3,
      parent: null,
      nodeIndex: 1,
      processDefinitionId: null,
      elementId: 'review',
      elementName: 'Review',
      elementType: 'userTask',
      executionNumber: 1,
      state: 'COMPLETED',
      startedAt: 1_000,
      endedAt: 2_000,
      task: 4,
      loopCounter: null,
      assignee: 'bob',
      calledInstanceId: null,
    });
    expect([pay!.assignee, done!.elementId]).toEqual([null, 'done']);
  });

  it('activity instances that still run have no end', () => {
    expect(activitiesOf(model, reviewed.records).at(-1)).toMatchObject({
      elementId: 'pay',
      state: 'ACTIVE',
      endedAt: null,
    });
  });
});

describe('a closed task', () => {
  it('has the variables that it saw, its own included, not later ones', () => {
    expect(closedTask(records, 4)?.variables).toEqual({ amount: 6, temporary: 1, approved: true });
    expect(closedTask(records, 6)?.variables).toEqual({ amount: 7, temporary: 1, approved: true });
  });

  it('has the people that it had at its completion, not those of its beginning', () => {
    const people = closedTask(records, 4);
    expect(people).toMatchObject({ assignee: 'bob', owner: null, candidateUsers: ['bob'], candidateGroups: [] });
    const link = { type: 'candidate', holder: 'group', name: 'clerks' } as const;
    const changes = { addedLinks: [link], removedLinks: [{ ...link, holder: 'user', name: 'bob' }] } as const;
    const changed = after(model, claimed, { kind: 'update-task', at: 1_600, actor: 'op', task: 4, changes });
    const closed = complete(model, changed, 'review');
    expect(closedTask(closed.records, 4)).toMatchObject({ candidateUsers: [], candidateGroups: ['clerks'] });
  });

  it('is none as long as it was not completed', () => {
    expect(closedTask(reviewed.records, 6)).toBeNull();
    expect(closedTask(records, 99)).toBeNull();
  });
});

describe('a replay', () => {
  it('gives the state of any past moment', () => {
    for (const run of [begun, claimed, reviewed, paid]) {
      const replayed = replay(model, run.records);
      const { state } = run;
      expect(replayed).toMatchObject({
        endState: state.tokens.length === 0 ? 'COMPLETED' : null,
        activities: state.tokens.map(({ activity, node, number, since }) => ({
          number: activity,
          node,
          token: number,
          since,
        })),
        tasks: state.tasks.map(
          ({ number, token, node, assignee, candidateUsers, candidateGroups, owner, createdAt }) => ({
            number,
            token,
            node,
            assignee,
            candidateUsers,
            candidateGroups,
            owner,
            createdAt,
          }),
        ),
        variables: state.variables,
        endElementIds: state.endElementIds,
      });
    }
  });
});
