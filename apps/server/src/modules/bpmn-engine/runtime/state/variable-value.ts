// Hands on how the core writes a variable under any name, and reads moments and periods from text.
export { addPeriod, parseInstant, putValue } from '@keelson/bpmn-core';
