const everyMs = 2_000;
const leaseMs = 10_000;
/** The lease is taken for over so much earlier than the database does. */
const marginMs = 1_000;
/** The same stall may have held up the others: their leases may have expired first. */
const lateMs = 5_000;
/** After an outage of the database no worker is rescued: none could renew. */
const calmMs = 20_000;

interface LeaseSettings {
  /** Renews the row of this worker; false after a rescue by others, who own its claims. */
  renew: () => Promise<boolean>;
  /** Writes results held back while the database was down. */
  flush: () => Promise<void>;
  /** Rescues the claims of workers with an expired lease. */
  rescue: () => Promise<void>;
  /** Called after each renewal, and after each rescue. */
  onHeld?: () => void;
  /** The lease was lost: others have this worker's claims and jobs. */
  onLost?: () => void;
  onError: (error: unknown) => void;
}

/** This worker's right to call: a row renewed every 2 s, 10 s ahead; without it nothing is released. */
export function createLease({
  renew,
  flush,
  rescue,
  onHeld = () => {},
  onLost = () => {},
  onError,
}: LeaseSettings) {
  let until = { wall: 0, steady: 0 };
  let renewedAt: number | null = null;
  let wasAway = false;
  let calmUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  // A machine that slept shows only in the wall clock, a clock set back only in the steady one.
  const isHeld = () => !isClosed && Date.now() < until.wall && performance.now() < until.steady;

  const rescuing = createRescuing({ rescue, onError, onEnd: () => isHeld() && onHeld() });

  async function heartbeat() {
    try {
      if (wasAway) await flush();
      const [wall, steady] = [Date.now(), performance.now()];
      if (!(await renew())) {
        until = { wall: 0, steady: 0 };
        onLost();
        throw new Error('The lease was lost.');
      }
      until = { wall: wall + leaseMs - marginMs, steady: steady + leaseMs - marginMs };
      const isLate = renewedAt !== null && performance.now() - renewedAt > lateMs;
      if (wasAway || isLate) calmUntil = performance.now() + calmMs;
      renewedAt = performance.now();
      wasAway = false;
      if (performance.now() < calmUntil || !rescuing.begin()) onHeld();
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

/** Rescues beside the renewals, one at a time: the claims of a lost worker may take longer than the lease. */
function createRescuing({
  rescue,
  onError,
  onEnd,
}: Pick<LeaseSettings, 'rescue' | 'onError'> & { onEnd: () => void }) {
  let isRunning = false;
  return {
    /** Returns false if one is in progress. */
    begin(): boolean {
      if (isRunning) return false;
      isRunning = true;
      void rescue()
        .catch(onError)
        .finally(() => {
          isRunning = false;
          onEnd();
        });
      return true;
    },
  };
}
