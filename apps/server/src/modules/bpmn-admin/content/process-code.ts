// Says what can be the code of a process, as the contract has it of the field.
import { processCodePattern } from '@keelson/contract';

const CODE_LENGTH_MAX = 255;
const form = new RegExp(processCodePattern, 'u');

export function isProcessCode(text: string): boolean {
  return text.length <= CODE_LENGTH_MAX && form.test(text);
}
