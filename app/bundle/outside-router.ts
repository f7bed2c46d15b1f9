// Lists routes without a page, by their name in app/routes without ending. Each is outside the browser's
// router or listed as one the router requests; tests/contract/build-lists.test.ts fails for a route in
// neither list.

/** The API, callbacks and badges; also documents, which have an escaped dot in their name. */
const families = /^(?:api|auth|badges|webhooks)\.|\[/;

/** Routes that pages call with fetch or a plain link or form, and routes for programs only. */
export const outside: readonly string[] = [
  ...['create-job', 'mcp'],
  ...['dashboard.api-key', 'dashboard.signing-secret', 'dashboard.token', 'dashboard.live', 'dashboard.push'],
  ...['dashboard.settings_.keys', 'dashboard.jobs.$id.saved', 'dashboard.jobs.preview'],
  ...['dashboard.jobs.test-runs', 'dashboard.jobs.test-runs_.$tid'],
  'dashboard.settings_.event-subscriptions.$id_.secret',
];

/** Routes that the router's forms and fetchers request. */
export const throughRouter: readonly string[] = [
  ...['admin.logs_.export', 'docs.find', 'logout', 'preferences', 'unsubscribe.$token'],
  ...['dashboard.jobs.example', 'dashboard.jobs.find', 'dashboard.jobs.test-note', 'dashboard.views_.find'],
  ...['dashboard.jobs.$id.ask-recipient', 'dashboard.jobs.$id.badge', 'dashboard.jobs.$id.replay'],
  ...['dashboard.jobs.$id.restore', 'dashboard.jobs.$id.run', 'dashboard.jobs.$id.skip'],
  ...['dashboard.jobs.$id.status', 'dashboard.incidents.$id.acknowledge', 'dashboard.incidents.$id.snooze'],
];

/**
 * True for a route that the browser's router never requests.
 * @param id id in the route list: `routes/api.v1.jobs`
 */
export function isOutsideRouter(id: string): boolean {
  const name = id.replace(/^routes\//, '');
  return families.test(name) || outside.includes(name);
}
