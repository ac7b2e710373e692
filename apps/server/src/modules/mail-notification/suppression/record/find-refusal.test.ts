// Tests the rule that says whether a recipient may be sent a mail.
import { expect, it } from 'vitest';
import { type AskedMail, findRefusal, type OptOut, type Suppression } from './find-refusal.ts';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const plain: AskedMail = { sensitive: false, category: null, unsubscribeGroup: null };
const news: AskedMail = { ...plain, category: 'letters', unsubscribeGroup: 'news' };
const secret: AskedMail = { ...news, sensitive: true };

const because = (reason: Suppression['reason'], group: string | null = null, expireDate: Date | null = null) => ({
  reason,
  group,
  expireDate,
});
const asked = (mail: AskedMail, suppressions: readonly Suppression[], optOuts: readonly OptOut[] = []) =>
  findRefusal(mail, { suppressions, optOuts }, NOW)?.reason ?? null;

it('mail-notification 19: a suppression without a group keeps every mail back, one with a group those of the group alone', () => {
  for (const reason of ['HARD_BOUNCE', 'COMPLAINT', 'MANUAL'] as const) {
    expect(asked(plain, [because(reason)])).toBe(reason);
    expect(asked(news, [because(reason)])).toBe(reason);
    expect(asked(news, [because(reason, 'news')])).toBe(reason);
    expect([asked(plain, [because(reason, 'news')]), asked(news, [because(reason, 'offers')])]).toEqual([null, null]);
  }
  expect(asked(plain, [])).toBeNull();
});

it('mail-notification 19: who has unsubscribed from everything still gets what nobody can unsubscribe from', () => {
  expect(asked(news, [because('UNSUBSCRIBE')])).toBe('UNSUBSCRIBE');
  expect(asked(news, [because('UNSUBSCRIBE', 'news')])).toBe('UNSUBSCRIBE');
  expect(asked(plain, [because('UNSUBSCRIBE')])).toBeNull();
});

it('mail-notification 19: a sensitive mail passes every suppression but an operator’s, and every preference', () => {
  const others = (['HARD_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE'] as const).map((reason) => because(reason));
  expect(asked(secret, others, [{ category: null, group: 'news' }])).toBeNull();
  expect(asked(secret, [...others, because('MANUAL')])).toBe('MANUAL');
});

it('mail-notification 19: a suppression ends at its date, and of several the strongest that still holds is told', () => {
  const ended = because('MANUAL', null, new Date(NOW));
  expect(asked(plain, [ended])).toBeNull();
  expect(asked(plain, [because('MANUAL', null, new Date(NOW + 1))])).toBe('MANUAL');
  expect(asked(news, [because('UNSUBSCRIBE', 'news'), because('HARD_BOUNCE'), ended, because('COMPLAINT')])).toBe(
    'COMPLAINT',
  );
});

it('mail-notification 28: what a person does not want is skipped, by category and by group, and nothing else', () => {
  const byGroup = { category: null, group: 'news' };
  const byCategory = { category: 'letters', group: null };
  expect([asked(news, [], [byGroup]), asked(news, [], [byCategory])]).toEqual(['OPTED_OUT', 'OPTED_OUT']);
  expect(asked({ ...news, unsubscribeGroup: 'letters', category: 'news' }, [], [byGroup, byCategory])).toBeNull();
  expect(asked(plain, [], [byGroup, byCategory])).toBeNull();
  expect(findRefusal(news, { suppressions: [because('HARD_BOUNCE')], optOuts: [byGroup] }, NOW)).toEqual({
    status: 'SUPPRESSED',
    reason: 'HARD_BOUNCE',
  });
});
