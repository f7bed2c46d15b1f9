import { afterAll } from 'vitest';
import { startInbox } from './inbox.ts';

// A set-up of test files whose notes go out: an endpoint of their own that the guard lets pass.
export const inbox = await startInbox();

Object.assign(process.env, { OUTBOUND_ALLOW_TARGETS: inbox.authority });

afterAll(() => inbox.stop());
