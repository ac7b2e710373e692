// Lists failures by what they have in common, the most frequent first, and lets all of one cause be tried again as a batch.
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Page } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { When } from '../../../ui/text/when.tsx';
import { FailureTabs } from './failure-tabs.tsx';
import { type Cause, searchOf } from './incident-data.ts';
import { MendAll } from './mend-all.tsx';
import { useIncidentsTexts } from './texts.ts';

/** All groups come at once; a page of them is shown. */
async function loadCauses({ pageable: { pageNumber, pageSize } }: PageRequest<never>) {
  const { body } = await api.bpmnEngine.groupIncidents();
  return { data: body.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize), totalElements: body.length };
}

export function Causes() {
  const texts = useIncidentsTexts();
  const language = useLanguage();
  const columns: readonly Column<Cause, never>[] = [
    {
      id: 'code',
      label: texts.cause,
      cell: (cause) => (
        <To to={address('incidents')} search={searchOf(cause) as never}>
          <span className="k-mono">{cause.code ?? '–'}</span>
        </To>
      ),
    },
    { id: 'process', label: texts.process, cell: ({ processDefinitionKey }) => processDefinitionKey ?? '–' },
    { id: 'element', label: texts.element, cell: ({ elementId }) => elementId ?? '–' },
    { id: 'count', label: texts.count, cell: ({ count }) => formatNumber(count, language) },
    { id: 'newest', label: texts.newest, wide: true, cell: ({ newest }) => <When date={newest} distance /> },
    { id: 'mend', label: texts.mend, cell: (cause) => <MendAll cause={cause} /> },
  ];
  return (
    <Page title={texts.causes}>
      <FailureTabs />
      <List
        name={['incidents', 'causes']}
        label={texts.causes}
        columns={columns}
        load={loadCauses}
        keyOf={({ processDefinitionKey, elementId, code }) => JSON.stringify([processDefinitionKey, elementId, code])}
        empty={texts.empty}
      />
    </Page>
  );
}
