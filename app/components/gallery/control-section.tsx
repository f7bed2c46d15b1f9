import { Ellipsis, Pause, Pencil, Zap } from 'lucide-react';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import type { ButtonStyle } from '#app/components/ui/input/button-style.ts';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import { Switch } from '#app/components/ui/input/switch.tsx';
import { GalleryRow, GallerySection } from './kit-row.tsx';

const styles: { label: string; word: string; variant: ButtonStyle['variant'] }[] = [
  { label: 'Primary', word: 'Create Job', variant: 'primary' },
  { label: 'Secondary', word: 'Import', variant: 'secondary' },
  { label: 'Quiet', word: 'Clear', variant: 'quiet' },
  { label: 'Danger', word: 'Delete', variant: 'danger' },
];

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];

const zones = [
  { value: 'job', label: 'Job' },
  { value: 'mine', label: 'Mine' },
  { value: 'utc', label: 'UTC' },
];

export function ControlSection() {
  return (
    <GallerySection title="Buttons">
      {styles.map((style) => (
        <ButtonRow key={style.label} {...style} />
      ))}
      <GalleryRow label="With icon, small, icon only">
        <Button variant="primary" icon={Zap}>
          Run Now
        </Button>
        <Button icon={Pause}>Pause</Button>
        <Button size="sm">Load More</Button>
        <Button size="icon" icon={Pencil} label="Edit" />
        <Button size="icon" variant="plain" icon={Ellipsis} label="More actions" />
        <ButtonLink to="/dev/kit" size="lg">
          Large link
        </ButtonLink>
        <ButtonLink to="/dev/kit" disabledReason="These are samples.">
          Link
        </ButtonLink>
        <CopyButton text="Copied from the kit" />
      </GalleryRow>
      <GalleryRow label="Segments, switch">
        <Segments name="kit-filter" label="Filter" choices={filters} defaultValue="all" />
        <Segments name="kit-zone" label="Times in" choices={zones} defaultValue="mine" size="sm" />
        <Switch name="kit-all" defaultChecked>
          Show all 12
        </Switch>
        <Switch name="kit-off">Off</Switch>
        <Switch name="kit-disabled" disabled>
          Disabled
        </Switch>
      </GalleryRow>
      <GalleryRow label="Check, radio">
        <CheckLabel control={<Checkbox name="kit-rest" />}>Rest</CheckLabel>
        <CheckLabel control={<Checkbox name="kit-chosen" defaultChecked />}>Chosen</CheckLabel>
        <CheckLabel control={<Checkbox name="kit-some" isSome />}>Some</CheckLabel>
        <CheckLabel control={<Checkbox name="kit-disabled-check" disabled />}>Disabled</CheckLabel>
        <CheckLabel control={<input type="radio" className="radio-dot" name="kit-radio" defaultChecked />}>
          Skip
        </CheckLabel>
        <CheckLabel control={<input type="radio" className="radio-dot" name="kit-radio" />}>Queue</CheckLabel>
      </GalleryRow>
    </GallerySection>
  );
}

function ButtonRow({ label, word, variant }: (typeof styles)[number]) {
  return (
    <GalleryRow label={label}>
      <Button variant={variant}>{word}</Button>
      <Button variant={variant} data-look="hover">
        Hover
      </Button>
      <Button variant={variant} data-look="focus">
        Focus
      </Button>
      <Button variant={variant} isPending>
        Pending
      </Button>
      <Button variant={variant} disabledReason="Resume the job to run it.">
        Disabled
      </Button>
      {variant === 'primary' ? <span className="text-xs text-muted">Resume the job to run it.</span> : null}
    </GalleryRow>
  );
}
