import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { TestRunState } from '#app/presenters/job-form/test-run-view.ts';

const steps = ['Preparing', 'Connecting', 'Sending', 'Waiting', 'Receiving', 'Done'] as const;

/** Index of the current step in each stage; the steps before it are complete. */
const reached: Record<TestRunState['stage'], number> = {
  queued: 0,
  connecting: 1,
  waiting: 3,
  ended: steps.length,
};

export function TestRunSteps({ stage }: { stage: TestRunState['stage'] | null }) {
  const at = reached[stage ?? 'queued'];
  return (
    <ol className="grid gap-2">
      {steps.map((step, index) => {
        const icon = index < at ? CircleCheck : index === at ? LoaderCircle : CircleDashed;
        return (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className={cn('flex items-center gap-2', index === at ? 'font-semibold' : 'text-muted')}
          >
            <Icon
              of={icon}
              className={cn(index < at && 'text-success', index === at && 'animate-spin text-info')}
            />
            {step}
          </li>
        );
      })}
    </ol>
  );
}
