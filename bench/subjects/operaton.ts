// Drives Operaton behind its REST starter, as a subject.
import { isProcess } from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { deployToPeer, startPeer } from './peer-process.ts';
import { expectOk, type Subject, type SubjectNeeds } from './subject.ts';

const BASE = '/engine-rest';

export async function startOperaton(peersDirectory: string, needs: SubjectNeeds): Promise<Subject> {
  const ready = `${BASE}/deployment/count`;
  const { program, origin, databaseName } = await startPeer('operaton', peersDirectory, ready, needs);
  await deployToPeer(`${origin}${BASE}/deployment/create`, 'data', { 'deployment-name': 'bench' });
  return {
    name: 'operaton',
    pid: program.pid,
    databaseName,
    drive: (workload) => (isProcess(workload) ? driveOf(origin, workload) : null),
    async countCompleted(workload) {
      const query = `processDefinitionKey=${workload}&finished=true`;
      const url = `${origin}${BASE}/history/process-instance/count?${query}`;
      const answer = await expectOk('Counting the instances of Operaton', fetch(url));
      return ((await answer.json()) as { readonly count: number }).count;
    },
  };
}

function driveOf(origin: string, key: string): Drive {
  const start = [`${BASE}/process-definition/key/${key}/start`, '{}'];
  if (key !== 'w4') return { origin, script: 'post', args: start };
  const find = ['GET', `${BASE}/task?processInstanceId=@`, ''];
  const complete = [`${BASE}/task/@/complete`, '{}'];
  // A completion is answered without a body.
  const patterns = ['"id":"([^"]+)","definitionId"', '^%[{"id":"([^"]+)"', ''];
  return { origin, script: 'user-task', args: [...start, ...find, ...complete, ...patterns] };
}
