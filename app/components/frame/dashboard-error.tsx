import { RouteError } from './route-error.tsx';

/** The boundary of a page of the dashboard: the frame around it stays as it is. */
export function DashboardError() {
  return <RouteError action={{ to: '/dashboard', label: 'Go to Dashboard' }} />;
}
