import { Plus, Upload } from 'lucide-react';
import { Banner } from '#app/components/ui/banner.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { ToastWords, toastStyle } from '#app/components/ui/overlay/toast-words.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { GalleryRow, GallerySection } from './kit-row.tsx';

const success = { title: 'Jobs Paused', message: 'Successfully paused 3 jobs', tone: 'success' } as const;
const error = { message: 'Failed to load dashboard data. Please try again.', tone: 'error' } as const;

export function MessageSection() {
  const showToast = useToast();
  return (
    <GallerySection title="Messages">
      <GalleryRow label="Toasts">
        <div className={toastStyle}>
          <ToastWords toast={success} />
        </div>
        <div className={toastStyle}>
          <ToastWords toast={error} />
        </div>
        <Button
          onClick={() => showToast({ ...success, action: { label: 'Undo', onAct: () => showToast(error) } })}
        >
          Show Toast
        </Button>
      </GalleryRow>
      <GalleryRow label="Banners">
        <div className="grid w-full gap-4">
          <Banner tone="warning" action={<Retry>Retry</Retry>}>
            Sample data: your jobs could not be loaded
          </Banner>
          <Banner tone="info" action={<Retry>Show</Retry>}>
            3 new executions
          </Banner>
          <Banner tone="danger" action={<Retry>Retry</Retry>}>
            Failed to update job. Please try again.
          </Banner>
        </div>
      </GalleryRow>
      <EmptyState
        title="No jobs created yet"
        className="border-t border-border"
        actions={
          <>
            <Button variant="primary" icon={Plus}>
              Create Job
            </Button>
            <Button icon={Upload}>Import</Button>
          </>
        }
      >
        Create your first job to get started.
      </EmptyState>
    </GallerySection>
  );
}

function Retry({ children }: { children: string }) {
  return (
    <Button variant="plain" size="sm">
      {children}
    </Button>
  );
}
