import { useKey } from '#app/components/keys/keys-area.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

/** Shortcuts of a job's page: each clicks the control with the same effect, found by its `data-act`. */
export function useJobKeys(): void {
  const showToast = useToast();
  const press = (act: 'pause' | 'run' | 'edit') => {
    const control = document.querySelector<HTMLElement>(`main [data-act=${act}]`);
    // A shortcut has no tooltip, so a toast shows why the control is disabled.
    if (control?.getAttribute('aria-disabled') === 'true')
      showToast({ message: control.title, tone: 'error' });
    else control?.click();
  };
  useKey('pause', () => press('pause'));
  useKey('run', () => press('run'));
  useKey('edit', () => press('edit'));
}
