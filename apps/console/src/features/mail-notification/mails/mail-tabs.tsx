// Leads between the pages of mails: what was sent, by which servers, in whose name, and to whom not.
import { address } from '../../../lib/address.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkTabs } from '../../../ui/page/link-tabs.tsx';
import { useMailsTexts } from './texts.ts';

export function MailTabs() {
  const texts = useMailsTexts();
  const can = useCan();
  const tabs = [
    { label: texts.title, to: address('mails') },
    ...(can('mailNotification.queryProviderPage') ? [{ label: texts.providers, to: address('mailProviders') }] : []),
    ...(can('mailNotification.querySenderPage') ? [{ label: texts.senders, to: address('mailSenders') }] : []),
    ...(can('mailNotification.querySuppressionPage')
      ? [{ label: texts.suppressions, to: address('mailSuppressions') }]
      : []),
  ];
  return <LinkTabs label={texts.title} tabs={tabs} />;
}
