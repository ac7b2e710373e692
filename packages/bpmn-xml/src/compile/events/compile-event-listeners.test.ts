// What an eventListener of a process throws: the name is where its kind has it.
import { describe, expect, it } from 'vitest';
import { compileText } from '../../testing/compile-text.ts';
import { chain, END, START } from '../../testing/texts.ts';

const listenersOf = (attributes: string) =>
  compileText(
    `<extensionElements><flowable:eventListener events="ACTIVITY_STARTED" ${attributes}/></extensionElements>${chain(START, END)}`,
  ).eventListeners.map(({ throws, name }) => [throws, name.constant]);

describe('an event listener', () => {
  it('throws a signal, also for everybody, a message or an error', () => {
    expect(listenersOf('throwEvent="signal" signalName="s"')).toEqual([['signal', 's']]);
    expect(listenersOf('throwEvent="globalSignal" signalName="s"')).toEqual([['globalSignal', 's']]);
    expect(listenersOf('throwEvent="message" messageName="m"')).toEqual([['message', 'm']]);
    expect(listenersOf('throwEvent="error" errorCode="E1"')).toEqual([['error', 'E1']]);
  });

  it('is none without a name', () => {
    expect(listenersOf('throwEvent="message"')).toEqual([]);
  });
});
