// Asks the operating system about processes: who descends from whom, and how much memory a family really takes.
import { readdirSync, readFileSync } from 'node:fs';

/** Finds the parent of a process; null when it has gone meanwhile. */
function parentOf(pid: number): number | null {
  try {
    // The name in parentheses may hold spaces and parentheses of its own.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Lists the process and everything that it started, as far as it lives. */
export function familyOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const family = [pid];
  for (const member of family) {
    for (const { pid: child, parent } of parents) if (parent === member) family.push(child);
  }
  return family;
}

function proportionalKibibytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Measures the memory of the process and its descendants in bytes; what they share counts once (Pss). It works on Linux only. */
export function memoryOfFamily(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + proportionalKibibytes(member) * 1_024, 0);
}

/** Tells whether a process of this id lives; one that has ended and was not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}
