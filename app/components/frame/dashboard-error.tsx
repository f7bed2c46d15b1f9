import { RouteError } from './route-error.tsx';

/** Error boundary of a dashboard page; the frame around it stays. */
export function DashboardError() {
  return <RouteError action={{ to: '/dashboard', label: 'Go to Dashboard' }} />;
}
