// Asks what the person wants to be notified of: mails by category and group, announcements by type and application.

import { schema as inboxSchema } from 'contract:body/notificationPolling/savePreference';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Form } from '../../../ui/form/form.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useAccountTexts } from './texts.ts';

type MailPreference = Awaited<ReturnType<typeof api.mailNotification.getPreference>>['body'][number];

const LINES = { type: 'array', items: { type: 'string' } } as const;
const mailSchema = { properties: { categories: LINES, groups: LINES } };

/** Lists what the person does not want, by what an entry is about. */
function unwanted(entries: readonly MailPreference[]) {
  const off = entries.filter(({ enabled }) => !enabled);
  return {
    categories: off.flatMap(({ category }) => category ?? []),
    groups: off.flatMap(({ group }) => group ?? []),
  };
}

export function MailPreferences() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const wishes = useQuery({
    queryKey: ['account', 'mail-wishes'],
    queryFn: async () => (await api.mailNotification.getPreference()).body,
  });
  return (
    <Section title={texts.mailWishes}>
      {wishes.isError ? <Failed error={wishes.error} onRetry={() => void wishes.refetch()} /> : null}
      {wishes.data === undefined ? (
        wishes.isError ? null : (
          <Loading />
        )
      ) : (
        <Form
          schema={mailSchema}
          place="mail wishes"
          initial={unwanted(wishes.data)}
          fields={[
            { name: 'categories', label: texts.mailCategories, help: texts.mailWishesHelp },
            { name: 'groups', label: texts.mailGroups, help: texts.mailGroupsHelp },
          ]}
          submit={texts.save}
          onSubmit={async ({ categories, groups }) => {
            const off = [
              ...(categories as readonly string[]).map((category) => ({ category, enabled: false })),
              ...(groups as readonly string[]).map((group) => ({ group, enabled: false })),
            ];
            const { body } = await api.mailNotification.savePreference({ body: off });
            showNotice(texts.saved);
            await queries.invalidateQueries({ queryKey: ['account', 'mail-wishes'] });
            return unwanted(body);
          }}
        />
      )}
    </Section>
  );
}

export function InboxPreferences() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const wishes = useQuery({
    queryKey: ['account', 'inbox-wishes'],
    queryFn: async () => (await api.notificationPolling.getPreference()).body,
  });
  const types = Object.entries(texts.announcementTypes).map(([value, label]) => ({ value, label }));
  return (
    <Section title={texts.inboxWishes}>
      {wishes.isError ? <Failed error={wishes.error} onRetry={() => void wishes.refetch()} /> : null}
      {wishes.data === undefined ? (
        wishes.isError ? null : (
          <Loading />
        )
      ) : (
        <Form
          schema={inboxSchema}
          place="inbox wishes"
          initial={{ ...wishes.data }}
          fields={[
            { name: 'mutedTypeList', label: texts.mutedTypes, help: texts.mutedHelp, options: types },
            { name: 'mutedApplicationList', label: texts.mutedApplications, help: texts.mutedApplicationsHelp },
          ]}
          submit={texts.save}
          onSubmit={async (values) => {
            const { body } = await api.notificationPolling.savePreference({ body: values });
            showNotice(texts.saved);
            await queries.invalidateQueries({ queryKey: ['account', 'inbox-wishes'] });
            return { ...body };
          }}
        />
      )}
    </Section>
  );
}
