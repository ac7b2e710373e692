// What stands for the message of a throwing event in other engines is work; what the event throws beside it comes after it.
import { throwAll } from '../../catching/throwing.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { serviceTask } from '../tasks/service-task.ts';

export function doWorkAndThrow(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.work === null) throwAll(burst, node, token);
  else serviceTask.act(burst, node, token);
}
