import { useKey } from '#app/components/keys/keys-area.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

/** Keys of a job's page: each presses the control that does the same, found by its `data-act`. */
export function useJobKeys(): void {
  const showToast = useToast();
  const press = (act: 'pause' | 'run' | 'edit') => {
    const control = document.querySelector<HTMLElement>(`main [data-act=${act}]`);
    // A key has no tooltip: the reason of a control that cannot be used is shown.
    if (control?.getAttribute('aria-disabled') === 'true')
      showToast({ message: control.title, tone: 'error' });
    else control?.click();
  };
  useKey('pause', () => press('pause'));
  useKey('run', () => press('run'));
  useKey('edit', () => press('edit'));
}
