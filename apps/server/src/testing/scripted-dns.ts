// Is the name service of a test: it knows what the test has written down, and nothing of the world outside.
import { textAnswer } from '../kernel/dns/dns.ts';
import type { Dns, DnsFailure, TextAnswer } from '../kernel/dns/dns.types.ts';

export interface ScriptedDns extends Dns {
  /** Holds, in order, the names that were asked for. */
  readonly asked: readonly string[];
  /** Writes down the texts of a name, or that asking for it fails. */
  set(name: string, answer: readonly string[] | DnsFailure): void;
  /** Is asked before what is written down. */
  script: (name: string, withinMs: number | undefined) => TextAnswer | undefined;
}

export function createScriptedDns(): ScriptedDns {
  const known = new Map<string, readonly string[] | DnsFailure>();
  const asked: string[] = [];
  const dns: ScriptedDns = {
    asked,
    script: () => undefined,
    set: (name, answer) => void known.set(name, answer),
    async findTexts(name, bounds) {
      asked.push(name);
      const scripted = dns.script(name, bounds?.withinMs);
      if (scripted !== undefined) return scripted;
      const answer = known.get(name) ?? [];
      return typeof answer === 'string'
        ? { outcome: 'failed', reason: answer }
        : textAnswer(answer.map((text) => [text]));
    },
  };
  return dns;
}
