import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import {
  ownPushHash,
  pushAbility,
  pushFailed,
  switchPushOff,
  switchPushOn,
  type PushAbility,
} from '#app/components/installed/browser-push.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Switch } from '#app/components/ui/input/switch.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { plural } from '#app/format/time-format.ts';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { ActButton } from './act-button.tsx';
import { useRowFocus } from './use-row-focus.ts';

const obstacles: Partial<Record<PushAbility, string>> = {
  unsupported: 'This browser does not support push messages. On a phone, it may once the app is installed.',
  blocked: 'This browser blocks notifications of Punctual. Allow them in its settings for this site first.',
};

/** Browsers with push messages, and the switch for this browser. */
export function PushCard({ push: { publicKey, browsers } }: { push: Settings['push'] }) {
  const own = useOwnBrowser(browsers);
  const rows = useRowFocus(browsers.length);
  const obstacle = publicKey === null ? 'This installation has no keys for push messages.' : own.obstacle;
  return (
    <Card id="push" aria-labelledby="push-head">
      <CardHead id="push-head" title="Push Messages" hint={plural(browsers.length, 'browser')} />
      <CardBody className="grid gap-4">
        {obstacle ? <Banner tone="info">{obstacle}</Banner> : null}
        <div className="grid justify-items-start gap-1 no-script:hidden">
          <Switch
            checked={own.isOn}
            disabled={publicKey === null || obstacle !== null || own.isPending}
            onChange={({ target }) => void own.change({ isOn: target.checked, publicKey })}
            aria-describedby="push-hint"
          >
            Push Failures to This Browser
          </Switch>
          <p id="push-hint" className="text-xs text-pretty text-muted">
            The 1st, 10th and 100th consecutive failure of a job, and missed runs, even while Punctual is
            closed. Jobs set to notify never or on success are left out, except when they are paused for
            failing. Signing out turns it off.
          </p>
        </div>
      </CardBody>
      {browsers.length > 0 ? (
        <div ref={rows}>
          <ul
            aria-label="Browsers with push messages"
            className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border"
          >
            {browsers.map(({ id, endpointHash, browser, addedAt }) => (
              <li key={id} data-row className="flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5">
                <div className="min-w-0 flex-1">
                  <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
                    <span className="min-w-0 truncate font-medium" title={browser}>
                      {browser}
                    </span>
                    {endpointHash === own.hash ? <Tag>This one</Tag> : null}
                  </p>
                  <p className="text-xs text-muted">
                    Since <Time at={addedAt} />
                  </p>
                </div>
                <ActButton
                  act="forget-browser"
                  fields={{ id: String(id) }}
                  size="sm"
                  label={`Remove browser: ${browser}`}
                >
                  Remove
                </ActButton>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}

/** State of this browser, known after hydration; on only if the server agrees. */
function useOwnBrowser(browsers: Settings['push']['browsers']) {
  const [ability, setAbility] = useState<PushAbility>('allowed');
  const [hash, setHash] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const showToast = useToast();

  useEffect(() => {
    const can = pushAbility();
    setAbility(can);
    if (can !== 'unsupported') void ownPushHash().then(setHash, () => setHash(null));
  }, []);

  const change = async ({ isOn, publicKey }: { isOn: boolean; publicKey: string | null }) => {
    if (publicKey === null) return;
    setPending(true);
    try {
      if (isOn) {
        const isAllowed = await switchPushOn(publicKey);
        if (isAllowed) showToast({ message: 'Push Messages On', tone: 'success' });
      } else {
        await switchPushOff();
        showToast({ message: 'Push Messages Off', tone: 'success' });
      }
    } catch {
      showToast({ title: 'Error', message: pushFailed, tone: 'error' });
    }
    setAbility(pushAbility());
    setHash(await ownPushHash().catch(() => null));
    setPending(false);
    revalidate();
  };
  const isOn = browsers.some(({ endpointHash }) => endpointHash === hash);
  return { hash, isOn, isPending, change, obstacle: obstacles[ability] ?? null };
}
