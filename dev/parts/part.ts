import type { PartLog } from '#dev/log/part-log.ts';

/** A process of the local stack. */
export interface Part {
  name: string;
  /** Remedy if it does not start. */
  remedy: string;
  /** Starts it; resolves once it is ready to be used. */
  start: (place: { log: PartLog; onSpawn: (running: Running) => void }) => Promise<void>;
}

/** One run of a part. */
export interface Running {
  pid: number;
  /** The end of the part, in words. */
  ended: Promise<string>;
  hasEnded: () => boolean;
  /** Signals it to end and waits; kills it, with all its children, if it takes too long. */
  stop: () => Promise<void>;
}
