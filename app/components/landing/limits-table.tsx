import { Card } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { sharedLimits } from '#app/content/marketing.ts';
import { plural } from '#app/format/time-format.ts';
import { plans, type Plan } from '#domain/plan.ts';

const rows: { label: string; textOf: (plan: Plan) => string }[] = [
  { label: 'Jobs', textOf: ({ jobLimit }) => (jobLimit === null ? 'Unlimited' : String(jobLimit)) },
  { label: 'Log retention', textOf: ({ retentionDays }) => plural(retentionDays, 'day') },
  ...sharedLimits.map(({ label, text }) => ({ label, textOf: () => text })),
  { label: 'API access', textOf: ({ hasApiAccess }) => (hasApiAccess ? 'Yes' : '–') },
];

/** The plans' limits, one column per plan. */
export function LimitsTable({ className }: { className: string }) {
  const all = Object.values(plans);
  return (
    <Card aria-label="Limits" className={className}>
      <Table caption="Limits of each plan">
        <TableHead>
          <HeaderCell>Limit</HeaderCell>
          {all.map(({ name }) => (
            <HeaderCell key={name} isNumber className="sm:w-[22%]">
              {name}
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ label, textOf }) => (
            <Row key={label} className="h-10">
              <th scope="row" className="text-left font-medium">
                {label}
              </th>
              {all.map((plan) => (
                <Cell key={plan.name} isNumber>
                  {textOf(plan)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
