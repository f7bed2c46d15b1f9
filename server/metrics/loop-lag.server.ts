import { openSync, readSync } from 'node:fs';
import { Histogram } from 'prom-client';
import { minuteMs } from '#domain/time/units.ts';
import { log } from '#server/log.server.ts';
import { gauge, registry } from './instruments.server.ts';

/** Each sample is a timer: more of them would be most of an idle process's work. */
const pollMs = 50;
/** A loop blocked for longer delays other work: always a defect. */
export const heldLimitMs = 200;
/** Window of the gauge: it contains two scrapes at the usual 15 s. */
const windowMs = minuteMs;
const warnEveryMs = 10_000;

let isMeasured = false;

/**
 * Measures from now on how long single pieces of work hold the event loop of this process, as a histogram, as the
 * longest of the last minute, and as a warning above 200 ms. Only processor time of the main thread counts: a process
 * that waits for a processor, or sleeps, blocks nothing.
 */
export function measureLoop(): void {
  if (isMeasured) return;
  isMeasured = true;
  const held = new Histogram({
    name: 'punctual_event_loop_held_seconds',
    help: 'Processor time of pieces of work that let the event loop wait for more than 50 ms.',
    buckets: [0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30],
    registers: [registry],
  });
  const longest = createWindow();
  gauge({
    name: 'punctual_event_loop_lag_seconds',
    help: 'The longest of them in the last minute; 0 for none.',
    read: () => [{ value: longest.read(performance.now()) / 1_000 }],
  });
  const warn = createWarning();
  watchLoop((heldMs) => {
    const now = performance.now();
    held.observe(heldMs / 1_000);
    longest.add({ value: heldMs, now });
    if (heldMs > heldLimitMs) warn({ heldMs, now });
  });
}

/** Reports each task that blocked a timer, in milliseconds of processor time. */
function watchLoop(onHeld: (heldMs: number) => void): void {
  let checkedAt = performance.now();
  let usedMs = threadTimeMs();
  const poll = () => {
    const now = performance.now();
    const used = threadTimeMs();
    const gapMs = now - checkedAt;
    // Work before the timer was due delayed nothing: of the two parts of the gap only the second can be one piece.
    const heldMs = Math.min(gapMs, used - usedMs);
    if (gapMs > 2 * pollMs && heldMs > pollMs) onHeld(heldMs);
    checkedAt = now;
    usedMs = used;
  };
  setInterval(poll, pollMs).unref();
}

/** The largest value of the last minute, in parts of ten seconds. */
function createWindow() {
  const partMs = windowMs / 6;
  let parts: { part: number; value: number }[] = [];
  const keep = (now: number) => {
    const first = Math.floor((now - windowMs) / partMs);
    parts = parts.filter(({ part }) => part >= first);
  };
  return {
    add: ({ value, now }: { value: number; now: number }) => {
      keep(now);
      const part = Math.floor(now / partMs);
      const known = parts.find((one) => one.part === part);
      if (known) known.value = Math.max(known.value, value);
      else parts.push({ part, value });
    },
    read: (now: number) => {
      keep(now);
      return Math.max(0, ...parts.map(({ value }) => value));
    },
  };
}

/** One line in ten seconds, with the longest since the line before and how many there were. */
function createWarning() {
  let warnedAt = -Infinity;
  let durationMs = 0;
  let count = 0;
  return ({ heldMs, now }: { heldMs: number; now: number }) => {
    durationMs = Math.max(durationMs, Math.round(heldMs));
    count += 1;
    if (now - warnedAt < warnEveryMs) return;
    log().warn({ durationMs, count }, 'the event loop was held');
    warnedAt = now;
    durationMs = 0;
    count = 0;
  };
}

/** Linux's counter of the main thread's processor time, in nanoseconds, the first of three numbers. */
const statFile = `/proc/self/task/${process.pid}/schedstat`;
const buffer = Buffer.alloc(64);
let openedStat: number | null | undefined;

/**
 * Processor time the main thread has used, in milliseconds, to about 4 ms; on other systems that of all threads of the
 * process.
 */
export function threadTimeMs(): number {
  openedStat ??= openStat();
  if (openedStat !== null) {
    const size = readSync(openedStat, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString('latin1', 0, size), 10) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function openStat(): number | null {
  try {
    return openSync(statFile, 'r');
  } catch {
    return null;
  }
}
