// Composes a new announcement.
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { type Draft, useDraft } from '../../../ui/form/use-draft.ts';
import { Page } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { isWritten, START, sentOf } from './compose-data.ts';
import { ComposeForm, fieldsOf, isLater } from './compose-form.tsx';
import { useAnnouncementsTexts } from './texts.ts';

/** Sends a new announcement; a lost answer is asked for again with the key of the first try. */
function useNew(draft: Draft) {
  const texts = useAnnouncementsTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef({ sent: '', key: newIdempotencyKey() });
  const send = async (publish: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const body = { ...sentOf(draft.values), publish };
    const sent = JSON.stringify(body);
    if (key.current.sent !== sent) key.current = { sent, key: newIdempotencyKey() };
    try {
      const answer = await api.notificationPolling.send({ body, headers: { 'idempotency-key': key.current.key } });
      const { uuid, status } = answer.body;
      draft.settle(START);
      showNotice(texts.sent[status]);
      await client.invalidateQueries({ queryKey: ['announcements'] });
      await navigate({ to: address('announcement', { uuid }) });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { failure, busy, send };
}

export function Compose() {
  const texts = useAnnouncementsTexts();
  const draft = useDraft('announcement new', START, fieldsOf(texts));
  const { failure, busy, send } = useNew(draft);
  const isWhole = isWritten(draft.values);
  return (
    <Page title={texts.new} subtitle={<To to={address('announcements')}>{texts.all}</To>}>
      <ComposeForm draft={draft} onDrop={() => draft.settle(START)}>
        {failure === null ? null : <Failed error={failure} />}
        <Group>
          <Button loading={busy} disabled={!isWhole} onClick={() => void send(true)}>
            {isLater(draft.values) ? texts.schedule : texts.publish}
          </Button>
          <Button variant="default" disabled={busy || !isWhole} onClick={() => void send(false)}>
            {texts.keep}
          </Button>
        </Group>
      </ComposeForm>
    </Page>
  );
}
