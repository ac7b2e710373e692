// Lets an administrator act as a user for a while, with a reason; every tab of the browser does so then.

import { schema } from 'contract:body/authentication/impersonate';
import { Text } from '@mantine/core';
import { api } from '../../../lib/api.ts';
import { beginAs } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useUserTexts } from './texts.ts';

export function Impersonate({ username }: { readonly username: string }) {
  const texts = useUserTexts();
  return (
    <FormDialog label={texts.impersonate}>
      {() => (
        <>
          <Text size="sm" mb="md">
            {texts.impersonateWhy(username)}
          </Text>
          <Form
            schema={schema}
            place={`impersonate ${username}`}
            initial={{}}
            fields={[{ name: 'reason', label: texts.reason, help: texts.reasonHelp, widget: 'line' }]}
            submit={texts.impersonateNow}
            onSubmit={async ({ reason }) => {
              const body = { username, reason: String(reason), tokenDelivery: 'COOKIE' } as const;
              await api.authentication.impersonate({ body });
              beginAs();
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
