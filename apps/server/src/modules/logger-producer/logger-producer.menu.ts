// Declares that the logger has no page of its own in the platform's menu yet.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const loggerProducerMenu = defineMenu('logger-producer', 'platform', []);
