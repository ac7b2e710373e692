// The parts of a compiled process name each other by place in its arrays.

/** An index into `ProcessModel.flows`; `NO_FLOW` where there is none. */
export type FlowIndex = number;
/** An index into `ProcessModel.nodes`; `NO_NODE` where there is none. */
export type NodeIndex = number;
/** An index into `ProcessModel.scopes`; 0 is the process itself. */
export type ScopeIndex = number;
export const NO_FLOW = -1;
export const NO_NODE = -1;
