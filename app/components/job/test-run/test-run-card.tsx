import { Play, RotateCw } from 'lucide-react';
import type { MouseEvent } from 'react';
import { TestRunReport } from '#app/components/job/test-run/test-run-report.tsx';
import type { TestRunPanel } from '#app/components/job/test-run/use-test-run-panel.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';

/** Anchor the page returns to after a test run without JavaScript. */
export const testRunAnchor = 'test-run';

/** One call of the current form, and its result; it counts nowhere. */
export function TestRunCard({ panel }: { panel: TestRunPanel }) {
  return (
    <Card id={testRunAnchor} aria-label="Test Run" className="scroll-mt-20">
      <CardHead title="Test Run" end={<TestRunButton panel={panel} size="sm" />} />
      <CardBody>
        <TestRunReport panel={panel} />
      </CardBody>
    </Card>
  );
}

interface TestRunButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  panel: Pick<TestRunPanel, 'run' | 'isRunning' | 'start'>;
  onStart?: () => void;
}

/** Sends the form to a test run; without JavaScript the page reloads with the result. */
export function TestRunButton({
  panel: { run, isRunning, start },
  onStart = start,
  ...button
}: TestRunButtonProps) {
  const hasRun = run !== null || isRunning;
  return (
    <Button
      type="submit"
      form="job"
      formAction={`#${testRunAnchor}`}
      name="intent"
      value="test"
      formNoValidate
      icon={hasRun ? RotateCw : Play}
      isPending={isRunning}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onStart();
      }}
      {...button}
    >
      {hasRun ? 'Run Again' : 'Test Run'}
    </Button>
  );
}
