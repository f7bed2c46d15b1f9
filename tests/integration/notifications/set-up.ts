import { afterAll } from 'vitest';
import { startInbox } from './inbox.ts';

// Setup of test files that send notifications: an endpoint the guard allows.
export const inbox = await startInbox();

Object.assign(process.env, { OUTBOUND_ALLOW_TARGETS: inbox.authority });

afterAll(() => inbox.stop());
