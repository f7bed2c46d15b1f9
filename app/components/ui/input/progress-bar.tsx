import { useNavigation } from '@remix-run/react';

/** A line at the top while a page loads, after the first 200 ms. */
export function ProgressBar() {
  const isBusy = useNavigation().state !== 'idle';
  if (!isBusy) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      data-chrome
      className="progress-line fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    />
  );
}
