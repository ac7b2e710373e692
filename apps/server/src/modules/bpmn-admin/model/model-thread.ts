// The thread in which large models are read and rewritten.
import { serveLane } from '../../../kernel/worker/serve-lane.ts';
import { doModelWork, type ModelAnswer, type ModelRequest } from './model-work.ts';

serveLane<ModelRequest, ModelAnswer>(doModelWork);
