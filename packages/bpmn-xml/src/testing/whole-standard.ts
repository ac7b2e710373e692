// Models that hold between them every element of the standard, each in a place where it is accepted.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { chain, END, flow, NAMESPACES, START } from './texts.ts';

const file = (content: string) =>
  `<definitions ${NAMESPACES} xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:test" ` +
  'expressionLanguage="http://www.w3.org/1999/XPath" typeLanguage="http://www.w3.org/2001/XMLSchema" exporter="x" exporterVersion="1">\n' +
  `${content}\n</definitions>`;
const formal = (name: string, text: string) =>
  `<${name} xsi:type="tFormalExpression" language="uel" evaluatesToTypeRef="xsd:boolean">${text}</${name}>`;
const process = (id: string, content: string, attributes = '') =>
  `<process id="${id}" isExecutable="true" ${attributes}>\n${content}\n</process>`;
const user = (id: string, content = '', attributes = '') => `<userTask id="${id}" ${attributes}>${content}</userTask>`;

const ROOTS = `
  <import importType="http://www.w3.org/2001/XMLSchema" location="x.xsd" namespace="urn:x"/>
  <extension definition="tns:x" mustUnderstand="false"><documentation textFormat="text/plain">d</documentation></extension>
  <category id="ca"><categoryValue id="cav" value="v"/></category>
  <itemDefinition id="it" structureRef="xsd:string" itemKind="Information"/>
  <itemDefinition id="its" structureRef="xsd:string" isCollection="true"/>
  <message id="m" name="M" itemRef="it"/><message id="m2" name="M2" itemRef="it"/>
  <error id="er" errorCode="E1" structureRef="it"/><escalation id="es" escalationCode="X1" structureRef="it"/>
  <signal id="sg" name="S" structureRef="it"/><signal id="sg2" name="S2"/>
  <resource id="rs" name="R"><resourceParameter id="rp" type="xsd:string" isRequired="true"/></resource>
  <interface id="if" name="I" implementationRef="tns:i"><operation id="op" name="O" implementationRef="tns:o">
    <inMessageRef>m</inMessageRef><outMessageRef>m2</outMessageRef><errorRef>er</errorRef></operation></interface>
  <endPoint id="ep"/><dataStore id="ds" itemSubjectRef="it" capacity="3" isUnlimited="false"/>
  <correlationProperty id="cp" type="xsd:string"><correlationPropertyRetrievalExpression messageRef="m">
    ${formal('messagePath', '${key}')}</correlationPropertyRetrievalExpression></correlationProperty>
  <signalEventDefinition id="sed" signalRef="sg2"/>`;

const FOUNDATION = file(`${ROOTS}
  ${process(
    'p',
    `<documentation>d</documentation><extensionElements><x xmlns="urn:else"/></extensionElements><auditing/><monitoring/>
    <laneSet id="ls"><lane id="la" partitionElementRef="cav"><flowNodeRef>t</flowNodeRef>
      <childLaneSet id="cls"><lane id="lb"><partitionElement xsi:type="tCategoryValue" id="pe" value="v"/><flowNodeRef>t</flowNodeRef></lane></childLaneSet>
    </lane></laneSet>
    ${chain(
      START,
      user(
        't',
        `<categoryValueRef>cav</categoryValueRef><performer id="r1"><resourceRef>rs</resourceRef><resourceParameterBinding parameterRef="rp">
          <formalExpression language="uel" evaluatesToTypeRef="xsd:string">\${'a'}</formalExpression></resourceParameterBinding></performer>
        <humanPerformer id="r2"><resourceAssignmentExpression><formalExpression>user(ada)</formalExpression></resourceAssignmentExpression></humanPerformer>
        <potentialOwner id="r3"><resourceAssignmentExpression><expression>group(g)</expression></resourceAssignmentExpression></potentialOwner>
        <rendering/>`,
        'implementation="##unspecified"',
      ),
      END,
    )}
    <textAnnotation id="ta" textFormat="text/plain"><text>note</text></textAnnotation>
    <association id="as" sourceRef="ta" targetRef="t" associationDirection="None"/>
    <group id="gr" categoryValueRef="cav"/>
    <resourceRole id="r0"><resourceRef>rs</resourceRef><resourceParameterBinding parameterRef="rp"><formalExpression>\${'a'}</formalExpression></resourceParameterBinding></resourceRole>`,
    'processType="Private" isClosed="false"',
  )}
  <bpmndi:BPMNDiagram id="dg" name="n" documentation="d" resolution="1">
    <bpmndi:BPMNPlane id="pl" bpmnElement="p"><di:extension><x xmlns="urn:else"/></di:extension>
      <bpmndi:BPMNShape id="sh" bpmnElement="t" isHorizontal="true" isExpanded="true" isMarkerVisible="true" isMessageVisible="true"
        participantBandKind="top_initiating">
        <dc:Bounds x="1" y="2" width="3" height="4"/><bpmndi:BPMNLabel id="lbl" labelStyle="sty"/></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="ed" bpmnElement="s_t" sourceElement="sh" targetElement="sh" messageVisibleKind="initiating">
        <di:waypoint x="1" y="2"/><di:waypoint x="3" y="4"/></bpmndi:BPMNEdge></bpmndi:BPMNPlane>
    <bpmndi:BPMNLabelStyle id="sty"><dc:Font name="n" size="1" isBold="true" isItalic="true" isUnderline="true" isStrikeThrough="true"/></bpmndi:BPMNLabelStyle>
  </bpmndi:BPMNDiagram>
  <relationship type="r" direction="None"><source>p</source><target>p</target></relationship>`);

