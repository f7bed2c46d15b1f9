import { readPage } from '#app/query/paged-address.ts';
import { tiers } from '#domain/plan.ts';
import { type ListedUser, listUsers } from '#server/admin/list-users.server.ts';

const perPage = 20;

/** An account as a line of the admin area; instants are UTC milliseconds. */
export interface UserLine extends Omit<ListedUser, 'suspendedAt' | 'createdAt' | 'seenAt'> {
  isSuspended: boolean;
  createdAt: number;
  seenAt: number | null;
}

export interface UserPage {
  /** As the form of the list sends it. */
  query: { search: string; plan: string; show: string };
  users: UserLine[];
  total: number;
  page: number;
  pages: number;
}

/** The page of accounts in an address; a number beyond the last gives the last page. */
export async function readUserPage(params: URLSearchParams): Promise<UserPage> {
  const search = (params.get('search') ?? '').trim().slice(0, 200);
  const tier = tiers.find((one) => one === params.get('plan')) ?? null;
  const show = params.get('show') ?? '';
  const page = readPage(params);
  const { users, total } = await listUsers({
    ...{ search, tier, page, perPage },
    role: show === 'admins' ? 'admin' : null,
    isSuspended: show === 'suspended',
  });
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (page > pages) {
    params.set('page', String(pages));
    return readUserPage(params);
  }
  const query = { search, plan: tier ?? '', show: ['admins', 'suspended'].includes(show) ? show : '' };
  return { query, users: users.map(toUserLine), total, page, pages };
}

export function toUserLine({ suspendedAt, createdAt, seenAt, ...user }: ListedUser): UserLine {
  return {
    ...user,
    isSuspended: suspendedAt !== null,
    createdAt: createdAt.getTime(),
    seenAt: seenAt?.getTime() ?? null,
  };
}
