// Holds, lets go and cancels all instances that were chosen.
import { Text } from '@mantine/core';
import { api } from '../../../lib/api.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { ReasonDialog } from '../../../ui/dialog/reason.tsx';
import { BulkBar, Names } from '../../../ui/table/bulk.tsx';
import type { Selection } from '../../../ui/table/selection.tsx';
import { useInstancesTexts } from './texts.ts';

export type Instance = Awaited<ReturnType<typeof api.bpmnEngine.getProcessInstance>>['body'];

interface BulkActsProps {
  readonly selection: Selection<Instance>;
}

const STALE = [['instances'], ['instance'], ['incidents'], ['tasks'], ['task']];

const hold = ({ id }: Instance): Promise<unknown> => api.bpmnEngine.suspendProcessInstance({ params: { id } });
const letGo = ({ id }: Instance): Promise<unknown> => api.bpmnEngine.activateProcessInstance({ params: { id } });
const cancel = ({ id }: Instance, reason: string | null): Promise<unknown> =>
  api.bpmnEngine.cancelProcessInstance({ params: { id }, body: { reason } });

export function BulkActs({ selection }: BulkActsProps) {
  const texts = useInstancesTexts();
  const count = selection.chosen.length;
  return (
    <BulkBar selection={selection} stale={STALE}>
      {(each) => (
        <>
          <Act
            label={texts.hold}
            size="compact-sm"
            // What was held before stays held when this is taken back.
            run={() => each(hold, async (instance) => (instance.suspended ? null : letGo(instance)))}
          />
          <Act
            label={texts.letGo}
            size="compact-sm"
            question={
              <>
                <Text size="sm">{texts.letGoQuestion(count)}</Text>
                <Names selection={selection} />
              </>
            }
            run={() => each(letGo)}
          />
          <ReasonDialog
            label={texts.cancel}
            size="compact-sm"
            question={
              <>
                <Text size="sm">{texts.cancelQuestion(count)}</Text>
                <Names selection={selection} />
              </>
            }
            submit={texts.cancelAll(count)}
            run={(reason) => each((instance) => cancel(instance, reason))}
          />
        </>
      )}
    </BulkBar>
  );
}
