// Shows one template: what it says in each locale beside how it looks, its versions, and what can be done with it.
import { Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';

import { To } from '../../../ui/page/to.tsx';
import { LocaleEditor } from './locale-editor.tsx';
import { Properties } from './properties.tsx';
import { DEFAULT_LOCALE, sampleParameters, type Template, templateQuery } from './template-data.ts';
import { useTemplatesTexts } from './texts.ts';
import { Versions } from './versions.tsx';
import './templates.css';

export function TemplatePage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useTemplatesTexts();
  const can = useCan();
  const template = useQuery(templateQuery(uuid));
  // Whoever brings back what was, begins anew with it.
  const [beginning, setBeginning] = useState(0);
  const beginAnew = (): void => setBeginning((count) => count + 1);
  if (template.data === undefined) return <NoRecord query={template} />;
  const { data } = template;
  return (
    <Page
      query={template}
      title={data.name}
      subtitle={
        <>
          <div>
            <To to={address('mailTemplates')}>{texts.all}</To>
          </div>
          <span className="k-mono">{data.code}</span>, {texts.types[data.type]},{' '}
          {data.enabled ? texts.enabled : texts.disabled}
        </>
      }
      actions={<TemplateActs template={data} onReset={beginAnew} />}
    >
      {data.description === null ? null : <Text mb="md">{data.description}</Text>}
      <Locales key={beginning} template={data} />
      {can('mailNotification.update') ? <Properties key={`properties ${beginning}`} template={data} /> : null}
      <Versions template={data} onRestore={beginAnew} />
    </Page>
  );
}

function Locales({ template }: { readonly template: Template }) {
  const texts = useTemplatesTexts();
  const can = useCan();
  const locales = Object.keys(template.contentMap);
  const [locale, setLocale] = useState(locales[0] ?? DEFAULT_LOCALE);
  const shown = locales.includes(locale) ? locale : (locales[0] ?? DEFAULT_LOCALE);
  return (
    <Section
      title={texts.says}
      actions={
        can('mailNotification.updateTemplateContent') ? (
          <FormDialog label={texts.newLocale}>
            {(close) => (
              <NewLocale
                template={template}
                onDone={(made) => {
                  setLocale(made);
                  close();
                }}
              />
            )}
          </FormDialog>
        ) : undefined
      }
    >
      <Tabs value={shown} onChange={(value) => setLocale(value ?? shown)} keepMounted={false}>
        <Tabs.List mb="md" aria-label={texts.locales}>
          {locales.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one === DEFAULT_LOCALE ? texts.defaultLocale : one}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {locales.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <LocaleEditor template={template} locale={one} entry={template.contentMap[one]!} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

interface NewLocaleProps {
  readonly template: Template;
  readonly onDone: (locale: string) => void;
}

/** Begins with what the first locale says. */
function NewLocale({ template, onDone }: NewLocaleProps) {
  const texts = useTemplatesTexts();
  const client = useQueryClient();
  const { uuid, contentMap } = template;
  const first = Object.values(contentMap)[0];
  return (
    <Form
      schema={{ properties: { locale: { type: 'string', maxLength: 100 } }, required: ['locale'] }}
      place={`template ${uuid} new locale`}
      initial={{}}
      fields={[{ name: 'locale', label: texts.locale, help: texts.localeHelp }]}
      submit={texts.add}
      onSubmit={async (values) => {
        const locale = String(values.locale);
        const { content = '', subject = null, contentType } = first ?? {};
        await api.mailNotification.updateTemplateContent({
          params: { uuid, locale },
          body: { content, subject, ...(contentType === undefined ? {} : { contentType }) },
        });
        const { contentMap: now } = await client.fetchQuery({ ...templateQuery(uuid), staleTime: 0 });
        onDone(Object.keys(now).find((one) => !(one in contentMap)) ?? locale);
        return undefined;
      }}
    />
  );
}

interface TemplateActsProps {
  readonly template: Template;
  readonly onReset: () => void;
}

function TemplateActs({ template, onReset }: TemplateActsProps) {
  const { uuid, code, name, type, enabled, system } = template;
  const texts = useTemplatesTexts();
  const can = useCan();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { username } = useSession();
  const { mailNotification: mail } = api;
  const input = { params: { uuid } };
  const acting = (act: () => Promise<unknown>) => async (): Promise<void> => {
    await act();
    await client.invalidateQueries({ queryKey: ['templates'] });
  };
  const activate = acting(() => mail.activateByUuid(input));
  const test = (): Promise<unknown> =>
    mail.notify({
      body: { templateCode: code, toUsers: [username], parameters: sampleParameters(template) },
      headers: { 'idempotency-key': newIdempotencyKey() },
    });
  return (
    <>
      {can('mailNotification.notify') && type === 'MAIL' && enabled ? (
        <Act label={texts.test} question={texts.testQuestion} done={texts.tested} run={test} />
      ) : null}
      {!can('mailNotification.activateByUuid') ? null : enabled ? (
        <Act
          label={texts.deactivate}
          question={texts.deactivateQuestion(name)}
          done={texts.deactivated}
          undo={activate}
          run={acting(() => mail.deactivateByUuid(input))}
        />
      ) : (
        <Act label={texts.activate} variant="filled" done={texts.activated} run={activate} />
      )}
      {can('mailNotification.resetTemplate') && system ? (
        <Act
          label={texts.reset}
          question={texts.resetQuestion}
          done={texts.restored}
          run={async () => {
            await acting(() => mail.resetTemplate(input))();
            onReset();
          }}
        />
      ) : null}
      {can('mailNotification.delete') && !system ? (
        <Act
          label={texts.delete}
          color="red"
          question={texts.deleteQuestion(name)}
          done={texts.deleted}
          run={async () => {
            await mail.delete(input);
            await navigate({ to: address('mailTemplates') });
          }}
        />
      ) : null}
    </>
  );
}