const IN_OUT =
  '<inputSet id="is"><dataInputRefs>di</dataInputRefs><optionalInputRefs>di</optionalInputRefs>' +
  '<whileExecutingInputRefs>di</whileExecutingInputRefs><outputSetRefs>os</outputSetRefs></inputSet>' +
  '<outputSet id="os"><dataOutputRefs>du</dataOutputRefs><optionalOutputRefs>du</optionalOutputRefs>' +
  '<whileExecutingOutputRefs>du</whileExecutingOutputRefs><inputSetRefs>is</inputSetRefs></outputSet>';

const DATA = file(`${ROOTS}
  ${process(
    'p',
    `<supportedInterfaceRef>if</supportedInterfaceRef>
    <ioSpecification id="pio"><dataInput id="pdi" name="pin" itemSubjectRef="it"/><dataOutput id="pdo" name="pout" itemSubjectRef="it"/>
      <inputSet id="pis"><dataInputRefs>pdi</dataInputRefs></inputSet><outputSet id="pos"><dataOutputRefs>pdo</dataOutputRefs></outputSet></ioSpecification>
    <ioBinding operationRef="op" inputDataRef="pis" outputDataRef="pos"/>
    <property id="pr" name="prop" itemSubjectRef="it"/>
    ${chain(
      START,
      user(
        't',
        `<ioSpecification id="io"><dataInput id="di" name="in" itemSubjectRef="it" isCollection="false"/>
          <dataOutput id="du" name="outp" itemSubjectRef="it"/>${IN_OUT}</ioSpecification>
        <dataInputAssociation id="ia"><sourceRef>ref</sourceRef><targetRef>di</targetRef>
          <transformation language="uel" evaluatesToTypeRef="xsd:string">\${'x'}</transformation></dataInputAssociation>
        <dataOutputAssociation id="oa"><sourceRef>du</sourceRef><targetRef>ref</targetRef>
          <assignment>${formal('from', '${1}')}${formal('to', 'obj')}</assignment></dataOutputAssociation>`,
      ),
      END,
    )}
    <dataObject id="do" name="obj" itemSubjectRef="it" isCollection="false"/>
    <dataObjectReference id="ref" name="obj [new]" dataObjectRef="do"><dataState id="st" name="new"/></dataObjectReference>
    <dataStoreReference id="dsr" name="store" itemSubjectRef="it" dataStoreRef="ds"/>`,
  )}
  <process id="other" isExecutable="false"><supports>p</supports></process>`);

const loop = (content: string, attributes = '') =>
  `<multiInstanceLoopCharacteristics ${attributes}>${content}</multiInstanceLoopCharacteristics>`;
