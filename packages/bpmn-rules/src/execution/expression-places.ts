// Where the standard has expressions, and what each must be.
import type { BpmnElement } from '../facts/types/document.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

/** How an expression is read, and what it must give. */
export interface ExpressionPlace {
  /** Whether text without `${...}` is the expression itself. */
  readonly bare: boolean;
  /** Rule that says that it is no condition; null where it need not be one. */
  readonly condition: RuleId | null;
  /** Whether the expression may be empty: what it stands for is then absent. */
  readonly optional: boolean;
  /** Whether the schema itself types it as a formal expression. */
  readonly formal: boolean;
}

function place(parts: Partial<ExpressionPlace> = {}): ExpressionPlace {
  return { bare: true, condition: null, optional: false, formal: false, ...parts };
}

const TIME = place({ bare: false });

/** Places by the type of the element, `parent/element` where that decides. */
const PLACES: Readonly<Record<string, ExpressionPlace>> = {
  conditionExpression: place({ condition: 'EXE-08' }),
  'conditionalEventDefinition/condition': place({ condition: 'EXE-08' }),
  'complexBehaviorDefinition/condition': place({ condition: 'LOP-14', formal: true }),
  loopCondition: place({ condition: 'LOP-14' }),
  completionCondition: place({ condition: 'LOP-14' }),
  loopCardinality: place(),
  activationCondition: place({ condition: 'GWY-16' }),
  timeDate: TIME,
  timeDuration: TIME,
  timeCycle: TIME,
  transformation: place({ formal: true }),
  'assignment/from': place(),
  'correlationPropertyRetrievalExpression/messagePath': place({ formal: true, optional: true }),
  'correlationPropertyBinding/dataPath': place({ formal: true, optional: true }),
  'resourceAssignmentExpression/formalExpression': place({ bare: false, formal: true }),
  'resourceAssignmentExpression/expression': place({ bare: false }),
  'resourceParameterBinding/formalExpression': place({ bare: false, formal: true }),
  'resourceParameterBinding/expression': place({ bare: false }),
};

/** Finds how an expression is read; undefined for what is no expression. */
export function expressionPlace({ type, parent }: BpmnElement): ExpressionPlace | undefined {
  const key = Object.hasOwn(PLACES, type) ? type : `${parent?.type ?? ''}/${type}`;
  return Object.hasOwn(PLACES, key) ? PLACES[key] : undefined;
}
