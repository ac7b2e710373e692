// Changes an announcement that nobody has seen yet: a draft, or one that is scheduled.
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLanguage } from '../../../lib/locale.ts';
import { Conflict } from '../../../ui/form/conflict.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useSending } from '../../../ui/form/use-sending.ts';
import type { Values } from '../../../ui/form/values.ts';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Empty, Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { announcementQuery, canChange } from './announcement-data.ts';
import { type Announcement, changedOf, isWritten, valuesOf } from './compose-data.ts';
import { audienceFields, ComposeForm, fieldsOf, isLater } from './compose-form.tsx';
import { useAnnouncementsTexts } from './texts.ts';

export function EditAnnouncement() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useAnnouncementsTexts();
  const language = useLanguage();
  const announcement = useQuery(announcementQuery(uuid, language));
  if (announcement.data === undefined) return <NoRecord query={announcement} />;
  const { data } = announcement;
  const back = <To to={address('announcement', { uuid })}>{texts.back(data.title)}</To>;
  return (
    <Page query={announcement} title={texts.edit} subtitle={back}>
      {canChange(data) ? <Edit announcement={data} /> : <Empty action={back}>{texts.tooLate}</Empty>}
    </Page>
  );
}

/** Changes what was not sent yet; whoever was faster is shown beside what was typed. */
function Edit({ announcement }: { readonly announcement: Announcement }) {
  const { uuid, status } = announcement;
  const texts = useAnnouncementsTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const publishes = useRef(false);
  const fields = [...fieldsOf(texts), ...audienceFields(texts)];
  const initial = valuesOf(announcement);
  const draft = useDraft(`announcement ${uuid}`, initial, fields);
  const { updateAnnouncement, publishAnnouncement } = api.notificationPolling;
  const onSubmit = async (_values: Values, base: Values): Promise<undefined> => {
    let { body } = await updateAnnouncement({ body: changedOf(draft.values, base), query: {} });
    if (publishes.current) body = (await publishAnnouncement({ params: { uuid } })).body;
    showNotice(publishes.current ? texts.sent[body.status] : texts.changed);
    await client.invalidateQueries({ queryKey: ['announcements'] });
    await navigate({ to: address('announcement', { uuid }) });
    return undefined;
  };
  const onConflict = async (): Promise<Values> =>
    valuesOf(await client.fetchQuery({ ...announcementQuery(uuid, language), staleTime: 0 }));
  const { base, busy, failure, theirs, send, startOver } = useSending({ fields, initial, onSubmit, onConflict }, draft);
  const save = (publish: boolean): void => {
    publishes.current = publish;
    void send(base);
  };
  const isWhole = isWritten(draft.values);
  return (
    <ComposeForm draft={draft} onDrop={() => startOver(base)}>
      {failure === null ? null : <Failed error={failure} />}
      {theirs === null ? null : (
        <Conflict
          fields={fields}
          mine={draft.values}
          theirs={theirs}
          onTake={() => startOver(theirs)}
          onKeep={() => void send(theirs)}
        />
      )}
      <Group>
        <Button loading={busy} disabled={!isWhole} onClick={() => save(false)}>
          {texts.save}
        </Button>
        {status === 'DRAFT' ? (
          <Button variant="default" disabled={busy || !isWhole} onClick={() => save(true)}>
            {isLater(draft.values) ? texts.saveAndSchedule : texts.saveAndPublish}
          </Button>
        ) : null}
      </Group>
    </ComposeForm>
  );
}
