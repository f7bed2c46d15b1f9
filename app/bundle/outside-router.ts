// Routes without a page, by their name in app/routes without ending. Each is outside the router of the browser, or named
// below as one that it goes to: tests/contract/build-lists.test.ts finds a route that is neither.

/** The API, callbacks and badges; and documents, whose name has an escaped dot. */
const families = /^(?:api|auth|badges|webhooks)\.|\[/;

/** Routes that pages call with fetch or a plain link or form, and those that only programs call. */
export const outside: readonly string[] = [
  ...['create-job', 'mcp'],
  ...['dashboard.api-key', 'dashboard.signing-secret', 'dashboard.token', 'dashboard.live', 'dashboard.push'],
  ...['dashboard.settings_.keys', 'dashboard.jobs.$id.saved', 'dashboard.jobs.preview'],
  ...['dashboard.jobs.test-runs', 'dashboard.jobs.test-runs_.$tid'],
];

/** Routes that forms and fetchers of the router go to. */
export const throughRouter: readonly string[] = [
  ...['admin.logs_.export', 'docs.find', 'logout', 'preferences', 'unsubscribe.$token'],
  ...['dashboard.jobs.example', 'dashboard.jobs.find', 'dashboard.jobs.test-note', 'dashboard.views_.find'],
  ...['dashboard.jobs.$id.ask-recipient', 'dashboard.jobs.$id.badge', 'dashboard.jobs.$id.replay'],
  ...['dashboard.jobs.$id.restore', 'dashboard.jobs.$id.run', 'dashboard.jobs.$id.skip'],
  ...['dashboard.jobs.$id.status'],
];

/**
 * True for a route that the router of the browser never goes to.
 * @param id as the list of routes has it: `routes/api.v1.jobs`
 */
export function isOutsideRouter(id: string): boolean {
  const name = id.replace(/^routes\//, '');
  return families.test(name) || outside.includes(name);
}
