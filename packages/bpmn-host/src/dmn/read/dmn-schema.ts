// Which elements and attributes may stand where in a DMN file, as far as it is executed.
import type { XmlElement } from '@keelson/bpmn-xml';
import { type DmnReport, ownAttribute, report } from '../model/dmn-problem.ts';
import { dmnChildren } from './dmn-xml.ts';

type Count = '1' | '?' | '*' | '+';

interface Rule {
  readonly attributes: readonly string[];
  /** Attributes that must be there. */
  readonly required?: readonly string[];
  readonly children: Readonly<Record<string, Count>>;
}

const DESCRIBED = { description: '?', extensionElements: '?' } as const;
const BASE = ['id', 'label'];
const TEXT: Rule = { attributes: [], children: {} };
const EXPRESSION = [...BASE, 'typeRef', 'expressionLanguage'];
const REFERENCE: Rule = { attributes: ['href'], required: ['href'], children: {} };
const UNARY_TESTS: Rule = { attributes: [...BASE, 'expressionLanguage'], children: { ...DESCRIBED, text: '1' } };
const LITERAL: Rule = { attributes: EXPRESSION, children: { ...DESCRIBED, text: '?', importedValues: '?' } };

const RULES: Readonly<Record<string, Rule>> = {
  definitions: {
    attributes: [...BASE, 'name', 'expressionLanguage', 'typeLanguage', 'namespace', 'exporter', 'exporterVersion'],
    required: ['name', 'namespace'],
    children: {
      ...DESCRIBED,
      itemDefinition: '*',
      inputData: '*',
      decision: '*',
      knowledgeSource: '*',
      association: '*',
      textAnnotation: '*',
      group: '*',
      elementCollection: '*',
      performanceIndicator: '*',
      organizationUnit: '*',
    },
  },
  itemDefinition: {
    attributes: [...BASE, 'name', 'typeLanguage', 'isCollection'],
    required: ['name'],
    children: { ...DESCRIBED, typeRef: '?', allowedValues: '?', itemComponent: '*' },
  },
  itemComponent: {
    attributes: [...BASE, 'name', 'typeLanguage', 'isCollection'],
    required: ['name'],
    children: { ...DESCRIBED, typeRef: '?', allowedValues: '?', itemComponent: '*' },
  },
  typeRef: TEXT,
  allowedValues: UNARY_TESTS,
  inputData: { attributes: [...BASE, 'name'], required: ['name'], children: { ...DESCRIBED, variable: '?' } },
  variable: { attributes: [...BASE, 'name', 'typeRef'], children: DESCRIBED },
  decision: {
    attributes: [...BASE, 'name'],
    required: ['id', 'name'],
    children: {
      ...DESCRIBED,
      question: '?',
      allowedAnswers: '?',
      variable: '?',
      informationRequirement: '*',
      authorityRequirement: '*',
      supportedObjective: '*',
      impactedPerformanceIndicator: '*',
      decisionMaker: '*',
      decisionOwner: '*',
      usingProcess: '*',
      usingTask: '*',
      decisionTable: '?',
      literalExpression: '?',
    },
  },
  informationRequirement: {
    attributes: BASE,
    children: { ...DESCRIBED, requiredDecision: '?', requiredInput: '?' },
  },
  requiredDecision: REFERENCE,
  requiredInput: REFERENCE,
  decisionTable: {
    attributes: [...BASE, 'typeRef', 'hitPolicy', 'aggregation', 'preferredOrientation', 'outputLabel'],
    children: { ...DESCRIBED, input: '*', output: '+', annotation: '*', rule: '*' },
  },
  input: { attributes: BASE, children: { ...DESCRIBED, inputExpression: '1', inputValues: '?' } },
  inputExpression: LITERAL,
  inputValues: UNARY_TESTS,
  output: {
    attributes: [...BASE, 'name', 'typeRef'],
    children: { ...DESCRIBED, outputValues: '?', defaultOutputEntry: '?' },
  },
  outputValues: UNARY_TESTS,
  defaultOutputEntry: LITERAL,
  rule: { attributes: BASE, children: { ...DESCRIBED, inputEntry: '*', outputEntry: '+', annotationEntry: '*' } },
  inputEntry: { ...UNARY_TESTS, children: { ...DESCRIBED, text: '?' } },
  outputEntry: LITERAL,
  literalExpression: LITERAL,
  text: TEXT,
};

