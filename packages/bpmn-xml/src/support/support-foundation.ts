// This says what becomes of chapter 8 of the standard: definitions, extensions, artifacts, correlation, expressions, items, services.
import { supportClaims } from './support.ts';

const LABELLED =
  'definitions category correlationKey correlationProperty error escalation dataState resourceParameter operation interface';

export const FOUNDATION_SUPPORT = supportClaims(`
  * @ id = xml/read/read-document | xml/rules/document

  definitions = xml/read/read-document | xml/read-deployment
  definitions @ targetNamespace = xml/read/read-document | xml/rules/imports
  definitions @ expressionLanguage = rules/facts/expression-language | xml/compile/compile-extensions
  definitions @ typeLanguage ~ types are those of XML Schema and of imported namespaces, whatever it says
  definitions @ exporter exporterVersion ~ names the tool that wrote the file
  import = xml/compile/compilation/model-files | xml/compile/compile-imports
  import @ namespace location importType = xml/read-deployment | xml/rules/imports
  extension @ definition ~ names the extension
  extension ~ an extension that need not be understood
  extension @ mustUnderstand ! DOC-15 true for what is not understood
  relationship ~ between models, not inside one
  relationship @ type direction ~ between models, not inside one
  source target ~ ends of relationships and of link events, which are matched by name
  documentation = xml/read/read-document | xml/compile/compile-process
  documentation textAnnotation @ textFormat ~ the text is shown as it is
  extensionElements = xml/read/read-extensions | xml/compile/compile-extensions
  auditing monitoring ~ the standard leaves their content to tools
  rendering ~ the standard leaves its content to tools

  association = xml/compile/compilation/compilation | xml/compile/events/compile-event
  association @ sourceRef targetRef = xml/compile/compilation/compilation | xml/compile/events/compile-event
  association @ associationDirection ~ a compensation association goes from the event to the activity (ART-03)
  group textAnnotation text category categoryValue categoryValueRef ~ for the reader of the diagram
  group @ categoryValueRef ~ for the reader of the diagram
  categoryValue @ value ~ for the reader of the diagram

  correlationKey correlationPropertyRef = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationProperty = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationProperty @ type ~ values are compared as they are
  correlationPropertyRetrievalExpression messagePath = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationPropertyRetrievalExpression @ messageRef = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationSubscription correlationPropertyBinding dataPath = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationSubscription @ correlationKeyRef = xml/compile/events/compile-correlation | xml/compile/events/compile-event
  correlationPropertyBinding @ correlationPropertyRef = xml/compile/events/compile-correlation | xml/compile/events/compile-event

  expression = xml/compile/compilation/expressions | xml/compile/compile-extensions
  formalExpression = xml/compile/compilation/expressions | xml/compile/compile-process
  formalExpression messagePath dataPath transformation complexBehaviorDefinition/condition @ language = rules/facts/expression-language | xml/compile/compile-extensions
  formalExpression messagePath dataPath transformation complexBehaviorDefinition/condition @ evaluatesToTypeRef ~ values have their own type

  itemDefinition = xml/compile/data/compile-data
  itemDefinition @ structureRef isCollection = xml/compile/data/compile-data
  itemDefinition @ itemKind ~ physical things leave no trace in data
  message = core/catching/throwing | core/behaviours/events/message-event
  message @ name = xml/compile/events/compile-message | xml/compile/events/compile-event
  message @ itemRef ~ only checked (ACT-15, DAT-20)
  error = core/catching/propagation
  error @ errorCode = core/catching/propagation
  escalation = core/catching/propagation
  escalation @ escalationCode = core/catching/propagation
  signal = core/catching/throwing | core/behaviours/events/signal-event
  signal @ name = xml/compile/events/compile-trigger | xml/compile/events/compile-event
  error escalation signal @ structureRef ~ only checked (DAT-20)
  resource = rules/facts/user-task-facts | xml/compile/compile-process
  resource @ name = rules/facts/user-task-facts | xml/compile/compile-process
  resourceParameter ~ only checked (ACT-19)
  resourceParameter @ type ~ values have their own type
  resourceParameter @ isRequired ~ only checked (ACT-20)

  interface operation inMessageRef = xml/compile/events/compile-message | xml/compile/events/compile-event
  outMessageRef ~ only checked (ACT-14)
  errorRef ~ errors that an operation may bring; handlers name theirs
  interface operation @ implementationRef ~ messages are matched by name; web services are EXE-13 at their tasks
  endPoint ~ messages are matched by name
  ${LABELLED} @ name ~ for the reader
`);
