import { GalleryRow, GallerySection } from './kit-row.tsx';

const grounds = {
  background: 'fill-background',
  surface: 'fill-surface',
  raised: 'fill-raised',
  sunken: 'fill-sunken',
  border: 'fill-border',
  control: 'fill-control',
  ink: 'fill-ink',
  muted: 'fill-muted',
  brand: 'fill-brand',
  'brand-hover': 'fill-brand-hover',
  'brand-soft': 'fill-brand-soft',
  'on-solid': 'fill-on-solid',
  success: 'fill-success',
  'success-soft': 'fill-success-soft',
  warning: 'fill-warning',
  'warning-soft': 'fill-warning-soft',
  danger: 'fill-danger',
  'danger-soft': 'fill-danger-soft',
  info: 'fill-info',
  'info-soft': 'fill-info-soft',
  focus: 'fill-focus',
  nowMarker: 'fill-hand',
};

const phases = {
  dns: 'fill-phase-dns',
  connect: 'fill-phase-connect',
  tls: 'fill-phase-tls',
  wait: 'fill-phase-wait',
  download: 'fill-phase-download',
};

export function ColourSection() {
  return (
    <GallerySection title="Colour">
      <GalleryRow label="Tokens">
        <Swatches colours={grounds} />
      </GalleryRow>
      <GalleryRow label="Phases">
        <Swatches colours={phases} />
      </GalleryRow>
      <GalleryRow label="Type">
        <span className="text-5xl font-semibold">Hero</span>
        <span className="text-4xl font-semibold">Hero</span>
        <span className="text-2xl font-semibold">Heading</span>
        <span className="text-xl font-semibold">Heading</span>
        <span className="text-base">Marketing</span>
        <span>Body</span>
        <span className="mono">*/20 8-18 * * *</span>
        <span className="text-xs text-muted">Caption</span>
      </GalleryRow>
    </GallerySection>
  );
}

function Swatches({ colours }: { colours: Record<string, string> }) {
  return Object.entries(colours).map(([name, fill]) => (
    <span key={name} className="grid w-[78px] gap-1 text-xs text-muted">
      <svg width="78" height="36" aria-hidden="true">
        <rect width="77" height="35" x=".5" y=".5" rx="4" className={`stroke-border ${fill}`} />
      </svg>
      {name}
    </span>
  ));
}
