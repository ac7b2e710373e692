// One rule says who receives a message; the simulator and the server ask it.
import { describe, expect, it } from 'vitest';
import { type AddressedMessage, type MessageCandidate, receiversAmong } from './receivers.ts';

const waits = (name: string, other: Partial<MessageCandidate> = {}) => ({
  name,
  starts: false,
  fitsKeys: null,
  businessKey: null,
  process: 'order',
  element: 'paid',
  ...other,
});
const keyed = waits('keyed', { fitsKeys: true });
const otherKey = waits('other key', { fitsKeys: false, businessKey: 'A' });
const sameCase = waits('same case', { businessKey: 'A' });
const otherCase = waits('other case', { businessKey: 'B' });
const noCase = waits('no case');
const starts = waits('starts', { starts: true, process: 'refund', element: 'asked' });

function receive(all: readonly ReturnType<typeof waits>[], message: Partial<AddressedMessage> = {}) {
  const asked = { businessKey: 'A', isKeyNeeded: false, targets: null, ...message };
  const { fit, receivers } = receiversAmong(asked, all, (one) => one);
  return [fit, ...receivers.map(({ name }) => name)];
}

describe('a message', () => {
  it('goes to whose key it brings, else to its case, else to the name alone, and starts something at last', () => {
    const all = [starts, otherCase, noCase, sameCase, otherKey, keyed];
    expect(receive(all)).toEqual(['KEYS', 'keyed']);
    expect(receive(all.slice(0, -1))).toEqual(['BUSINESS_KEY', 'same case']);
    expect(receive([starts, otherCase, noCase, otherKey])).toEqual(['NAME', 'other case', 'no case']);
    expect(receive([starts, otherKey])).toEqual(['START', 'starts']);
    expect(receive([otherKey])).toEqual([null]);
  });

  it('whose key somebody outside gave goes to no other case', () => {
    expect(receive([otherCase, noCase], { isKeyNeeded: true })).toEqual(['NAME', 'no case']);
    expect(receive([otherCase, starts], { isKeyNeeded: true })).toEqual(['START', 'starts']);
    expect(receive([otherCase], { isKeyNeeded: true, businessKey: null })).toEqual(['NAME', 'other case']);
  });

  it('follows its flows where they lead to one of those who fit best', () => {
    const there = waits('there', { process: 'shipment', element: 'ready' });
    const flows = (process: string, element: string | null) => ({ targets: [{ process, element }] });
    expect(receive([noCase, there], flows('shipment', 'ready'))).toEqual(['NAME', 'there']);
    expect(receive([noCase, there], flows('shipment', null))).toEqual(['NAME', 'there']);
    expect(receive([noCase, there], flows('shipment', 'sent'))).toEqual(['NAME', 'no case', 'there']);
    expect(receive([keyed, there], flows('shipment', 'ready'))).toEqual(['KEYS', 'keyed']);
  });
});
