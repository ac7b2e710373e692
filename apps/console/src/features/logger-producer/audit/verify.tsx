// Verifies the chain of the audit by a range of its places, and shows where it breaks first.
import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { useAuditTexts } from './texts.ts';

type Verdict = Awaited<ReturnType<typeof api.loggerProducer.verifyAudit>>['body'];

const placeOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

export function Verify() {
  const texts = useAuditTexts();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  /** A long chain is looked at in parts; what was found adds up. */
  const verify = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setVerdict(null);
    try {
      let next = placeOf(from);
      let checked = 0;
      for (;;) {
        const sequenceTo = placeOf(to);
        const body = {
          ...(next === null ? {} : { sequenceFrom: next }),
          ...(sequenceTo === null ? {} : { sequenceTo }),
        };
        const part = (await api.loggerProducer.verifyAudit({ body })).body;
        checked += part.checkedCount;
        setVerdict({ ...part, checkedCount: checked });
        if (!part.valid || part.complete || part.nextSequence === null) break;
        next = part.nextSequence;
      }
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Section title={texts.chain}>
      <Text size="sm" mb="sm">
        {texts.chainWhy}
      </Text>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={texts.fromPlace}
          inputMode="numeric"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label={texts.toPlace}
          inputMode="numeric"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button loading={busy} onClick={() => void verify()}>
          {texts.verify}
        </Button>
      </Group>
      {failure === null ? null : <Failed error={failure} />}
      {verdict === null ? null : <Answer verdict={verdict} />}
    </Section>
  );
}

function Answer({ verdict }: { readonly verdict: Verdict }) {
  const texts = useAuditTexts();
  const language = useLanguage();
  const { valid, complete, checkedCount, headSequence, headHash, problemList } = verdict;
  const [first] = problemList;
  const count = formatNumber(checkedCount, language);
  return (
    <Alert
      mt="md"
      variant="light"
      role="status"
      color={valid ? 'green' : 'red'}
      title={valid ? texts.whole(count) : texts.broken}
    >
      {complete ? null : <Text size="sm">{texts.goesOn}</Text>}
      {first === undefined ? null : (
        <Text size="sm">
          {texts.problems[first.kind]}
          {first.sequence === null ? '' : ` ${texts.atPlace(first.sequence)} `}
          {first.eventUuid === null ? null : (
            <Link to={address('event', { uuid: first.eventUuid })}>{texts.lookAt}</Link>
          )}
        </Text>
      )}
      {problemList.length > 1 ? <Text size="sm">{texts.more(problemList.length - 1)}</Text> : null}
      <Text size="sm">{texts.head(headSequence)}</Text>
      <Text size="sm" className="k-mono k-secret">
        {headHash}
      </Text>
    </Alert>
  );
}
