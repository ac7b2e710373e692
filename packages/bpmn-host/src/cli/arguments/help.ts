// The help that the command line prints.
import { DEFAULT_BEGIN } from './cli-arguments.ts';

export const HELP = `keelson-bpmn: checks BPMN and DMN files, runs processes on a virtual clock, and compares two versions of a model.

Usage:
  keelson-bpmn check FILE... [--for SERVER|CORE] [--summary] [--strictness STRICT|SPEC|LENIENT] [--quiet] [--json]
  keelson-bpmn run FILE... [options] [--quiet] [--json]
  keelson-bpmn diff BEFORE AFTER [--quiet] [--json]

All files are one deployment: processes call each other, messages and signals go between them, decisions are found by their key.
Problems are printed with rule, element and line. The default strictness is LENIENT, as the engine's. Such words are read in any case.

Options of check:
  --for SERVER         What this version's server refuses at deployment; the default beside a server, that is in a clone.
  --for CORE           What the language core executes, with a host that serves all it asks for; the default elsewhere.
  --summary            How many elements need work, and by which rules, instead of each problem.

A run is always one of the core. Options of run:
  --key PROCESS        The process that begins; needed where the files hold several that can.
  --variables JSON     Its variables, an object.
  --start ELEMENT      A start event, where there are several or one with a trigger.
  --business-key TEXT  Its business key.
  --advance DURATION   Moves the clock on after the start: PT1H, P1M, or a date.
  --steps FILE         Steps, taken one after another when everything before has come to rest.
  --at DATE            Where the clock begins; ${DEFAULT_BEGIN} without it.
  --strictness ...     As for check.
  --quiet, -q          check: errors and the count; run: how each instance stands, without the trace.

Steps are a JSON list of objects:
  {"complete": "taskElement", "variables": {}, "as": "user"}     completes an open task
  {"claim": "taskElement", "as": "user"}                         takes an open task
  {"message": "name", "key": "...", "variables": {}, "all": false}
                                     key: correlation key or business key; all: every receiver instead of the only one
  {"signal": "name", "variables": {}}                            reaches everybody who waits for it
  {"advance": "PT1H"}                                            moves the clock on; what falls due happens at its time
  {"trigger": "element", "variables": {}}                        lets a waiting activity go on
  {"work": "element", "result": ..., "variables": {}}            external task, HTTP, mail, native call or decision is done
  {"work": "element", "error": {"code": "E", "message": "...", "variables": {}}}     ... threw a BPMN error
  {"work": "element", "escalation": {"code": "E", "variables": {}}}                  ... escalated
  {"work": "element", "failure": "message"}                      ... failed
  {"set": {"name": ...}}                                         writes variables
  {"conditions": {"name": ...}}                                  writes variables and looks at conditions again
  {"start": "process", "element": "...", "businessKey": "...", "variables": {}, "as": "user"}
                                                                 starts a further instance
  {"retry": "element", "variables": {}}, {"skip": "element"}     an incident
  {"adHoc": "subProcess", "begin": ["activity"]}                 begins activities of an ad-hoc sub-process
  {"adHoc": "subProcess", "end": true}                           ends it
  {"cancel": true}                                               ends an instance
Every step that concerns one instance may name it: "instance": 2. Without it the first that fits is meant.

Jobs run at once. Scripts run in the sandbox; their clock begins at the virtual time and counts each look at it. Decisions of given
DMN files are made at once. A command that fails is taken back as a whole and printed; a step that fits nothing ends the run.

A comparison prints what came (+), went (-), changed (~) and was drawn elsewhere (@), element by element, and what of each differs.
Elements are the same by their ids. --quiet prints the counts alone.

Exit codes: 0 fine or no difference, 1 problems in the files, a failure in the run or a difference, 2 wrong usage.
`;
