// Says what is broken, stuck or late, as far as the person may know, and leads to the lists that have exactly these.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { address } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { formatNumber, useLanguage } from '../../lib/locale.ts';
import { useCan, useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { To } from '../../ui/page/to.tsx';
import { Panel } from './panel.tsx';
import { useHomeTexts } from './texts.ts';

const ONE = { pageable: { pageSize: 1 } } as const;

/** The numbers that a person may know; null where the person may not. */
interface Counts {
  readonly failures: number | null;
  readonly stuck: number | null;
  readonly late: number | null;
}

export function Operation() {
  const texts = useHomeTexts();
  const language = useLanguage();
  const can = useCan();
  const { authorities } = useSession();
  const { bpmnEngine } = api;
  const query = useQuery({
    queryKey: ['incidents', 'home'],
    queryFn: async (): Promise<Counts> => {
      const total = async (page: Promise<{ readonly body: { readonly totalElements: number } }>): Promise<number> =>
        (await page).body.totalElements;
      const [failures, stuck, late] = await Promise.all([
        can('bpmnEngine.queryIncidents') ? total(bpmnEngine.queryIncidents({ body: ONE })) : null,
        authorities.has('BPMN_INSTANCE_VIEW')
          ? total(bpmnEngine.processInstance_queryPage({ body: { ...ONE, hasIncident: true } }))
          : null,
        authorities.has('BPMN_TASK_VIEW_ALL')
          ? total(bpmnEngine.task_queryPage({ body: { ...ONE, overdue: true } }))
          : null,
      ]);
      return { failures, stuck, late };
    },
  });
  return (
    <Panel title={texts.health} query={query}>
      {({ failures, stuck, late }) => (
        <>
          <Line count={failures} text={texts.failures(failures ?? 0, formatNumber(failures ?? 0, language))}>
            <To to={address('incidents')}>{texts.lookAt}</To>
          </Line>
          <Line count={stuck} text={texts.stuck(stuck ?? 0, formatNumber(stuck ?? 0, language))}>
            <To to={address('instances')} search={{ incidents: 'with' } as never}>
              {texts.lookAtStuck}
            </To>
          </Line>
          <Line count={late} text={texts.late(late ?? 0, formatNumber(late ?? 0, language))}>
            <To to={address('tasks')} search={{ whose: 'all', due: 'overdue' } as never}>
              {texts.lookAtLate}
            </To>
          </Line>
        </>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly count: number | null;
  readonly text: string;
  readonly children: ReactNode;
}

function Line({ count, text, children }: LineProps) {
  if (count === null) return null;
  return (
    <div className="k-home-health">
      <Icon name={count === 0 ? 'check-circle' : 'alert'} />
      <Text>{text}</Text>
      {count === 0 ? null : children}
    </div>
  );
}
