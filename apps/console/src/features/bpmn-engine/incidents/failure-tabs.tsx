// Leads between the pages of failures: each of them, what they have in common, and the batches that mend many at once.
import { address } from '../../../lib/address.ts';
import { LinkTabs } from '../../../ui/page/link-tabs.tsx';
import { useIncidentsTexts } from './texts.ts';

export function FailureTabs() {
  const texts = useIncidentsTexts();
  const tabs = [
    { label: texts.each, to: address('incidents') },
    { label: texts.causes, to: address('incidentCauses') },
    { label: texts.batches, to: address('batches') },
  ];
  return <LinkTabs label={texts.title} tabs={tabs} />;
}
