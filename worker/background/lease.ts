const everyMs = 2_000;
const leaseMs = 10_000;
/** The lease is taken for over so much earlier than the database does. */
const marginMs = 1_000;
/** What held this worker up for so long held the others up, too: their leases may be over first. */
const lateMs = 5_000;
/** After the database was away nobody is settled: the others could not renew either. */
const calmMs = 20_000;

interface LeaseSettings {
  /** Renews the row of this worker; false if others have settled it: what it had claimed is theirs. */
  renew: () => Promise<boolean>;
  /** Writes what could not be written while the database was away. */
  flush: () => Promise<void>;
  /** Settles the claims of workers whose lease is over. */
  rescue: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** This worker's right to call: a row renewed every 2 s, 10 s ahead; without it nothing is released. */
export function createLease({ renew, flush, rescue, onError }: LeaseSettings) {
  let until = { wall: 0, steady: 0 };
  let renewedAt: number | null = null;
  let wasAway = false;
  let calmUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  // A machine that slept shows it in the wall clock only, a clock set back in the steady one only.
  const isHeld = () => !isClosed && Date.now() < until.wall && performance.now() < until.steady;

  async function heartbeat() {
    try {
      if (wasAway) await flush();
      const [wall, steady] = [Date.now(), performance.now()];
      if (!(await renew())) {
        until = { wall: 0, steady: 0 };
        throw new Error('The lease was lost.');
      }
      until = { wall: wall + leaseMs - marginMs, steady: steady + leaseMs - marginMs };
      const isLate = renewedAt !== null && performance.now() - renewedAt > lateMs;
      if (wasAway || isLate) calmUntil = performance.now() + calmMs;
      renewedAt = performance.now();
      wasAway = false;
      if (performance.now() < calmUntil) return;
      await rescue();
      // The time that settling took is no sign of a database that was away.
      renewedAt = performance.now();
    } catch (error) {
      wasAway = performance.now() >= until.steady;
      onError(error);
    }
  }

  async function turn() {
    const began = performance.now();
    await heartbeat();
    if (!isClosed)
      timer = setTimeout(() => void turn(), Math.max(everyMs - (performance.now() - began), 100));
  }

  return {
    isHeld,
    /** The first renewal. */
    ready: turn(),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
