import { LimitsTable } from '#app/components/landing/limits-table.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { countText } from '#app/format/time-format.ts';
import type { AdminSettings } from '#app/presenters/admin/settings.server.ts';

/** Allowed hosts, plan limits and rates of the installation, read-only: its environment sets them. */
export function LimitCards({ rates, rateScale, hosts }: AdminSettings) {
  return (
    <>
      <Card aria-labelledby="hosts-head">
        <CardHead id="hosts-head" title="Allowed Hosts" hint="Set in the environment of web and worker." />
        <CardBody>
          <Pairs>
            {hosts.map(({ label, values, none }) => (
              <Pair key={label} label={label} isMono={values.length > 0} isFull>
                {values.length > 0 ? values.join(', ') : none}
              </Pair>
            ))}
          </Pairs>
        </CardBody>
      </Card>
      <section aria-label="Plans">
        <h2 className="text-base font-semibold">Limits of the Plans</h2>
        <LimitsTable className="mt-3" />
      </section>
      <Card aria-labelledby="rates-head">
        <CardHead
          id="rates-head"
          title="Rate Limits"
          hint={rateScale === 1 ? undefined : `Loosened ${countText(rateScale)} times.`}
        />
        <Table caption="Rate limits" className="border-t border-border">
          <TableHead>
            <HeaderCell>What</HeaderCell>
            <HeaderCell isNumber>Limit</HeaderCell>
            <HeaderCell>Per</HeaderCell>
          </TableHead>
          <TableBody>
            {rates.map(({ of, points, per }) => (
              <Row key={of}>
                <Cell>{of.charAt(0).toUpperCase() + of.slice(1)}</Cell>
                <Cell isNumber>{countText(points)}</Cell>
                <Cell className="text-muted">{per}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </Card>
    </>
  );
}
