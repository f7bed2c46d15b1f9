import { exactMs } from '#app/format/time-format.ts';
import type { HopView } from '#app/presenters/execution/attempt-view.ts';

const phaseWords = [
  ['dnsMs', 'DNS'],
  ['connectMs', 'connect'],
  ['tlsMs', 'TLS'],
  ['waitMs', 'wait'],
  ['downloadMs', 'download'],
] as const;

/** Redirects that an attempt followed, each with its target and timing. */
export function RedirectList({ hops }: { hops: HopView[] }) {
  return (
    <section aria-label="Redirects followed" className="border-t border-border px-4 py-3 sm:px-5">
      <h3 className="mb-1.5 text-xs font-medium text-muted">Redirects followed</h3>
      <ol className="grid gap-2">
        {hops.map((hop, index) => (
          <li key={index} className="min-w-0">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{hop.title}</span>
              <span className="text-muted">{exactMs(hop.durationMs)}</span>
            </p>
            <p className="mono wrap-anywhere">{hop.location}</p>
            <p className="text-xs text-muted">{factsOf(hop)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "203.0.113.7, DNS 3ms, wait 80ms" */
function factsOf({ remoteAddress, phases }: HopView): string {
  const times = phaseWords.flatMap(([name, word]) => {
    const ms = phases[name];
    return ms === null ? [] : [`${word} ${exactMs(ms)}`];
  });
  return [...(remoteAddress === null ? [] : [remoteAddress]), ...times].join(', ');
}