const scope = (id: string, content: string, attributes = '', type = 'subProcess') =>
  `<${type} id="${id}" ${attributes}>\n${content}\n</${type}>`;
const inner = (id: string, middle = `<task id="${id}t"/>`) =>
  chain(`<startEvent id="${id}s"/>`, middle, `<endEvent id="${id}e"/>`);

const ACTIVITIES = file(`${ROOTS}
  <globalTask id="g1"/><globalManualTask id="g2"/><globalUserTask id="g3" implementation="##unspecified"><rendering/></globalUserTask>
  <globalBusinessRuleTask id="g4" implementation="##unspecified" camunda:decisionRef="d"/>
  <globalScriptTask id="g5" scriptLanguage="juel"><script>\${1}</script></globalScriptTask>
  ${process(
    'p',
    `${chain(
      START,
      '<task id="a1" startQuantity="1" completionQuantity="1" isForCompensation="false"/>',
      '<manualTask id="a2"/>',
      user(
        'a3',
        '<standardLoopCharacteristics id="l1" testBefore="false" loopMaximum="2">' +
          `${formal('loopCondition', '${true}')}</standardLoopCharacteristics>`,
      ),
      '<serviceTask id="a4" implementation="##unspecified" camunda:expression="${1}"/>',
      '<sendTask id="a5" messageRef="m" operationRef="op"/>',
      '<receiveTask id="a6" messageRef="m" operationRef="op" instantiate="false"/>',
      '<businessRuleTask id="a7" implementation="##unspecified" camunda:decisionRef="d"/>',
      '<scriptTask id="a8" scriptFormat="juel"><script>${1}</script></scriptTask>',
      ...['g1', 'g2', 'g3', 'g4', 'g5'].map((id) => `<callActivity id="c${id}" calledElement="${id}"/>`),
      '<callActivity id="a9" calledElement="elsewhere"/>',
      scope('u1', inner('u1'), 'triggeredByEvent="false"'),
      scope('u2', inner('u2'), 'method="##Compensate"', 'transaction'),
      scope(
        'u3',
        `<task id="u3t"/>${formal('completionCondition', '${true}')}`,
        'ordering="Parallel" cancelRemainingInstances="true"',
        'adHocSubProcess',
      ),
      user(
        'mi1',
        loop(
          formal('loopCardinality', '${2}') + formal('completionCondition', '${false}'),
          'isSequential="false" behavior="One" oneBehaviorEventRef="sed"',
        ),
      ),
      user('mi2', loop(formal('loopCardinality', '${1}'), 'behavior="None" noneBehaviorEventRef="sed"')),
      user(
        'mi3',
        loop(
          `${formal('loopCardinality', '${1}')}<complexBehaviorDefinition>${formal('condition', '${true}')}<event id="iv"><eventDefinitionRef>sed</eventDefinitionRef></event></complexBehaviorDefinition>`,
          'behavior="Complex"',
        ),
      ),
      scope('mi4', inner('mi4')).replace(
        'id="mi4" >',
        `id="mi4">${loop('<loopDataInputRef>items</loopDataInputRef><loopDataOutputRef>results</loopDataOutputRef><inputDataItem id="item" name="item" itemSubjectRef="it" isCollection="false"/><outputDataItem id="result" name="result" itemSubjectRef="it" isCollection="false"/>')}`,
      ),
      END,
    )}
    <dataObject id="items" name="items" itemSubjectRef="its" isCollection="true"/>
    <dataObject id="results" name="results" itemSubjectRef="its" isCollection="true"/>`,
  )}`);

const event = (type: string, id: string, content: string, attributes = '') =>
  `<${type} id="${id}" ${attributes}>${content}</${type}>`;
const timer = (name: string, text: string) => `<timerEventDefinition>${formal(name, text)}</timerEventDefinition>`;
const link = '<linkEventDefinition id="lt" name="L"><target>lc</target></linkEventDefinition>';
const linked = '<linkEventDefinition id="lc" name="L"><source>lt</source></linkEventDefinition>';

