import type { PhaseBar } from '#app/presenters/charts/waterfall-scale.ts';

export const phaseFills: Record<PhaseBar['name'], string> = {
  dns: 'fill-phase-dns',
  connect: 'fill-phase-connect',
  tls: 'fill-phase-tls',
  wait: 'fill-phase-wait',
  download: 'fill-phase-download',
};

/** Colour mark of a phase, beside its name. */
export function PhaseMark({ name }: { name: PhaseBar['name'] }) {
  return (
    <svg aria-hidden="true" width="8" height="8" className="shrink-0">
      <rect width="8" height="8" rx="2" className={phaseFills[name]} />
    </svg>
  );
}
