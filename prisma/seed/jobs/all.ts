import { adminJobs } from './admin.ts';
import { freeJobs } from './free.ts';
import { premiumJobs } from './premium.ts';
import { ultimateJobs } from './ultimate.ts';

/** Jobs by the subject of their account. */
export const seededJobs = { free: freeJobs, premium: premiumJobs, ultimate: ultimateJobs, admin: adminJobs };
