// Rules of resource roles: who may carry them, and how their parameters are bound.
import { type BpmnElement, booleanAttribute, childrenOfType, referencedElement } from '../facts/types/document.ts';
import { ACTIVITY_TYPES, CALLABLE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

const HUMAN_ROLE_TYPES: ReadonlySet<string> = new Set(['humanPerformer', 'potentialOwner']);
const HUMAN_WORK_TYPES: ReadonlySet<string> = new Set(['userTask', 'manualTask', 'globalUserTask', 'globalManualTask']);
const WORK_TYPES: ReadonlySet<string> = new Set([...ACTIVITY_TYPES, ...CALLABLE_TYPES]);

function* humanRoles(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, HUMAN_ROLE_TYPES)) {
    const owner = element.parent;
    if (owner !== null && WORK_TYPES.has(owner.type) && !HUMAN_WORK_TYPES.has(owner.type)) {
      yield finding('ACT-17', element, { about: 'element' });
    }
  }
}

const RESOURCE_ROLE_TYPES: ReadonlySet<string> = new Set([...HUMAN_ROLE_TYPES, 'resourceRole', 'performer']);

function* assignments(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, RESOURCE_ROLE_TYPES)) {
    const named = childrenOfType(element, 'resourceRef').length > 0;
    const computed = childrenOfType(element, 'resourceAssignmentExpression').length > 0;
    if (named && computed) yield finding('ACT-18', element, { about: 'resourceRef' });
    yield* parameters(context, element, named);
  }
}

function* parameters({ document }: RuleContext, role: BpmnElement, isNamed: boolean): Iterable<Finding> {
  const bindings = childrenOfType(role, 'resourceParameterBinding');
  const resource = referencedElement(document, role, 'resourceRef');
  const known = resource === undefined ? [] : childrenOfType(resource, 'resourceParameter');
  const bound = new Set<BpmnElement>();
  for (const binding of bindings) {
    const parameter = referencedElement(document, binding, 'parameterRef');
    const p = binding.attributes.get('parameterRef')?.trim() ?? '';
    const isForeign = resource !== undefined && parameter !== undefined && !known.includes(parameter);
    if (!isNamed || isForeign) yield finding('ACT-19', binding, { about: `parameterRef ${p}`, values: { p } });
    if (parameter !== undefined) bound.add(parameter);
  }
  for (const parameter of known) {
    if (!booleanAttribute(parameter, 'isRequired', false) || bound.has(parameter)) continue;
    yield finding('ACT-20', role, { values: { p: parameter.name ?? label(parameter) } });
  }
}

export const RESOURCE_RULES: readonly Rule[] = [humanRoles, assignments];
