// Plays the scenarios of what is deployed: deployments with their files, versions of processes, files before they are deployed.
import { expect } from 'vitest';
import { oneTask } from '../../support/models.ts';
import type { Scenario, World } from '../world.ts';

const fileOf = (fileName: string, bytes: string) => ({ fileName, bytes, mediaType: 'application/xml' });
const textOf = (stream: unknown) => new Response(stream as ReadableStream).text();

async function deployed({ admin, name }: World) {
  const key = name('kept');
  const bytes = oneTask(key);
  const { body } = await admin.sure.bpmnEngine.createDeployment({ files: { files: [fileOf('kept.bpmn', bytes)] } });
  return { key, bytes, id: body.id, definitionId: body.definitions[0]?.id ?? '' };
}

export const repositoryScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine createDeployment': async (as, { admin, name }) => {
    const keys = [name('made'), name('made')];
    const files = keys.map((key) => fileOf(`${key}.bpmn`, oneTask(key)));
    const { body } = await as(admin).bpmnEngine.createDeployment({ files: { files }, fields: { source: 'pipeline' } });
    expect(body).toMatchObject({ source: 'pipeline', unchanged: [], resources: [{}, {}] });
    expect(body.definitions.map(({ key }) => key)).toEqual(keys.toSorted());
  },
  'bpmn-engine validate': async (as, { admin, name }) => {
    const key = name('judged');
    const bytes = oneTask(key).replace(
      '</process>',
      '<sequenceFlow id="lost" sourceRef="answer" targetRef="none"/></process>',
    );
    const { body } = await as(admin).bpmnEngine.validate({ files: { files: [fileOf('judged.bpmn', bytes)] } });
    expect(body[0]).toMatchObject({ ruleId: 'REF-01', severity: 'ERROR', elementId: 'lost', file: 'judged.bpmn' });
    const { body: found } = await admin.sure.bpmnEngine.queryDefinitions({ body: { key } });
    expect(found.totalElements).toBe(0);
  },
  'bpmn-engine getDeployment': async (as, world) => {
    const { id, key } = await deployed(world);
    const { body } = await as(world.admin).bpmnEngine.getDeployment({ params: { id } });
    expect(body).toMatchObject({ id, resources: [{ name: 'kept.bpmn' }], definitions: [{ key, version: 1 }] });
  },
  'bpmn-engine deleteDeployment': async (as, world) => {
    const { id, key } = await deployed(world);
    await as(world.admin).bpmnEngine.deleteDeployment({ params: { id }, query: { cascade: true } });
    const { body } = await world.admin.sure.bpmnEngine.queryDefinitions({ body: { key } });
    expect(body.totalElements).toBe(0);
  },
  'bpmn-engine getDeploymentResource': async (as, world) => {
    const { id, bytes } = await deployed(world);
    const query = { name: 'kept.bpmn' };
    const { body } = await as(world.admin).bpmnEngine.getDeploymentResource({ params: { id }, query });
    expect(await textOf(body)).toBe(bytes);
  },
  'bpmn-engine getProcessDefinition': async (as, world) => {
    const { definitionId: id, key } = await deployed(world);
    const { body } = await as(world.admin).bpmnEngine.getProcessDefinition({ params: { id } });
    expect(body).toMatchObject({ id, key, version: 1, suspended: false, counts: null });
  },
  'bpmn-engine getStartForm': async (as, { admin, name }) => {
    const key = name('asks');
    const begun = `<startEvent id="begun" keelson:formRef="${key}"/>`;
    const field = { type: 'textfield', key: 'reason', label: 'Reason', validate: { required: true } };
    const form = JSON.stringify({ id: key, type: 'default', components: [field] });
    const files = [
      fileOf('asks.bpmn', oneTask(key).replace('<startEvent id="begun"/>', begun)),
      fileOf('asks.form', form),
    ];
    const { body: deployment } = await admin.sure.bpmnEngine.createDeployment({ files: { files } });
    const params = { id: deployment.definitions[0]?.id ?? '' };
    const { body } = await as(admin).bpmnEngine.getStartForm({ params });
    expect(body).toMatchObject({ key, fields: [{ id: 'reason', label: 'Reason', type: 'TEXT', required: true }] });
  },
  'bpmn-engine getDefinitionStatistics': async (as, world) => {
    const { definitionId: id, key: processDefinitionKey } = await deployed(world);
    await world.admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey } });
    const { body } = await as(world.admin).bpmnEngine.getDefinitionStatistics({ params: { id } });
    expect(body).toMatchObject({ counts: { running: 1 }, elements: [{ elementId: 'answer', running: 1 }] });
  },
  'bpmn-engine getDefinitionDiagram': async (as, world) => {
    const { definitionId: id, key: processDefinitionKey } = await deployed(world);
    const { body: run } = await world.admin.sure.bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey },
    });
    const query = { format: 'JSON', processInstanceId: run.id } as const;
    const { body } = await as(world.admin).bpmnEngine.getDefinitionDiagram({ params: { id }, query });
    expect(body.elements).toMatchObject([
      { elementId: 'begun', completed: 1, running: 0 },
      { elementId: 'answer', completed: 0, running: 1 },
    ]);
    expect(body.flows).toMatchObject([{ taken: 1 }]);
  },
  'bpmn-engine getProcessDefinitionXml': async (as, world) => {
    const { definitionId: id, bytes } = await deployed(world);
    const { body } = await as(world.admin).bpmnEngine.getProcessDefinitionXml({ params: { id } });
    expect(await textOf(body)).toBe(bytes);
  },
};
