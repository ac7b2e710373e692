// Says who sees an item: as what is above it, everybody, or by a condition of its own; what is inherited is never sent as own.
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../lib/api.ts';
import { Section } from '../../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../../ui/page/states.tsx';
import { showNotice } from '../../../../ui/text/notice.tsx';
import { holdsAdministration, type MenuItem, refreshMenu } from '../menu-data.ts';
import { useMenuEditorTexts } from '../texts.ts';
import { type Condition, grantOf, isSatisfied, textOfGrant } from './grants.ts';
import { GrantsField } from './grants-field.tsx';

type Audience = Awaited<ReturnType<typeof api.systemMenu.getByMenuItemUuid>>['body'];
type Mode = 'inherited' | 'everybody' | 'own';

function audienceQuery(uuid: string) {
  return queryOptions({
    queryKey: ['menu-audience', uuid],
    queryFn: async () => (await api.systemMenu.getByMenuItemUuid({ params: { uuid } })).body,
  });
}

/** Holds the pairs of the person; a condition asks for two halves together. */
const heldQuery = queryOptions({
  queryKey: ['session', 'held'],
  queryFn: async () => (await api.session.get()).body.authorities,
});

const modeOf = ({ inherited, everybody }: Audience): Mode =>
  inherited ? 'inherited' : everybody ? 'everybody' : 'own';

/** Writes what was chosen. What is inherited has no record: one that is there goes, and none is made. */
async function saveAudience(audience: Audience, mode: Mode, condition: Condition): Promise<void> {
  const { menuItemUuid, version, inherited } = audience;
  if (mode === 'inherited' && !inherited) {
    await api.systemMenu.menuAuthority_delete({ params: { uuid: menuItemUuid }, query: { version } });
    return;
  }
  const chosen = {
    inherited: { inherited: true, authorityList: [] },
    everybody: { everybody: true, authorityList: [] },
    own: condition,
  }[mode];
  await api.systemMenu.menuAuthority_update({ body: { menuItemUuid, version, ...chosen } });
}

export function AudienceSection({ item }: { readonly item: MenuItem }) {
  const texts = useMenuEditorTexts();
  const audience = useQuery(audienceQuery(item.uuid));
  return (
    <Section title={texts.audience}>
      {audience.isError ? <Failed error={audience.error} onRetry={() => void audience.refetch()} /> : null}
      {audience.data === undefined ? (
        <Loading />
      ) : (
        <AudienceForm key={`${item.uuid} ${audience.data.version}`} item={item} audience={audience.data} />
      )}
    </Section>
  );
}

function AudienceForm({ item, audience }: { readonly item: MenuItem; readonly audience: Audience }) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  const held = useQuery(heldQuery).data;
  const [mode, setMode] = useState<Mode>(modeOf(audience));
  const [grants, setGrants] = useState<readonly string[]>(
    audience.inherited ? [] : audience.authorityList.map(textOfGrant),
  );
  const [matchType, setMatchType] = useState<'ANY' | 'ALL'>(audience.matchType);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const condition: Condition = { authorityList: grants.map(grantOf), matchType };
  const locksOut = mode === 'own' && held !== undefined && holdsAdministration(item) && !isSatisfied(condition, held);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await saveAudience(audience, mode, condition);
      showNotice(texts.saved);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    await refreshMenu(queries);
  };
  return (
    <Stack>
      {failure === null ? null : <Failed error={failure} />}
      <Radio.Group label={texts.whoSees} value={mode} onChange={(next) => setMode(next as Mode)}>
        <Stack gap="xs" mt="xs">
          <Radio value="inherited" label={texts.asAbove} description={texts.inForce(shownCondition(audience, texts))} />
          <Radio value="everybody" label={texts.everybody} />
          <Radio value="own" label={texts.own} />
        </Stack>
      </Radio.Group>
      {mode === 'own' ? (
        <>
          <GrantsField label={texts.asked} value={grants} onValue={setGrants} />
          <Radio.Group value={matchType} label={texts.howMany} onChange={(next) => setMatchType(next as 'ANY' | 'ALL')}>
            <Group mt="xs">
              <Radio value="ANY" label={texts.any} />
              <Radio value="ALL" label={texts.all} />
            </Group>
          </Radio.Group>
        </>
      ) : null}
      {locksOut ? (
        <Alert color="red" variant="light" role="alert">
          {texts.lockout}
        </Alert>
      ) : null}
      <div>
        <Button
          loading={busy}
          disabled={locksOut || (mode === 'own' && grants.length === 0)}
          onClick={() => void save()}
        >
          {texts.saveAudience}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {texts.presentation}
      </Text>
    </Stack>
  );
}

function shownCondition({ effectiveAuthorityList }: Audience, texts: { readonly signedIn: string }): string {
  return effectiveAuthorityList.length === 0 ? texts.signedIn : effectiveAuthorityList.map(textOfGrant).join(', ');
}
