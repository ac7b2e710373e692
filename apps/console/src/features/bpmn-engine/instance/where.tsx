// Shows where an instance stands: on its diagram, and beside it as a list with the same facts and the same selection.
import { Button, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { useCan } from '../../../lib/session.ts';
import { late } from '../../../ui/page/late.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import { activitiesQuery, type Incident, type Instance, modelQuery, tasksQuery } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';
import './instance.css';

const loadDiagram = async () => (await import('../../../ui/process/diagram.tsx')).Diagram;
const Diagram = late(loadDiagram);

interface WhereProps {
  readonly instance: Instance;
  readonly incidents: readonly Incident[];
}

export function Where({ instance, incidents }: WhereProps) {
  const texts = useInstanceTexts();
  const can = useCan();
  const [chosen, setChosen] = useState<string | null>(null);
  const seesModel = can('bpmnEngine.getBpmnModelArrayByProcessDefinitionId');
  useEffect(() => {
    // It travels while the model is asked for; what fails is shown where it is drawn.
    if (seesModel) loadDiagram().catch(() => undefined);
  }, [seesModel]);
  const model = useQuery({ ...modelQuery(instance.processDefinitionId), enabled: seesModel });
  const activities = useQuery(activitiesQuery(instance.id));
  const marks = useMemo(
    () => ({
      'k-here': new Set(instance.currentElements.map(({ elementId }) => elementId)),
      'k-taken': new Set(
        (activities.data ?? []).filter(({ state }) => state === 'COMPLETED').map((one) => one.elementId),
      ),
      'k-failed': new Set(incidents.flatMap(({ elementId }) => (elementId === null ? [] : [elementId]))),
      'k-chosen': new Set(chosen === null ? [] : [chosen]),
    }),
    [instance.currentElements, activities.data, incidents, chosen],
  );
  const choose = useCallback((id: string | null) => setChosen(id), []);
  return (
    <Section title={texts.where}>
      <div className="k-where">
        <div className="k-where-diagram">
          {seesModel ? null : (
            <Text size="sm" c="dimmed">
              {texts.noDiagram}
            </Text>
          )}
          {model.isError ? <Failed error={model.error} onRetry={() => void model.refetch()} /> : null}
          {model.data === undefined ? null : <Diagram xml={model.data} marks={marks} onChoose={choose} />}
        </div>
        <ElementList instance={instance} chosen={chosen} onChoose={choose} />
      </div>
    </Section>
  );
}

interface ElementListProps {
  readonly instance: Instance;
  readonly chosen: string | null;
  readonly onChoose: (elementId: string | null) => void;
}

function ElementList({ instance, chosen, onChoose }: ElementListProps) {
  const texts = useInstanceTexts();
  const can = useCan();
  const tasks = useQuery({ ...tasksQuery(instance.id), enabled: can('bpmnEngine.task_queryPage') });
  if (instance.currentElements.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.nowhere}
      </Text>
    );
  }
  return (
    <ul className="k-elements" aria-label={texts.elements}>
      {instance.currentElements.map(({ executionId, elementId, elementName, since }) => {
        const task = tasks.data?.find((one) => one.executionId === executionId);
        return (
          <li key={executionId} className={elementId === chosen ? 'k-element k-element-chosen' : 'k-element'}>
            <UnstyledButton
              className="k-element-name"
              aria-pressed={elementId === chosen}
              onClick={() => onChoose(elementId === chosen ? null : elementId)}
            >
              {task?.name ?? elementName ?? elementId}
            </UnstyledButton>
            <Text size="sm" c="dimmed">
              {task?.assignee == null ? '' : `${task.assignee}, `}
              {texts.since} <When date={since} distance />
            </Text>
            {task === undefined ? null : (
              <Button size="compact-sm" variant="light" component={Link} to={address('task', { id: task.id })}>
                {texts.openTask}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
