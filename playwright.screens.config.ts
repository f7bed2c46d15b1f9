import base from './playwright.config.ts';

/** The pictures are no tests of `npm test`: one after the other, because some take a table away. */
export default { ...base, testMatch: '**/*.shots.ts', workers: 1, timeout: 45_000 };
