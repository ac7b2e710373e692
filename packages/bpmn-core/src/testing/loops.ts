// Tests make loops with what they leave out filled in.
import type { MultiInstanceModel, StandardLoopModel } from '../model/activity-model.ts';
import { constant } from './model-builder.ts';

export function multiInstance(fields: Partial<MultiInstanceModel> = {}): MultiInstanceModel {
  return {
    kind: 'multiInstance',
    sequential: false,
    cardinality: fields.collection === undefined ? constant(3) : null,
    collection: null,
    elementVariable: null,
    elementIndexVariable: null,
    outputCollection: null,
    outputElement: null,
    completionCondition: null,
    behavior: 'All',
    behaviorEvent: null,
    complexBehaviors: [],
    async: false,
    ...fields,
  };
}

export function standardLoop(fields: Partial<StandardLoopModel> = {}): StandardLoopModel {
  return { kind: 'standard', testBefore: false, condition: null, maximum: null, ...fields };
}
