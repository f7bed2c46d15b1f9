import type { Theme } from '#app/components/frame/menus/theme-choice.ts';
import { useTheme } from '#app/components/frame/menus/use-theme.ts';
import { ZoneSwitch } from '#app/components/frame/menus/zone-switch.tsx';
import { useSingles } from '#app/components/keys/keys-area.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { useDisplayZone } from '#app/components/ui/display-zone.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import { Switch } from '#app/components/ui/input/switch.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] satisfies { value: Theme; label: string }[];

/** Settings of this browser: theme, time zone, and single-key shortcuts. */
export function AppearanceCard() {
  const [theme, setTheme] = useTheme();
  const [areSinglesOn, choose] = useSingles();
  const { mine } = useDisplayZone();
  return (
    <Card id="appearance" aria-labelledby="appearance-head">
      <CardHead id="appearance-head" title="Appearance" hint="This browser remembers it." />
      <CardBody className="grid gap-5">
        <div className="grid justify-items-start gap-1.5 no-script:hidden">
          <span className="font-medium">Theme</span>
          <Segments
            name="settings-theme"
            label="Theme"
            choices={themes}
            value={theme}
            onChange={(value) => setTheme(value as Theme)}
          />
        </div>
        <div className="grid justify-items-start gap-1.5">
          <span className="font-medium">Times</span>
          <ZoneSwitch />
          <p className="text-xs text-muted">In the zone of the job, in yours ({mine}), or in UTC.</p>
        </div>
        <div className="grid justify-items-start gap-1 no-script:hidden">
          <Switch checked={areSinglesOn} onChange={(event) => choose(event.currentTarget.checked)}>
            Single-Key Shortcuts
          </Switch>
          <p className="text-xs text-pretty text-muted">When off, only Ctrl/⌘ shortcuts work.</p>
        </div>
      </CardBody>
    </Card>
  );
}
