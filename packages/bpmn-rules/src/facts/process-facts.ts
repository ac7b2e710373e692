// What a process says of itself as a definition: starters, history, version tag, form of the start.

import { extensionAttribute, extensionSaid, splitList } from './extension-facts.ts';
import type { BpmnElement } from './types/document.ts';

/** How much of an instance is kept. */
export type HistoryLevel = 'none' | 'activity' | 'full';

/** What a process says of itself; null where it says nothing, or something that the rules refuse. */
export interface ProcessFacts {
  readonly versionTag: string | null;
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  /** Time that history is kept, an ISO 8601 duration; null where the setting holds. */
  readonly historyTimeToLive: string | null;
  readonly historyLevel: HistoryLevel | null;
  /** Variables by which instances are searched. */
  readonly searchable: readonly string[];
  /** Whether no two running instances share a business key. */
  readonly uniqueBusinessKey: boolean;
  /** Whether people see the process as something that they can start. */
  readonly startableInTasklist: boolean;
  /** Form key of the only start event with a form. */
  readonly startFormKey: string | null;
}

/** Reads days as a whole number, as some tools write them, or an ISO 8601 duration; null for anything else. */
export function readHistoryTimeToLive(text: string): string | null {
  const trimmed = text.trim();
  if (/^\d{1,6}$/.test(trimmed)) return `P${Number(trimmed)}D`;
  return DURATION.test(trimmed) ? trimmed : null;
}

/** Form of an ISO 8601 duration: at least one part, and one behind `T` where that is written. */
const DURATION = /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

/** Reads one of the three levels, null for anything else; what others keep under `audit` is part of `full`. */
export function readHistoryLevel(text: string): HistoryLevel | null {
  const trimmed = text.trim();
  if (trimmed === 'audit') return 'full';
  return trimmed === 'none' || trimmed === 'activity' || trimmed === 'full' ? trimmed : null;
}

/** Reads an element of type `process`. */
export function readProcessFacts(process: BpmnElement): ProcessFacts {
  const forms = process.children
    .filter((child) => child.type === 'startEvent')
    .flatMap(
      (start) => (extensionAttribute(start, 'formRef') ?? extensionAttribute(start, 'formKey'))?.value.trim() ?? [],
    );
  return {
    versionTag: extensionAttribute(process, 'versionTag')?.value.trim() ?? null,
    candidateStarterUsers: splitList(extensionAttribute(process, 'candidateStarterUsers')?.value ?? ''),
    candidateStarterGroups: splitList(extensionAttribute(process, 'candidateStarterGroups')?.value ?? ''),
    historyTimeToLive: readHistoryTimeToLive(extensionAttribute(process, 'historyTimeToLive')?.value ?? ''),
    historyLevel: readHistoryLevel(extensionSaid(process, 'historyLevel')?.value ?? ''),
    searchable: splitList(extensionAttribute(process, 'searchable')?.value ?? ''),
    uniqueBusinessKey: extensionAttribute(process, 'uniqueBusinessKey')?.value.trim() === 'true',
    startableInTasklist: extensionAttribute(process, 'isStartableInTasklist')?.value.trim() !== 'false',
    startFormKey: forms[0] ?? null,
  };
}
