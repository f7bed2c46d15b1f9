import type { AccountRows, BothAccounts } from './rows.ts';

/** The row that a parameter names, by the part of the path before it. */
const rowAfter: Record<string, (rows: AccountRows) => number | string> = {
  jobs: ({ job }) => job,
  executions: ({ execution }) => execution,
  test: ({ testRun }) => testRun,
  'test-runs': ({ testRun }) => testRun,
  channels: ({ channel }) => channel,
  incidents: ({ incident }) => incident,
  'event-subscriptions': ({ eventSubscription }) => eventSubscription,
  deliveries: ({ delivery }) => delivery,
  'api-keys': ({ apiKey }) => apiKey,
};

/** The act of a settings form names no row. */
const parameters = /\/([^/:]+)\/:(?!act\b)\w+/g;

/**
 * The path with rows of these accounts, one for each parameter.
 * @throws Error if a parameter follows a part that has no row here
 */
function pathOf({ template, of }: { template: string; of: readonly AccountRows[] }): string {
  let at = 0;
  return template.replace(parameters, (_, before: string) => {
    const [row, account] = [rowAfter[before], of[at]];
    at += 1;
    if (!row || !account) throw new Error(`${template}: add the row that follows ${before} to this table.`);
    return `/${before}/${row(account)}`;
  });
}

export const hasIds = (template: string) => new RegExp(parameters).test(template);

/** The path with another account's ids in every combination of its parameters. */
export function foreignPaths({ template, ...both }: { template: string } & BothAccounts): string[] {
  const count = [...template.matchAll(parameters)].length;
  const choices = Array.from({ length: 2 ** count - 1 }, (_, index) =>
    Array.from({ length: count }, (_, place) => (((index + 1) >> place) & 1 ? both.theirs : both.mine)),
  );
  return choices.map((of) => pathOf({ template, of }));
}

/** The path with the caller's own rows only. */
export function ownPath({ template, mine }: { template: string; mine: AccountRows }): string {
  return pathOf({ template, of: [...template.matchAll(parameters)].map(() => mine) });
}
