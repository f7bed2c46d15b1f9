import fc from 'fast-check';

// The same cases in each run, so that a test fails for what a change did; PROPERTY_SEED=7 looks at others.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

export { fc };
