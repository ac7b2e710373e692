// Rules of what extensions say of messages: a key or a delivery at a place where nothing heeds it.
import { triggersOf } from '../facts/event-facts.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { type BpmnElement, referencedElement } from '../facts/types/document.ts';
import { EVENT_TYPES } from '../facts/types/element-types.ts';
import { eventWorkOf, workWayOf } from '../facts/work-facts.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { isInstantiating } from './name-rules.ts';

type Why = Readonly<{ why: string; whyTr: string }>;

const NO_INSTANCE: Why = {
  why: 'a message that begins an instance finds no data that it could be compared with; the business key goes with the message',
  whyTr: 'örneği başlatan ileti, karşılaştırılacağı bir veri bulamaz; iş anahtarını ileti taşır',
};

const ONLY_CAUGHT: Why = {
  why: 'who throws a message says how many receive it, and here one is only waited for',
  whyTr: 'iletiyi kaç alıcının alacağını onu fırlatan söyler; burada yalnızca beklenir',
};

const NO_MESSAGE: Why = {
  why: 'no message is thrown or waited for here',
  whyTr: 'burada hiçbir ileti fırlatılmaz ve beklenmez',
};

function* withoutEffect(
  name: 'correlationKey' | 'delivery',
  element: BpmnElement,
  holders: readonly BpmnElement[],
  why: Why,
): Iterable<Finding> {
  for (const said of holders.flatMap((holder) => extensionAttribute(holder, name) ?? [])) {
    const { writtenName, position } = said;
    yield finding('W-19', element, { position, values: { x: writtenName, ...why } });
  }
}

/**
 * Reports keys at what begins an instance: keys say which running instance is meant, and a start is found by the name of the message
 * alone.
 */
function* startKeys(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['startEvent', 'receiveTask']))) {
    if (!isInstantiating(context, element)) continue;
    yield* withoutEffect('correlationKey', element, messageHolders(context, element), NO_INSTANCE);
  }
  for (const message of elementsOfType(context, 'message')) {
    const users = usersOf(context, message);
    const begins = users.length > 0 && users.every((element) => isInstantiating(context, element));
    if (begins) yield* withoutEffect('correlationKey', message, [message], NO_INSTANCE);
  }
}

/** Reports a number of receivers at events that catch: whoever throws a message decides that. */
function* deliveries(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, HOLDING)) {
    if (throwsMessage(context, element)) continue;
    const why = catchesMessage(context, element) ? ONLY_CAUGHT : NO_MESSAGE;
    const own = messageHolders(context, element).filter((holder) => !isShared(holder));
    yield* withoutEffect('delivery', element, own, why);
  }
  for (const shared of elementsOfTypes(context, SHARED).filter(isShared)) {
    const users = usersOf(context, shared);
    const isCaught = users.length > 0 && !users.some((element) => throwsMessage(context, element));
    if (isCaught) yield* withoutEffect('delivery', shared, [shared], ONLY_CAUGHT);
  }
}

/** Types that stand at the level of the file and may serve several events. */
const SHARED: ReadonlySet<string> = new Set(['message', 'messageEventDefinition']);

function isShared({ parent }: BpmnElement): boolean {
  return parent?.type === 'definitions' || parent === null;
}

/** Reports keys at events of a timer or a signal, where they compare nothing. */
function* keysOfOthers(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, HOLDING)) {
    if (throwsMessage(context, element) || catchesMessage(context, element)) continue;
    if (isInstantiating(context, element)) continue;
    yield* withoutEffect('correlationKey', element, messageHolders(context, element), NO_MESSAGE);
  }
}

const HOLDING: ReadonlySet<string> = new Set([...EVENT_TYPES, 'sendTask', 'receiveTask']);
const THROWING: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent']);

/** Whether an element throws a message; one that is work (a mail, a topic) is thrown to nobody. */
function throwsMessage({ document }: RuleContext, element: BpmnElement): boolean {
  if (element.type === 'sendTask') return workWayOf(element) === 'message';
  if (!THROWING.has(element.type)) return false;
  const work = eventWorkOf(element);
  return triggersOf(document, element).some(({ kind, definition }) => kind === 'message' && definition !== work);
}

function catchesMessage({ document }: RuleContext, element: BpmnElement): boolean {
  if (element.type === 'receiveTask') return true;
  if (element.type === 'sendTask' || THROWING.has(element.type)) return false;
  return triggersOf(document, element).some(({ kind }) => kind === 'message');
}

/** Lists events and tasks with the definitions that they have. */
function messageHolders({ document }: RuleContext, element: BpmnElement): readonly BpmnElement[] {
  return [element, ...triggersOf(document, element).map(({ definition }) => definition)];
}

/** Lists events and tasks that name the message or definition, by themselves or by an operation, to catch or to throw it. */
function usersOf(context: RuleContext, shared: BpmnElement): readonly BpmnElement[] {
  const { document, nodeOf } = context;
  const names = (holder: BpmnElement): boolean => {
    const operation = referencedElement(document, holder, 'operationRef');
    const named = [
      holder,
      referencedElement(document, holder, 'messageRef'),
      ...['inMessageRef', 'outMessageRef'].map((name) => operation && referencedElement(document, operation, name)),
    ];
    return named.includes(shared);
  };
  return document.elements.filter(
    (element) => (nodeOf.has(element) || element.type === 'startEvent') && messageHolders(context, element).some(names),
  );
}

export const MESSAGE_RULES: readonly Rule[] = [startKeys, deliveries, keysOfOthers];
