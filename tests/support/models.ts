// Draws small processes that tests of the whole program deploy.

const NAMESPACES =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:keelson="urn:keelson:bpmn:1" targetNamespace="urn:keelson:tests"';

/** Writes a file with one executable process; `roots` are messages and the like beside it. */
export function processFile(key: string, content: string, roots = ''): string {
  const open = `<definitions ${NAMESPACES} id="${key}-file">${roots}<process id="${key}" isExecutable="true">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}\n${content}\n</process></definitions>\n`;
}

/** Puts elements one after the other, joined by flows that are named `<source>_<target>`. */
export function chain(...elements: readonly string[]): string {
  const ids = elements.map((element) => /\bid="([^"]+)"/.exec(element)?.[1] ?? '');
  const flows = ids.slice(1).map((id, index) => flow(ids[index] ?? '', id));
  return [...elements, ...flows].join('\n');
}

/** Draws a flow, with a condition where one is given. */
export function flow(source: string, target: string, condition?: string): string {
  const head = `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}"`;
  if (condition === undefined) return `${head}/>`;
  const text = `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`;
  return `${head}>${text}</sequenceFlow>`;
}

/** Draws a start, one user task `answer` with these attributes, and an end. */
export function oneTask(key: string, attributes = ''): string {
  return processFile(
    key,
    chain('<startEvent id="begun"/>', `<userTask id="answer" name="Answer" ${attributes}/>`, '<endEvent id="done"/>'),
  );
}

/** Runs through without waiting. */
export function straightThrough(key: string): string {
  return processFile(key, chain('<startEvent id="begun"/>', '<manualTask id="noted"/>', '<endEvent id="done"/>'));
}

/** Draws a task `a` beside a split of its own with the tasks `b` and `c`; one end stands behind the join of all three. */
export function joinedTasks(key: string): string {
  const outer = chain(
    '<startEvent id="begun"/>',
    '<parallelGateway id="fork"/>',
    '<userTask id="a"/>',
    '<parallelGateway id="join"/>',
    '<endEvent id="done"/>',
  );
  const inner = chain('<parallelGateway id="innerFork"/>', '<userTask id="b"/>', '<parallelGateway id="innerJoin"/>');
  const flows = [flow('fork', 'innerFork'), flow('innerFork', 'c'), flow('c', 'innerJoin'), flow('innerJoin', 'join')];
  return processFile(key, [outer, inner, '<userTask id="c"/>', ...flows].join('\n'));
}
