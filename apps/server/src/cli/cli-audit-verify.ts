// Verifies the chain of a tenant's audit, from the command line and without the program that writes it.
import { parseArgs } from 'node:util';
import type { LoggerProducerApi } from '../modules/logger-producer/api.ts';
import type { CommandTerminal, ModuleCommand } from './cli-terminal.ts';

export const AUDIT_VERIFY_USAGE =
  'keelson audit-verify [--tenant <identifier>] [--checkpoint <sequence>:<hash>] [--json]';

type Verify = LoggerProducerApi['verifyAudit'];
type Query = Parameters<Verify>[1];
type Answer = Awaited<ReturnType<Verify>>;

const CHECKPOINT = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

/** Answers null for words that it does not understand. */
export function parseAuditVerifyCommand(args: readonly string[]): ModuleCommand | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { tenant: { type: 'string' }, checkpoint: { type: 'string' }, json: { type: 'boolean' } },
    });
    const { tenant = 'default', checkpoint, json = false } = values;
    const [, sequence, hash] = CHECKPOINT.exec(checkpoint ?? '') ?? [];
    if (checkpoint !== undefined && hash === undefined) return null;
    const query: Query = hash === undefined ? {} : { checkpoint: { sequence: Number(sequence), hash } };
    return async ({ apis }, terminal) => {
      const answer = await verifyWhole(apis.loggerProducer.verifyAudit, tenant, query);
      if (json) terminal.print(JSON.stringify(answer));
      else printOutcome(tenant, answer, terminal);
      return answer.valid ? 0 : 1;
    };
  } catch {
    return null;
  }
}

/** One walk takes 25 seconds at most: what is left is for the next. */
async function verifyWhole(verify: Verify, tenant: string, query: Query): Promise<Answer> {
  let answer = await verify(tenant, query);
  while (!answer.complete && answer.nextSequence !== null) {
    const next = await verify(tenant, { sequenceFrom: answer.nextSequence });
    answer = {
      ...next,
      valid: answer.valid && next.valid,
      checkedCount: answer.checkedCount + next.checkedCount,
      problemList: [...answer.problemList, ...next.problemList],
    };
  }
  return answer;
}

function printOutcome(tenant: string, answer: Answer, { print }: CommandTerminal): void {
  const { valid, checkedCount, headSequence, headHash, unsealedCount, problemList } = answer;
  for (const { kind, sequence, eventUuid } of problemList) {
    const where = sequence === null ? '' : ` seal ${sequence}`;
    print(`${kind}${where}${eventUuid === null ? '' : ` event ${eventUuid}`}`);
  }
  print(
    `${valid ? 'valid' : 'NOT VALID'}: tenant "${tenant}", ${checkedCount} seals, ${unsealedCount} events not sealed yet`,
  );
  print(`checkpoint ${headSequence}:${headHash}`);
}
