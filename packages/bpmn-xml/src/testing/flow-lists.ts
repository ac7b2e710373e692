// Writes the lists of incoming and outgoing flows into the nodes of a test's text, which strict reading asks for.

const FLOW = /<sequenceFlow\b[^>]*?\bid="([^"]+)"[^>]*?\bsourceRef="([^"]+)"[^>]*?\btargetRef="([^"]+)"/g;
/** What the schema has in front of the lists. */
const BEFORE =
  /^(?:\s*§?<(documentation|extensionElements|auditing|monitoring|categoryValueRef)\b(?:[^>]*\/>|[\s\S]*?<\/\1>))*/;

/** Lines stay as they are; a list that the text has already is left alone. */
export function withFlowLists(text: string): string {
  const incoming = new Map<string, string[]>();
  const outgoing = new Map<string, string[]>();
  for (const [, id = '', source = '', target = ''] of text.matchAll(FLOW)) {
    outgoing.set(source, [...(outgoing.get(source) ?? []), id]);
    incoming.set(target, [...(incoming.get(target) ?? []), id]);
  }
  let listed = text;
  for (const id of new Set([...incoming.keys(), ...outgoing.keys()])) {
    listed = listIn(listed, id, tags('incoming', incoming.get(id)), tags('outgoing', outgoing.get(id)));
  }
  return listed;
}

function tags(name: string, ids: readonly string[] = []): string {
  return ids.map((id) => `<${name}>${id}</${name}>`).join('');
}

function listIn(text: string, id: string, incoming: string, outgoing: string): string {
  const tag = new RegExp(`<(\\w+)((?:"[^"]*"|[^<>"])*?\\sid="${id}"(?:"[^"]*"|[^<>"])*?)(/?)>`).exec(text);
  if (tag === null || !NODE.test(tag[1] ?? '')) return text;
  const [whole, type = '', attributes = '', closed = ''] = tag;
  const after = tag.index + whole.length;
  if (closed === '/') {
    const open = `<${type}${attributes}>${incoming}${outgoing}</${type}>`;
    return text.slice(0, tag.index) + open + text.slice(after);
  }
  const inner = text.slice(after);
  const start = after + (BEFORE.exec(inner)?.[0].length ?? 0);
  const own = /^(\s*§?<incoming>[^<]*<\/incoming>)*/.exec(text.slice(start))?.[0] ?? '';
  const middle = start + own.length;
  const hasOutgoing = /^\s*§?<outgoing>/.test(text.slice(middle));
  return text.slice(0, start) + (own === '' ? incoming : own) + (hasOutgoing ? '' : outgoing) + text.slice(middle);
}

const NODE = /(Task|Event|Gateway|^task|[sS]ubProcess|^transaction|^callActivity)$/;
