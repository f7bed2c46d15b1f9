export type JobStatus = 'active' | 'paused' | 'inactive';
