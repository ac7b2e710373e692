// Leaves an entry of what a person asked for and the process could not do: everything else of it is taken back.
import type { Kernel } from '../../../kernel/module.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { upperName } from '../../../kernel/text/upper-name.ts';
import type { RunningCommand } from './burst/burst.ts';
import type { InstanceCommand } from './command-burst.ts';
import type { Definition } from './definitions/definition.types.ts';
import type { ProcessStart } from './start-process.ts';
import { type FailedExecution, failedExecution } from './state/fail-command.ts';
import type { FailedOperation, FailedOperationStore } from './state/failed-operation.store.ts';
import type { LiveInstance } from './state/live-instance.ts';

/** Bound of the characters of a message, which may quote what a process holds. */
const DETAIL_LENGTH_MAX = 4_000;

type Asked = Omit<FailedOperation, 'at' | 'actorFolded' | keyof FailedExecution | 'detail'>;

export function createNoteFailures({
  clock,
  store,
}: Pick<Kernel, 'clock'> & {
  readonly store: FailedOperationStore;
}) {
  /** Notes the failure of work; `asked` answers null where nobody asked, or nothing was begun. */
  async function noting<T>(done: Promise<T>, asked: () => Asked | null): Promise<T> {
    try {
      return await done;
    } catch (error) {
      const failure = failedExecution(error);
      const given = failure === null ? null : asked();
      if (failure !== null && given !== null) {
        const { code, elementId, message } = failure;
        const detail = message.slice(0, DETAIL_LENGTH_MAX).replaceAll('\0', '').toWellFormed();
        await store.save({
          ...given,
          at: clock.now(),
          actorFolded: foldName(given.actor),
          elementId,
          code,
          detail,
        });
      }
      throw error;
    }
  }

  return {
    /** Starts by `run`; fails as that does, once the entry is committed. */
    ofStart<T>(given: ProcessStart<T>, run: (start: ProcessStart<T>) => Promise<T>): Promise<T> {
      let found: Definition | null = null;
      const keep = (definition: Definition): Definition => {
        found = definition;
        return definition;
      };
      const findDefinition = () => {
        const definition = given.findDefinition();
        return definition instanceof Promise ? definition.then(keep) : keep(definition);
      };
      return noting(run({ ...given, findDefinition }), () => askedToStart(given, found));
    },
    /** Notes the failure of a command on an instance. */
    ofCommand<T, Done>(
      command: InstanceCommand<T>,
      run: (command: InstanceCommand<T>) => Promise<Done>,
    ): Promise<Done> {
      let tried: { readonly live: LiveInstance; readonly command: RunningCommand | null } | null = null;
      const decide = (live: LiveInstance) => {
        const decided = command.decide(live);
        tried = { live, command: decided };
        return decided;
      };
      return noting(run({ ...command, decide }), () => (tried === null ? null : askedOf(tried)));
    },
  };
}

function askedToStart({ actor, facts }: ProcessStart<unknown>, definition: Definition | null): Asked | null {
  if (actor === null || definition === null) return null;
  const { tenantIdentifier } = facts;
  return { instanceId: null, kind: 'START', taskNumber: null, tenantIdentifier, definitionId: definition.id, actor };
}

function askedOf(tried: { readonly live: LiveInstance; readonly command: RunningCommand | null }): Asked | null {
  const { live, command } = tried;
  if (command === null || command.actor === null) return null;
  // A plan was asked for, nothing else.
  if ('dryRun' in command && command.dryRun === true) return null;
  const { id: instanceId, tenantIdentifier, processDefinitionId: definitionId } = live.state.facts;
  const taskNumber = 'task' in command ? command.task : null;
  const { actor } = command;
  return { instanceId, kind: upperName(command.kind), taskNumber, tenantIdentifier, definitionId, actor };
}
