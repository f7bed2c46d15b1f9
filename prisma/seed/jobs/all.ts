import { adminJobs } from './admin.ts';
import { freeJobs } from './free.ts';
import { premiumJobs } from './premium.ts';
import { ultimateJobs } from './ultimate.ts';

/** By the subject of the account they belong to. */
export const seededJobs = { free: freeJobs, premium: premiumJobs, ultimate: ultimateJobs, admin: adminJobs };
