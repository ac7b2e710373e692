// Shows what a change of an instance would do, before it is done.
import { Alert, List, Text } from '@mantine/core';
import { useProcessTexts } from './texts.ts';

/** The part of a plan that people are shown. */
export interface Plan {
  readonly legal: boolean;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly cancels: readonly { readonly elementId: string }[];
  readonly restores: readonly { readonly elementId: string }[];
  readonly starts: readonly { readonly elementId: string; readonly assignee: string | null }[];
  readonly compensates: readonly string[];
  /** What goes on as what, of a move to another version; null where it ends. */
  readonly mappings: readonly { readonly source: string; readonly target: string | null }[];
}

interface PlanViewProps {
  readonly plan: Plan;
  /** Name of an element, or its id where it has none. */
  readonly nameOf: (elementId: string) => string;
}

export function PlanView({ plan, nameOf }: PlanViewProps) {
  const texts = useProcessTexts();
  const mapped = ({ source, target }: Plan['mappings'][number]): string => {
    if (target === null) return `${texts.ends}: ${nameOf(source)}`;
    return source === target ? `${texts.goesOn}: ${nameOf(source)}` : texts.goesOnAs(nameOf(source), nameOf(target));
  };
  const lines = [
    ...plan.mappings.map(mapped),
    ...plan.cancels.map(({ elementId }) => `${texts.cancels}: ${nameOf(elementId)}`),
    ...plan.compensates.map((elementId) => `${texts.compensates}: ${nameOf(elementId)}`),
    ...plan.restores.map(({ elementId }) => `${texts.restores}: ${nameOf(elementId)}`),
    ...plan.starts.map(
      ({ elementId, assignee }) =>
        `${texts.starts}: ${nameOf(elementId)}${assignee === null ? '' : ` ${texts.startsFor(assignee)}`}`,
    ),
  ];
  const shown = plan.legal ? (lines.length === 0 ? [texts.nothing] : lines) : plan.reasons;
  return (
    <Alert color={plan.legal ? 'blue' : 'red'} variant="light" title={plan.legal ? texts.legal : texts.illegal}>
      <List size="sm">
        {shown.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {plan.warnings.map((warning) => (
        <Text key={warning} size="sm" fw={600} mt={4}>
          {warning}
        </Text>
      ))}
    </Alert>
  );
}
