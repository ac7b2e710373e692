// Shows where the person is signed in, and the devices that are known; both can be ended.
import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useAccountTexts } from './texts.ts';

export function OwnSessions() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async () => (await api.session.queryPageByUser({ body: { pageable: { pageSize: 50 } } })).body.data,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['own-sessions'] });
  const close = async (identifier: string): Promise<void> => {
    await api.session.closeByUser({ body: identifier });
    await refresh();
  };
  const closeOthers = async (): Promise<void> => {
    await api.session.closeAllByUser({ query: { exceptCurrent: true } });
    await refresh();
  };
  const rows = sessions.data ?? [];
  return (
    <Section
      title={texts.sessions}
      actions={
        rows.length > 1 ? <Act label={texts.closeOthers} done={texts.othersClosed} run={closeOthers} /> : undefined
      }
    >
      {sessions.isError ? <Failed error={sessions.error} onRetry={() => void sessions.refetch()} /> : null}
      <ul className="k-plain-list">
        {rows.map(({ identifier, attributeMap }) => (
          <li key={identifier}>
            <Group justify="space-between">
              <div>
                <strong>{String(attributeMap.deviceName ?? attributeMap.userAgent ?? '')}</strong>
                {attributeMap.current === true ? ` (${texts.thisOne})` : ''}
                <Text size="sm" c="dimmed">
                  {String(attributeMap.ipAddress ?? '')}, {texts.lastUsed}{' '}
                  <When date={String(attributeMap.lastAccessDate)} distance />
                </Text>
              </div>
              {attributeMap.current === true ? null : (
                <Act label={texts.close} size="compact-sm" done={texts.closed} run={() => close(identifier)} />
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Devices() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const devices = useQuery({
    queryKey: ['account', 'devices'],
    queryFn: async () => (await api.authentication.listDevices()).body,
  });
  const forget = async (uuid: string): Promise<void> => {
    await api.authentication.removeDevice({ params: { uuid } });
    await queries.invalidateQueries({ queryKey: ['account', 'devices'] });
  };
  return (
    <Section title={texts.devices}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.devicesWhy}
      </Text>
      {devices.isError ? <Failed error={devices.error} onRetry={() => void devices.refetch()} /> : null}
      <ul className="k-plain-list">
        {(devices.data ?? []).map(({ uuid, name, ipAddress, lastUsedDate, rememberedUntilDate, current }) => (
          <li key={uuid}>
            <Group justify="space-between">
              <div>
                <strong>{name}</strong>
                {current ? ` (${texts.thisOne})` : ''}
                <Text size="sm" c="dimmed">
                  {ipAddress}, {texts.lastUsed} <When date={lastUsedDate} distance />
                </Text>
                {rememberedUntilDate === null ? null : (
                  <Text size="sm" c="dimmed">
                    {texts.rememberedUntil} <When date={rememberedUntilDate} />
                  </Text>
                )}
              </div>
              <Act label={texts.forget} size="compact-sm" done={texts.forgotten} run={() => forget(uuid)} />
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
