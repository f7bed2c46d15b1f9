import { minuteMs } from '#domain/time/units.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { agreeOnZones } from './agree-on-zones.server.ts';
import { replanZones } from './replan-zones.server.ts';

const everyMs = minuteMs;

/**
 * Checks each minute if another process has stored newer zone data.
 * @param isPlanning this process also plans the jobs of changed zones again: workers do
 */
export function followZones({ isPlanning }: { isPlanning: boolean }) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async () => {
    try {
      await agreeOnZones();
      if (isPlanning) await replanZones({ isStopping: () => isClosed });
    } catch (error) {
      log().warn(errorFields(error), 'zone data: will be looked for again');
    }
    if (!isClosed) timer = setTimeout(() => void turn(), everyMs).unref();
  };
  void turn();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
