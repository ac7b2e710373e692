// Arranges what the examples of decisions need: a deployed decision of a key of its own.
import { leaveDecisionFile } from '@keelson/contract';
import type { Arrange, ExampleWorld } from './given.ts';

const decided: Arrange = async ({ admin, name }: ExampleWorld) => {
  const decisionKey = name('limit');
  const bytes = leaveDecisionFile.replace('id="leave-limit"', `id="${decisionKey}"`);
  await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'leave.dmn', bytes }] } });
  const { body } = await admin.sure.bpmnEngine.queryDecisions({ body: { key: decisionKey } });
  return { as: admin, values: { decisionKey, decision: body.data[0]!.id } };
};

export const decisionGivens = { queryDecisions: decided, getDecision: decided, evaluateDecision: decided };
