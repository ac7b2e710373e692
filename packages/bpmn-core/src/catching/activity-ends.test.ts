// These tests look at what the history says of activities that were undone, or lost at an event-based gateway.
import { describe, expect, it } from 'vitest';
import { heardAs } from '../contract/heard-events.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { activitiesOf } from '../reading/activities.ts';
import { timelineOf } from '../reading/timeline.ts';
import { handler } from '../testing/compensations.ts';
import { processModel } from '../testing/model-builder.ts';
import { raise } from '../testing/occurrences.ts';
import { complete, type Run, started } from '../testing/run.ts';
import { compensation, message, signal } from '../testing/triggers.ts';

const endsOf = (model: ProcessModel, run: Run) =>
  activitiesOf(model, run.records).map(({ elementId, state, endedAt }) => [elementId, state, endedAt]);

/** A trip of one booking, which is undone by a person, then another task and the throw. */
const trip = processModel({
  nodes: {
    start: 'startEvent',
    sub: 'subProcess',
    in: ['startEvent', { in: 'sub' }],
    book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
    unbook: ['userTask', { in: 'sub', activity: { isForCompensation: true } }],
    pay: ['task', { compensatedBy: 'refund' }],
    refund: handler(),
    wait: 'userTask',
    undo: ['intermediateThrowEvent', { triggers: [compensation()] }],
    after: 'userTask',
  },
  flows: [
    ['start', 'sub'],
    ['in', 'book'],
    ['sub', 'pay'],
    ['pay', 'wait'],
    ['wait', 'undo'],
    ['undo', 'after'],
  ],
});

describe('an activity that was undone', () => {
  it('is COMPENSATED and ended when it had completed; one that is undone from inside is counted once', () => {
    const thrown = complete(trip, started(trip), 'wait');
    expect(endsOf(trip, thrown).filter(([id]) => id === 'sub' || id === 'pay')).toEqual([
      ['sub', 'COMPLETED', 1_000],
      ['pay', 'COMPENSATED', 1_000],
    ]);
    const undone = complete(trip, thrown, 'unbook');
    const ends = endsOf(trip, undone);
    expect(ends.filter(([id]) => id === 'sub' || id === 'book' || id === 'pay')).toEqual([
      ['sub', 'COMPENSATED', 1_000],
      ['book', 'COMPENSATED', 1_000],
      ['pay', 'COMPENSATED', 1_000],
    ]);
    expect(ends.filter(([id]) => id === 'unbook' || id === 'refund')).toEqual([
      ['refund', 'COMPLETED', 2_000],
      ['unbook', 'COMPLETED', 2_000],
    ]);
  });

  it('lies around its handlers, and is told to end a second time by its compensation alone', () => {
    const undone = complete(trip, complete(trip, started(trip), 'wait'), 'unbook');
    const activities = activitiesOf(trip, undone.records);
    const sub = activities.find(({ elementId }) => elementId === 'sub')!;
    expect(activities.find(({ elementId }) => elementId === 'unbook')!.parent).toBe(sub.number);
    const told = timelineOf(trip, undone.records).filter(({ elementId }) => elementId === 'sub');
    expect(told.map(({ kind, detail }) => [kind, detail.end])).toEqual([
      ['activity-started', undefined],
      ['activity-completed', undefined],
      ['compensation-started', undefined],
      ['activity-ended', 'COMPENSATED'],
    ]);
  });

  it('was not cancelled for whoever listens', () => {
    expect(heardAs(['k', 2, 'COMPENSATED'])).toEqual([]);
    expect(heardAs(['k', 2, 'TERMINATED'])).toEqual(['ACTIVITY_CANCELLED']);
  });

  it('stays COMPLETED where the instance ends before it is undone', () => {
    const thrown = complete(trip, started(trip), 'wait');
    const { number } = activitiesOf(trip, thrown.records).find(({ elementId }) => elementId === 'sub')!;
    const cancelled: Run = {
      ...thrown,
      records: [
        ...thrown.records,
        { at: 3_000, actor: null, command: 'cancel', events: [['k', number, 'TERMINATED']] },
      ],
    };
    expect(endsOf(trip, cancelled)).toContainEqual(['sub', 'COMPLETED', 1_000]);
  });
});

describe('an event behind an event-based gateway', () => {
  const gate = (instantiate: boolean, parallelEvents = false) =>
    processModel({
      nodes: {
        ...(instantiate ? {} : { start: 'startEvent' }),
        gate: ['eventBasedGateway', { instantiate, parallelEvents }],
        heard: ['intermediateCatchEvent', { triggers: [signal('s')] }],
        told: ['intermediateCatchEvent', { triggers: [message('m')] }],
        got: ['receiveTask', { triggers: [message('r')] }],
        after: 'userTask',
      },
      flows: [
        ...(instantiate ? [] : ([['start', 'gate']] as const)),
        ['gate', 'heard'],
        ['gate', 'told'],
        ['gate', 'got'],
        ['heard', 'after'],
      ],
    });

  it('is WITHDRAWN when another one occurs, and never began', () => {
    const model = gate(false);
    const run = raise(model, started(model), 's');
    const states = activitiesOf(model, run.records).map(({ elementId, state }) => `${elementId} ${state}`);
    expect(states).toEqual([
      'start COMPLETED',
      'gate COMPLETED',
      'told WITHDRAWN',
      'got WITHDRAWN',
      'heard COMPLETED',
      'after ACTIVE',
    ]);
    const told = timelineOf(model, run.records).filter(({ elementId }) => elementId === 'got');
    expect(told.map(({ kind, detail }) => [kind, detail.end])).toContainEqual(['activity-ended', 'WITHDRAWN']);
    expect(told.map(({ kind }) => kind)).not.toContain('activity-started');
  });

  it('is WITHDRAWN when another one begins the instance, unless all of them are needed', () => {
    const states = (model: ProcessModel) =>
      activitiesOf(model, started(model, { facts: { startElementId: 'heard' }, trigger: 0 }).records).flatMap(
        ({ elementId, state }) => (state === 'WITHDRAWN' ? [elementId] : []),
      );
    expect(states(gate(true))).toEqual(['told', 'got']);
    expect(states(gate(true, true))).toEqual([]);
  });
});
