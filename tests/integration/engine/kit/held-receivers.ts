import { afterAll } from 'vitest';
import { startStepReceivers } from './step-receivers.ts';

// Setup of test files that stop deliveries at a step: imported before the engine, which reads the environment.
export const receivers = await startStepReceivers();

Object.assign(process.env, {
  OUTBOUND_ALLOW_TARGETS: receivers.authorities.join(','),
  PAGERDUTY_EVENTS: receivers.plainOrigin,
});

afterAll(() => receivers.stop());
