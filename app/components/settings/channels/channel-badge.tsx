import { CircleCheck, CircleX, Clock, Lock, TriangleAlert, type LucideIcon } from 'lucide-react';
import { StatusBadge, type Tone } from '#app/components/ui/status-badge.tsx';
import type { ChannelState } from '#domain/notifications/channel-state.ts';

const looks: Record<ChannelState, { tone: Tone; icon: LucideIcon; text: string }> = {
  working: { tone: 'success', icon: CircleCheck, text: 'Working' },
  failing: { tone: 'warning', icon: TriangleAlert, text: 'Failing' },
  unconfirmed: { tone: 'info', icon: Clock, text: 'Unconfirmed' },
  outside_plan: { tone: 'muted', icon: Lock, text: 'Not in Plan' },
  disabled: { tone: 'danger', icon: CircleX, text: 'Disabled' },
};

/** State of a channel as icon and word. */
export function ChannelBadge({ state, isBesideHeading }: { state: ChannelState; isBesideHeading?: boolean }) {
  const { tone, icon, text } = looks[state];
  return (
    <StatusBadge tone={tone} icon={icon} isBesideHeading={isBesideHeading}>
      {text}
    </StatusBadge>
  );
}
