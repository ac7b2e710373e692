// Drives Flowable behind its REST starter, as a subject.
import { isProcess } from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { deployToPeer, startPeer } from './peer-process.ts';
import { expectOk, type Subject, type SubjectNeeds } from './subject.ts';

const BASE = '/process-api';

export async function startFlowable(peersDirectory: string, needs: SubjectNeeds): Promise<Subject> {
  const ready = `${BASE}/repository/deployments`;
  const { program, origin, databaseName } = await startPeer('flowable', peersDirectory, ready, needs);
  await deployToPeer(`${origin}${BASE}/repository/deployments`, 'file', {});
  return {
    name: 'flowable',
    pid: program.pid,
    databaseName,
    drive: (workload) => (isProcess(workload) ? driveOf(origin, workload) : null),
    async countCompleted(workload) {
      const query = `processDefinitionKey=${workload}&finished=true&size=1`;
      const url = `${origin}${BASE}/history/historic-process-instances?${query}`;
      const answer = await expectOk('Counting the instances of Flowable', fetch(url));
      return ((await answer.json()) as { readonly total: number }).total;
    },
  };
}

function driveOf(origin: string, key: string): Drive {
  const start = [`${BASE}/runtime/process-instances`, JSON.stringify({ processDefinitionKey: key })];
  if (key !== 'w4') return { origin, script: 'post', args: start };
  const find = ['GET', `${BASE}/runtime/tasks?processInstanceId=@`, ''];
  const complete = [`${BASE}/runtime/tasks/@`, '{"action":"complete"}'];
  // A completion is answered without a body.
  const patterns = ['^{"id":"([^"]+)"', '"data":%[{"id":"([^"]+)"', ''];
  return { origin, script: 'user-task', args: [...start, ...find, ...complete, ...patterns] };
}
