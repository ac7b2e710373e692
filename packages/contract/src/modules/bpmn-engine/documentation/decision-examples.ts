// Holds examples of decisions: how many days of leave need no second look.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';

/** Is the decision that the examples evaluate. */
export const leaveDecisionFile = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="leave" name="Leave" namespace="urn:example:leave">
  <decision id="leave-limit" name="Leave limit">
    <decisionTable hitPolicy="FIRST">
      <input label="Days"><inputExpression typeRef="number"><text>days</text></inputExpression></input>
      <output name="look" typeRef="string"/>
      <rule id="short"><inputEntry><text>&lt;= 5</text></inputEntry><outputEntry><text>"one"</text></outputEntry></rule>
      <rule id="long"><inputEntry><text>-</text></inputEntry><outputEntry><text>"two"</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>
`;

const decision = {
  id: example.decision,
  key: example.decisionKey,
  name: 'Leave limit',
  version: 1,
  versionTag: null,
  deploymentId: example.uuid,
  hitPolicy: 'FIRST',
  inputs: [{ name: 'Days', expression: 'days', type: 'number' }],
  outputs: [{ name: 'look', type: 'string' }],
} as const;

export const decisionExamples = {
  queryDecisions: {
    body: { key: example.decisionKey, latestOnly: true },
    answer: {
      data: [decision],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['key', 'version'], direction: 'ASC' } },
    },
  },
  getDecision: { params: { id: example.decision }, answer: decision },
  evaluateDecision: {
    params: { key: example.decisionKey },
    body: { variables: { days: 3 } },
    answer: {
      decisionKey: example.decisionKey,
      version: 1,
      elementId: null,
      processInstanceId: null,
      time: example.time,
      hitPolicy: 'FIRST',
      inputs: [{ name: 'Days', value: 3 }],
      matchedRules: [{ number: 1, id: 'short' }],
      results: [{ look: 'one' }],
      required: [],
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
