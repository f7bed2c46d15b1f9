import '#domain/zones/shipped-zones.ts';
import { say } from '#dev/log/part-log.ts';
import { startStack } from '#dev/stack/start-stack.ts';
import { panel } from '#dev/stack/panel.ts';
import { zoneVersion } from '#domain/schedule/timezone.ts';
import { readZoneData } from '#server/zones/read-zone-data.server.ts';
import { stopOnSignal } from '#dev/stack/stop-on-signal.ts';

/** The release of the zone data that web and worker were started with. */
function zonesOfStack(): string {
  const path = process.env.TZ_DATA;
  return path ? readZoneData(path).version : zoneVersion();
}

/**
 * `npm start`: everything up, one panel, until a signal.
 * @param startedAt when the command was given, in UTC milliseconds
 * @param isFresh moves the data of earlier starts aside
 */
export async function main({
  clone,
  home,
  startedAt,
  isWatching,
  isFresh,
}: {
  clone: string;
  home: string;
  startedAt: number;
  isWatching: boolean;
  isFresh: boolean;
}): Promise<void> {
  const stack = startStack({ clone, home, isWatching, isFresh });
  stopOnSignal({ stop: stack.stop });
  try {
    const facts = await stack.ready;
    process.stdout.write(
      `${panel({ facts, seconds: (Date.now() - startedAt) / 1000, zones: zonesOfStack() })}\n`,
    );
  } catch (error) {
    if (stack.isStopping()) return;
    say(error instanceof Error ? error.message : String(error), 'red');
    await stack.stop();
    process.exit(1);
  }
}
