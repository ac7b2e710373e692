// Draws the process that the examples of the engine deploy: somebody decides on a leave.

export const leaveRequestFile = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1" targetNamespace="urn:example:leave">
  <process id="leave-request" name="Leave request" isExecutable="true">
    <startEvent id="asked"/>
    <sequenceFlow id="asked-decide" sourceRef="asked" targetRef="decide"/>
    <userTask id="decide" name="Decide on the leave" keelson:candidateUsers="admin"/>
    <sequenceFlow id="decide-done" sourceRef="decide" targetRef="done"/>
    <endEvent id="done"/>
  </process>
</definitions>
`;
