// Shows an instance as it was at a moment: where it stood, who had its tasks, and what its values were.
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCan } from '../../../lib/session.ts';
import { isoDate } from '../../../ui/form/values.ts';
import { late } from '../../../ui/page/late.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { shownValue } from '../../../ui/text/value.ts';
import { type Instance, modelQuery, type Past, pastQuery } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';

const Diagram = late(async () => (await import('../../../ui/process/diagram.tsx')).Diagram);

/** Nothing can be chosen in a moment that is over. */
const chooseNothing = (): void => undefined;

export function LookBack({ instance: { id } }: { readonly instance: Instance }) {
  const texts = useInstanceTexts();
  const [moment, setMoment] = useState('');
  return (
    <Section title={texts.past}>
      <TextInput
        type="datetime-local"
        step={1}
        label={texts.moment}
        description={texts.momentWhy}
        value={moment}
        onChange={(event) => setMoment(event.currentTarget.value)}
        mb="md"
      />
      {moment === '' ? null : <Then id={id} at={isoDate(moment)} />}
    </Section>
  );
}

function Then({ id, at }: { readonly id: string; readonly at: string }) {
  const past = useQuery(pastQuery(id, at));
  if (past.isError) return <Failed error={past.error} onRetry={() => void past.refetch()} />;
  return past.data === undefined ? <Loading /> : <PastView past={past.data} />;
}

function PastView({ past }: { readonly past: Past }) {
  const texts = useInstanceTexts();
  const can = useCan();
  const { processDefinitionId, state, endState, activities, tasks, waits, variables } = past;
  const model = useQuery({
    ...modelQuery(processDefinitionId),
    enabled: can('bpmnEngine.getBpmnModelArrayByProcessDefinitionId'),
  });
  const marks = useMemo(
    () => ({
      'k-here': new Set([...activities, ...tasks, ...waits].map(({ elementId }) => elementId)),
      'k-taken': new Set<string>(),
      'k-failed': new Set(waits.filter(({ kind }) => kind === 'INCIDENT').map(({ elementId }) => elementId)),
      'k-chosen': new Set<string>(),
    }),
    [activities, tasks, waits],
  );
  const holders = new Map(tasks.map(({ elementId, assignee }) => [elementId, assignee]));
  const names = new Map([...activities, ...tasks, ...waits].map((one) => [one.elementId, one.elementName]));
  return (
    <>
      <div className="k-where">
        {model.data === undefined ? <div /> : <Diagram xml={model.data} marks={marks} onChoose={chooseNothing} />}
        {names.size === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.nowhereThen}
          </Text>
        ) : (
          <ul className="k-elements" aria-label={texts.stoodAt}>
            {[...names].map(([elementId, name]) => (
              <li key={elementId} className="k-element">
                <Text fw={600}>{name ?? elementId}</Text>
                {holders.get(elementId) == null ? null : (
                  <Text size="sm" c="dimmed">
                    {holders.get(elementId)}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <dl className="k-facts" aria-label={texts.valuesThen}>
        <dt>{texts.state}</dt>
        <dd>{endState === null ? texts.states[state] : texts.endStates[endState]}</dd>
        {Object.entries(variables).map(([name, value]) => (
          <PastValue key={name} name={name} value={value} />
        ))}
      </dl>
    </>
  );
}

function PastValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const texts = useInstanceTexts();
  return (
    <>
      <dt className="k-mono">{name}</dt>
      <dd>{shownValue(value, texts)}</dd>
    </>
  );
}
