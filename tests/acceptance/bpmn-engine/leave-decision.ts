// Holds a decision for scenarios: how many days of leave need no second look.

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
