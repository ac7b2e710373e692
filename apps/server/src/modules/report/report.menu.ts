// Declares that reports have no page of their own in the platform's menu yet.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const reportMenu = defineMenu('report', 'platform', []);
