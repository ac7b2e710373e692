// Has a form with a field of each kind, which tests fill in at a task and at a start.

export const EXPENSES = 'expenses';

export const EXPENSES_FORM = JSON.stringify({
  id: EXPENSES,
  type: 'default',
  components: [
    { type: 'text', text: '# Expenses' },
    { type: 'textfield', key: 'purpose', label: 'Purpose', validate: { required: true, pattern: '[A-Z].*' } },
    { type: 'number', key: 'amount', label: 'Amount', validate: { required: true, min: 1, max: 500 } },
    { type: 'datetime', key: 'day', label: 'Day', subtype: 'date' },
    {
      type: 'select',
      key: 'kind',
      label: 'Kind',
      values: [
        { label: 'A journey', value: 'journey' },
        { label: 'A meal', value: 'meal' },
      ],
    },
    { type: 'checkbox', key: 'sure', label: 'The receipts are there', validate: { required: true } },
    { type: 'textfield', key: 'asked', label: 'Asked by', readonly: true },
  ],
});

/** Answers what a screen reader says with a field. */
export function describedBy(page: { evaluate(code: string): Promise<unknown> }, name: string): Promise<unknown> {
  const input = `document.querySelector('[name="${name}"]')`;
  const ids = `(${input}.getAttribute('aria-describedby') ?? '').split(' ')`;
  return page.evaluate(`${ids}.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')`);
}
