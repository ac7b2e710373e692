// Shows one instance: where it stands, what failed, its values and what happened in it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { ReasonDialog } from '../../../ui/dialog/reason.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';

import { To } from '../../../ui/page/to.tsx';
import { When } from '../../../ui/text/when.tsx';
import { Failures } from './failures.tsx';
import { History } from './history.tsx';
import { type Instance, incidentsQuery, instanceQuery, refreshInstance } from './instance-data.ts';
import { Move } from './move.tsx';
import { LookBack } from './past.tsx';
import { useInstanceTexts } from './texts.ts';
import { Values } from './values.tsx';
import { Where } from './where.tsx';

const NONE: readonly never[] = [];

export function InstancePage() {
  const { id = '' } = useParams({ strict: false });
  const texts = useInstanceTexts();
  const can = useCan();
  const instance = useQuery(instanceQuery(id));
  const incidents = useQuery({ ...incidentsQuery(id), enabled: can('bpmnEngine.queryIncidents') });
  if (instance.data === undefined) return <NoRecord query={instance} lines={10} />;
  const { data } = instance;
  const title = [data.processDefinitionName ?? data.processDefinitionKey, data.businessKey].filter(Boolean).join(' · ');
  return (
    <Page
      query={instance}
      title={title}
      subtitle={<To to={address('instances')}>{texts.all}</To>}
      actions={data.ended ? undefined : <Acts instance={data} />}
    >
      <Failures incidents={incidents.data ?? NONE} />
      <Where instance={data} incidents={incidents.data ?? NONE} />
      <Facts instance={data} />
      {!data.ended && can('bpmnEngine.getExecutionVariables') ? <Values id={id} /> : null}
      <History id={id} />
      <LookBack instance={data} />
    </Page>
  );
}

function Acts({ instance }: { readonly instance: Instance }) {
  const texts = useInstanceTexts();
  const can = useCan();
  const queries = useQueryClient();
  const params = { id: instance.id };
  const andRefresh = (work: () => Promise<unknown>) => async () => {
    await work();
    await refreshInstance(queries);
  };
  const hold = andRefresh(() => api.bpmnEngine.suspendProcessInstance({ params }));
  const letGo = andRefresh(() => api.bpmnEngine.activateProcessInstance({ params }));
  if (!can('bpmnEngine.suspendProcessInstance')) return null;
  return (
    <>
      {instance.suspended ? (
        <Act label={texts.letGo} done={texts.goesOn} run={letGo} />
      ) : (
        <Act label={texts.hold} done={texts.held} undo={letGo} run={hold} />
      )}
      {can('bpmnEngine.migrateProcessInstances') && can('bpmnEngine.queryDefinitions') ? (
        <Move instance={instance} />
      ) : null}
      <ReasonDialog
        label={texts.cancel}
        question={texts.cancelQuestion}
        done={texts.cancelled}
        run={(reason) => andRefresh(() => api.bpmnEngine.cancelProcessInstance({ params, body: { reason } }))()}
      />
    </>
  );
}

function Facts({ instance }: { readonly instance: Instance }) {
  const texts = useInstanceTexts();
  const { endState, state, startUserId, startTime, endTime, businessKey, processDefinitionVersion, id } = instance;
  return (
    <Section title={texts.facts}>
      <dl className="k-facts">
        <dt>{texts.state}</dt>
        <dd>{endState === null ? texts.states[state] : texts.endStates[endState]}</dd>
        <dt>{texts.version}</dt>
        <dd>{processDefinitionVersion}</dd>
        <dt>{texts.businessKey}</dt>
        <dd>{businessKey ?? '–'}</dd>
        <dt>{texts.startedBy}</dt>
        <dd>{startUserId ?? '–'}</dd>
        <dt>{texts.started}</dt>
        <dd>
          <When date={startTime} />
        </dd>
        {endTime === null ? null : (
          <>
            <dt>{texts.ended}</dt>
            <dd>
              <When date={endTime} />
            </dd>
          </>
        )}
        <dt>{texts.id}</dt>
        <dd className="k-mono">{id}</dd>
      </dl>
    </Section>
  );
}
