// Lists the settings with the value that holds and where it comes from.
import { useQuery } from '@tanstack/react-query';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { shownValue } from '../../../ui/text/value.ts';
import { useSettingsTexts } from './texts.ts';

type Setting = Awaited<ReturnType<typeof api.systemSetting.queryDataPage>>['body']['data'][number];
type Sort = 'groupCode' | 'orderNumber' | 'code' | 'name' | 'dateUpdated';

async function loadSettings({ pageable, text, filters }: PageRequest<Sort>) {
  const { group = '', changed = '' } = filters;
  const body = {
    pageable,
    ...(group === '' ? {} : { groupCode: group }),
    ...(changed === '' ? {} : { overridden: true }),
    ...(text === null ? {} : { searchText: text }),
  };
  return (await api.systemSetting.queryDataPage({ body })).body;
}

export function Settings() {
  const texts = useSettingsTexts();
  const uiTexts = useUiTexts();
  useLive('systemSetting.streamChanges', {}, [{ key: ['settings'] }]);
  const groups = useQuery({
    queryKey: ['settings', 'groups'],
    queryFn: async () => (await api.systemSetting.getGroups()).body,
  });
  const columns: readonly Column<Setting, Sort>[] = [
    { id: 'name', label: texts.name, sort: 'name', cell: ({ name, code }) => name || code },
    {
      id: 'value',
      label: texts.value,
      cell: ({ effectiveValue, invalid, restartPending }) => (
        <>
          {shownValue(effectiveValue, uiTexts)}{' '}
          {invalid ? <State word={texts.invalid} icon="alert" color="red" /> : null}
          {restartPending ? <State word={texts.restart} icon="refresh" color="yellow" /> : null}
        </>
      ),
    },
    {
      id: 'source',
      label: texts.source,
      wide: true,
      cell: ({ source }) => (source === null ? '–' : texts.sources[source]),
    },
    {
      id: 'code',
      label: texts.code,
      sort: 'code',
      wide: true,
      cell: ({ code }) => <span className="k-mono">{code}</span>,
    },
  ];
  const groupOptions = (groups.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <Page title={texts.title}>
      <List
        name={['settings', 'list']}
        label={texts.title}
        columns={columns}
        load={loadSettings}
        keyOf={({ uuid }) => uuid}
        linkOf={({ code }) => address('setting', { code })}
        filters={[
          { id: 'group', label: texts.group, options: [{ value: '', label: texts.all }, ...groupOptions] },
          {
            id: 'changed',
            label: texts.changedFilter,
            options: [
              { value: '', label: texts.all },
              { value: 'yes', label: texts.changed },
            ],
          },
        ]}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
