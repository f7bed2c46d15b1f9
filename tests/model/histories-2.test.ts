import { liveShare } from './history/live-share.ts';

liveShare({ share: 1 });