const EVENTS = file(`${ROOTS}
  ${process(
    'p',
    `${chain(
      event('startEvent', 's', '', 'isInterrupting="true" parallelMultiple="false"'),
      event('intermediateCatchEvent', 'c1', timer('timeDate', '2030-01-01T00:00:00Z'), 'parallelMultiple="false"'),
      event('intermediateCatchEvent', 'c2', timer('timeDuration', 'PT1S')),
      event('intermediateCatchEvent', 'c3', timer('timeCycle', 'R1/PT1S')),
      event(
        'intermediateCatchEvent',
        'c4',
        `<conditionalEventDefinition>${formal('condition', '${true}')}</conditionalEventDefinition>`,
      ),
      event(
        'intermediateCatchEvent',
        'c5',
        '<messageEventDefinition messageRef="m"><operationRef>op</operationRef></messageEventDefinition>',
      ),
      event('intermediateThrowEvent', 't1', '<signalEventDefinition signalRef="sg"/>'),
      event('intermediateThrowEvent', 't2', '<escalationEventDefinition escalationRef="es"/>'),
      event('intermediateThrowEvent', 't3', '<eventDefinitionRef>sed</eventDefinitionRef>'),
      user('w'),
      event('intermediateThrowEvent', 't4', '<compensateEventDefinition waitForCompletion="true" activityRef="w"/>'),
      scope(
        'u',
        inner('u', '<task id="ut"/>').replace(
          '<endEvent id="ue"/>',
          event('endEvent', 'ue', '<cancelEventDefinition/>'),
        ),
        '',
        'transaction',
      ),
      '<task id="never"/>',
      event('intermediateThrowEvent', 't5', link),
    )}
    ${chain(
      event('intermediateCatchEvent', 'c6', linked),
      '<exclusiveGateway id="x1" gatewayDirection="Diverging" default="x1_i1"/>',
      '<inclusiveGateway id="i1" gatewayDirection="Converging"/>',
      '<parallelGateway id="g1" gatewayDirection="Diverging"/>',
      '<task id="k1"/>',
      '<complexGateway id="g2" gatewayDirection="Converging" default="g2_b"><activationCondition xsi:type="tFormalExpression">${activationCount &gt;= 2}</activationCondition></complexGateway>',
      '<eventBasedGateway id="b" gatewayDirection="Diverging" instantiate="false" eventGatewayType="Exclusive"/>',
      event('intermediateCatchEvent', 'c7', timer('timeDuration', 'PT1S')),
      scope(
        'v',
        inner('v').replace('<endEvent id="ve"/>', event('endEvent', 've', '<errorEventDefinition errorRef="er"/>')),
      ),
      '<task id="skipped"/>',
      event('endEvent', 'e', '<terminateEventDefinition/>'),
    )}
    ${flow('x1', 'i1', formal('conditionExpression', '${false}')).replace('id="x1_i1"', 'id="x1_too" isImmediate="true"')}
    <task id="k2"/>${flow('g1', 'k2')}${flow('k2', 'g2')}
    ${event('intermediateCatchEvent', 'c8', '<signalEventDefinition signalRef="sg"/>')}${flow('b', 'c8')}${flow('c8', 'skipped')}
    ${event('boundaryEvent', 'bw', '<compensateEventDefinition/>', 'attachedToRef="w" parallelMultiple="false" cancelActivity="true"')}
    ${event('boundaryEvent', 'bu', '<cancelEventDefinition/>', 'attachedToRef="u"')}${flow('bu', 't5')}
    ${event('boundaryEvent', 'bv', '<errorEventDefinition errorRef="er"/>', 'attachedToRef="v"')}${flow('bv', 'e')}
    <task id="undo" isForCompensation="true"/>
    <association id="asc" sourceRef="bw" targetRef="undo" associationDirection="One"/>`,
  )}`);

