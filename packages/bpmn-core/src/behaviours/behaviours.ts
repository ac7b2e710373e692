// The behaviour of each element type. A type that is missing here does not compile.
import type { NodeType } from '../model/process-model.ts';
import type { Behaviour } from './behaviour.ts';
import { endEvent } from './end-event.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { startEvent } from './start-event.ts';
import { task } from './task.ts';
import { userTask } from './user-task.ts';

export const behaviours: Readonly<Record<NodeType, Behaviour>> = {
  startEvent,
  endEvent,
  task,
  manualTask: task,
  userTask,
  exclusiveGateway,
  parallelGateway,
};
