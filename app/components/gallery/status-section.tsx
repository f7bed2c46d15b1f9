import { ExecutionBadge, executionWords } from '#app/components/execution/execution-badge.tsx';
import { JobStatusBadge } from '#app/components/job/page/job-status-badge.tsx';
import { FireMarkBadge } from '#app/components/job/schedule/next-fires.tsx';
import { Chip, Kbd, Tag } from '#app/components/ui/tag.tsx';
import type { ExecutionStatus } from '#app/presenters/execution/execution-status.ts';
import { GalleryRow, GallerySection } from './kit-row.tsx';

const statuses = Object.keys(executionWords) as ExecutionStatus[];

export function StatusSection() {
  return (
    <GallerySection title="Status">
      <GalleryRow label="Jobs">
        <JobStatusBadge status="active" />
        <JobStatusBadge status="paused" />
        <JobStatusBadge status="inactive" />
      </GalleryRow>
      <GalleryRow label="Executions">
        {statuses.map((status) => (
          <ExecutionBadge key={status} status={status} />
        ))}
      </GalleryRow>
      <GalleryRow label="Beside a heading">
        <JobStatusBadge status="active" isBesideHeading />
        <ExecutionBadge status="skipped" isBesideHeading />
        <span className="text-muted">Only there does a resting state take a ground.</span>
      </GalleryRow>
      <GalleryRow label="Fires">
        <FireMarkBadge mark="shifted" />
        <FireMarkBadge mark="first_of_two" />
        <FireMarkBadge mark="skipped" />
      </GalleryRow>
      <GalleryRow label="Tags, chips">
        <Tag>New</Tag>
        <Tag isPlain>Best Value</Tag>
        <Chip>billing</Chip>
        <Chip removeTo="/dev/kit">Last result: Failed</Chip>
        <Kbd>mod K</Kbd>
      </GalleryRow>
    </GallerySection>
  );
}