/** Elements of DMN that are kept as they are and have no effect when a decision is made. */
const CARRIED: ReadonlySet<string> = new Set([
  'description',
  'extensionElements',
  'question',
  'allowedAnswers',
  'knowledgeSource',
  'authorityRequirement',
  'association',
  'textAnnotation',
  'group',
  'elementCollection',
  'performanceIndicator',
  'organizationUnit',
  'supportedObjective',
  'impactedPerformanceIndicator',
  'decisionMaker',
  'decisionOwner',
  'usingProcess',
  'usingTask',
  'annotation',
  'annotationEntry',
]);

const NOT_EXECUTED: Readonly<Record<string, string>> = {
  import: 'put the decisions into one file',
  businessKnowledgeModel: 'write its logic into the decision',
  decisionService: 'call its decision',
  knowledgeRequirement: 'write the logic into the decision',
  invocation: 'use a required decision or a literal expression',
  context: 'use a literal expression with a context of FEEL',
  relation: 'use a literal expression with a list of FEEL',
  list: 'use a literal expression with a list of FEEL',
  functionDefinition: 'use a function of FEEL inside of an expression',
  conditional: 'use if of FEEL in a literal expression',
  for: 'use for of FEEL in a literal expression',
  every: 'use every of FEEL in a literal expression',
  some: 'use some of FEEL in a literal expression',
  filter: 'use a filter of FEEL in a literal expression',
  importedValues: 'write the values into the file',
  functionItem: 'types of functions are not checked',
  typeConstraint: 'use allowedValues',
  businessContextElement: 'leave it out',
};

/** Reports everything that the schema does not allow here, and what is of DMN but not executed. */
export function checkElement(to: DmnReport, element: XmlElement): void {
  const rule = Object.hasOwn(RULES, element.local) ? RULES[element.local] : undefined;
  if (rule === undefined) return;
  checkAttributes(to, element, rule);
  const counts = new Map<string, number>();
  for (const child of dmnChildren(element)) {
    counts.set(child.local, (counts.get(child.local) ?? 0) + 1);
    checkChild(to, element, rule, child);
  }
  for (const [name, count] of Object.entries(rule.children)) {
    const found = counts.get(name) ?? 0;
    if (found === 0 && (count === '1' || count === '+'))
      report(to, 'DMN-01', element, `${name} is missing in ${element.local}`);
    if (found > 1 && (count === '1' || count === '?'))
      report(to, 'DMN-01', element, `${name} occurs ${found} times in ${element.local}`);
  }
}

function checkAttributes(to: DmnReport, element: XmlElement, { attributes, required = [] }: Rule): void {
  for (const { local, namespace } of element.attributes) {
    if (namespace === '' && !attributes.includes(local)) {
      report(to, 'DMN-01', element, `${element.local} has no attribute ${local}`);
    }
  }
  for (const name of required) {
    if ((ownAttribute(element, name) ?? '').trim() === '') {
      report(to, 'DMN-01', element, `${name} is missing at ${element.local}`);
    }
  }
}

function checkChild(to: DmnReport, parent: XmlElement, rule: Rule, child: XmlElement): void {
  const { local } = child;
  if (Object.hasOwn(rule.children, local)) {
    if (!CARRIED.has(local)) checkElement(to, child);
    return;
  }
  const instead = Object.hasOwn(NOT_EXECUTED, local) ? NOT_EXECUTED[local] : undefined;
  if (instead !== undefined) report(to, 'DMN-05', child, `${local} is not executed; ${instead}`);
  else report(to, 'DMN-01', child, `${local} is not allowed in ${parent.local}`);
}
