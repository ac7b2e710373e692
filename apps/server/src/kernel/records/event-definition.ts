// Kinds of events, declared as values by the modules that write them.

/** Holds what every event of one kind has in common. */
export interface DefinedEvent {
  /** Name as `<module or subject>.<past-tense>`, lower case with dashes (`session.closed`); no two modules share a subject. */
  readonly name: string;
  /** SECURITY stands for decisions about who may do what, AUDIT for changes of records. */
  readonly type: 'SECURITY' | 'AUDIT';
  readonly level: 'INFO' | 'WARN' | 'ERROR';
  /** The log of the process has a line of it, too. */
  readonly logged: boolean;
  /** Says in one sentence what happened. */
  readonly description: { readonly en: string; readonly tr: string };
}

type Declaration = Omit<DefinedEvent, 'level' | 'logged'> & Partial<Pick<DefinedEvent, 'level' | 'logged'>>;

/**
 * The kinds that a module writes, by the name its code has for them. The level is INFO unless another one is given; changes of
 * records are logged, decisions about who may do what where their declaration says so. Throws when one name is declared twice:
 * readers of events have one type and one sentence for it.
 */
export function defineEvents<K extends string>(
  declared: Readonly<Record<K, Declaration>>,
): Readonly<Record<K, DefinedEvent>> {
  const entries = Object.entries<Declaration>(declared);
  const names = entries.map(([, { name }]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the event ${twice} is declared twice`);
  const defined = entries.map(([key, event]) => [
    key,
    Object.freeze({ level: 'INFO', logged: event.type === 'AUDIT', ...event }),
  ]);
  return Object.freeze(Object.fromEntries(defined));
}
