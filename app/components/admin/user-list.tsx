import { Form, Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { SearchInput } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import type { UserLine, UserPage } from '#app/presenters/admin/user-list.server.ts';
import { pagedAddress } from '#app/query/paged-address.ts';
import { plans } from '#domain/plan.ts';
import { PageTurner } from './page-turner.tsx';
import { useFilterForm } from './use-filter-form.ts';
import { UserBadge } from './user-badge.tsx';

const path = '/admin/users';
const wide = 'max-lg:hidden';
const middle = 'max-sm:hidden';

/** Search and filters of the accounts, as one GET form. */
export function UserToolbar({ query: { search, plan, show } }: Pick<UserPage, 'query'>) {
  const form = useFilterForm({ search, plan, show });
  return (
    <Form ref={form} role="search" aria-label="Users" className="mb-3.5 flex flex-wrap items-center gap-2">
      <SearchInput
        name="search"
        label="Search users"
        placeholder="Email, name or id"
        words={search}
        maxLength={200}
        className="w-72 max-sm:w-full"
      />
      <Select name="plan" aria-label="Plan" defaultValue={plan} className="w-36 max-sm:grow">
        <option value="">All plans</option>
        {Object.entries(plans).map(([tier, { name }]) => (
          <option key={tier} value={tier}>
            {name}
          </option>
        ))}
      </Select>
      <Select name="show" aria-label="Show" defaultValue={show} className="w-36 max-sm:grow">
        <option value="">Everybody</option>
        <option value="admins">Admins</option>
        <option value="suspended">Suspended</option>
      </Select>
      <Button type="submit" className="max-sm:w-full">
        Search
      </Button>
    </Form>
  );
}

/** One page of accounts. */
export function UserList({ query, users, page, pages }: UserPage) {
  if (users.length === 0)
    return (
      <Card aria-label="Users">
        <EmptyState
          level={2}
          title="No users found"
          actions={<ButtonLink to={path}>Clear Filters</ButtonLink>}
        />
      </Card>
    );
  return (
    <Card aria-label="Users">
      <Table caption="Users" className="table-fixed">
        <TableHead>
          <HeaderCell>User</HeaderCell>
          <HeaderCell className={`${middle} w-[96px]`}>Plan</HeaderCell>
          <HeaderCell isNumber className={`${middle} w-[104px]`}>
            Active Jobs
          </HeaderCell>
          <HeaderCell className={`${wide} w-[184px] pl-6`}>Created</HeaderCell>
          <HeaderCell className={`${wide} w-[124px]`}>Last Seen</HeaderCell>
          <HeaderCell className="w-[124px] max-sm:w-[112px]">Status</HeaderCell>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </TableBody>
      </Table>
      <PageTurner page={page} pages={pages} to={(to) => pagedAddress({ path, params: query, page: to })} />
    </Card>
  );
}

function UserRow({ user }: { user: UserLine }) {
  const { id, email, name, role, tier, isSuspended, jobs, activeJobs, createdAt, seenAt } = user;
  return (
    <Row isTall>
      <Cell>
        <Link
          to={`${path}/${id}`}
          className="block truncate font-semibold text-ink no-underline hover:text-brand hover:underline"
        >
          {email || `Account ${id}`}
        </Link>
        <SecondLine>
          {name ?? `Account ${id}`}
          <span className="sm:hidden">, {plans[tier].name}</span>
        </SecondLine>
      </Cell>
      <Cell className={middle}>{plans[tier].name}</Cell>
      <Cell isNumber className={middle}>
        {countText(activeJobs)}
        <SecondLine>of {countText(jobs)}</SecondLine>
      </Cell>
      <Cell className={`${wide} pl-6`}>
        <Time at={createdAt} isColumn />
      </Cell>
      <Cell className={wide}>
        {seenAt === null ? <span className="text-muted">Signed out</span> : <Relative at={seenAt} />}
      </Cell>
      <Cell>
        <UserBadge role={role} isSuspended={isSuspended} />
      </Cell>
    </Row>
  );
}
