import { redirect } from '@remix-run/node';

/** Second URL of the page that creates a job (D2). */
export function loader() {
  return redirect('/dashboard/jobs/create', 301);
}