const COLLABORATION = file(`${ROOTS}
  <partnerEntity id="pe"><participantRef>pa</participantRef></partnerEntity><partnerRole id="ro"><participantRef>pb</participantRef></partnerRole>
  <collaboration id="co" isClosed="false"><participant id="pa" processRef="p"><interfaceRef>if</interfaceRef><endPointRef>ep</endPointRef>
      <participantMultiplicity minimum="1" maximum="2"/></participant><participant id="pb"/>
    <messageFlow id="mf" sourceRef="pb" targetRef="s" messageRef="m"/><messageFlow id="mf2" sourceRef="pb" targetRef="pa"/>
    <conversation id="cv"><participantRef>pa</participantRef><participantRef>pb</participantRef><messageFlowRef>mf</messageFlowRef></conversation>
    <subConversation id="scv"><participantRef>pa</participantRef><participantRef>pb</participantRef></subConversation>
    <callConversation id="ccv" calledCollaborationRef="gc"><participantRef>pa</participantRef><participantRef>pb</participantRef>
      <participantAssociation><innerParticipantRef>ga</innerParticipantRef><outerParticipantRef>pa</outerParticipantRef></participantAssociation></callConversation>
    <conversationAssociation innerConversationNodeRef="gcv" outerConversationNodeRef="cv"/>
    <participantAssociation><innerParticipantRef>ha</innerParticipantRef><outerParticipantRef>pa</outerParticipantRef></participantAssociation>
    <messageFlowAssociation innerMessageFlowRef="hm" outerMessageFlowRef="mf"/>
    <correlationKey id="ck"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey>
    <choreographyRef>ch</choreographyRef>
    <conversationLink id="cl1" sourceRef="pa" targetRef="cv"/></collaboration>
  <globalConversation id="gc" isClosed="false"><participant id="ga"/><participant id="gb"/></globalConversation>
  <collaboration id="inner"><participant id="ia"/><participant id="ib"/>
    <conversation id="gcv"><participantRef>ia</participantRef><participantRef>ib</participantRef></conversation></collaboration>
  <choreography id="ch" isClosed="false"><participant id="ha"/><participant id="hb"/><messageFlow id="hm" sourceRef="ha" targetRef="hb"/>
    ${chain(
      '<startEvent id="hs"/>',
      '<choreographyTask id="ht" initiatingParticipantRef="ha" loopType="None"><participantRef>ha</participantRef><participantRef>hb</participantRef><messageFlowRef>hm</messageFlowRef></choreographyTask>',
      `<subChoreography id="hu" initiatingParticipantRef="ha" loopType="None"><participantRef>ha</participantRef><participantRef>hb</participantRef>${inner('hu', '<choreographyTask id="hut" initiatingParticipantRef="ha"><participantRef>ha</participantRef><participantRef>hb</participantRef><messageFlowRef>hm</messageFlowRef></choreographyTask>')}</subChoreography>`,
      '<callChoreography id="hc" initiatingParticipantRef="ha" loopType="None" calledChoreographyRef="gct"><participantRef>ha</participantRef><participantRef>hb</participantRef></callChoreography>',
      '<endEvent id="he"/>',
    )}</choreography>
  <globalChoreographyTask id="gct" isClosed="false" initiatingParticipantRef="gp"><participant id="gp"/><participant id="gq"/><messageFlow id="gm" sourceRef="gp" targetRef="gq"/></globalChoreographyTask>
  ${process(
    'p',
    `${chain(event('startEvent', 's', '<messageEventDefinition messageRef="m"/>'), user('t'), END)}
    <correlationSubscription correlationKeyRef="ck"><correlationPropertyBinding correlationPropertyRef="cp">${'<dataPath language="uel" evaluatesToTypeRef="xsd:string">${key}</dataPath>'}</correlationPropertyBinding></correlationSubscription>`,
    'definitionalCollaborationRef="co"',
  )}
  <bpmndi:BPMNDiagram id="dg"><bpmndi:BPMNPlane id="pl" bpmnElement="ch">
    <bpmndi:BPMNShape id="hts" bpmnElement="ht"><dc:Bounds x="1" y="2" width="3" height="4"/></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="has" bpmnElement="ha" choreographyActivityShape="hts" participantBandKind="top_initiating">
      <dc:Bounds x="1" y="2" width="3" height="4"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`);

/** The models by what they show; each holds an executable process `p`. */
export const WHOLE_STANDARD: Readonly<Record<string, string>> = {
  foundation: FOUNDATION,
  data: DATA,
  activities: ACTIVITIES,
  events: EVENTS,
  collaboration: COLLABORATION,
};
