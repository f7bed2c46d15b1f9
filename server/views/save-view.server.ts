import { AppError } from '#domain/errors.ts';
import { mostViews, viewNameProblem } from '#domain/job/saved-view.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';

const longestQuery = 1_000;

/**
 * Keeps a search of the job list under a name.
 * @param query the search part of the list's address as `listAddress` writes it, without "?"
 * @throws AppError validation_error on name or query: none, too long or taken; conflict: the account has 20 views
 */
export async function saveView({
  userId,
  name,
  query,
}: {
  userId: number;
  name: string;
  query: string;
}): Promise<void> {
  checkName(name);
  if (query === '' || query.length > longestQuery)
    throw refused('query', 'Search, filter or sort the job list first, then save the view.');
  await db().$transaction(async (tx) => {
    // Two views at once must not exceed the limit.
    await lockOwner({ tx, ownerId: userId });
    await checkFree({ tx, userId, name });
    const used = await tx.savedView.count({ where: { userId } });
    if (used >= mostViews)
      throw new AppError('conflict', {
        message: `An account can have at most ${mostViews} views. Delete one that you no longer use.`,
        details: { limit: mostViews, used },
      });
    await tx.savedView.create({ data: { userId, name: name.trim(), query } });
  });
}

/**
 * Gives a view of the account another name.
 * @throws AppError not_found; validation_error on name
 */
export async function renameView({
  userId,
  viewId,
  name,
}: {
  userId: number;
  viewId: number;
  name: string;
}): Promise<void> {
  checkName(name);
  await db().$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: userId });
    await checkFree({ tx, userId, name, viewId });
    const { count } = await tx.savedView.updateMany({
      where: { id: viewId, userId },
      data: { name: name.trim() },
    });
    if (count === 0) throw new AppError('not_found');
  });
}

function checkName(name: string): void {
  const error = characterError({ text: name, kind: 'line' });
  const problem = viewNameProblem(name) ?? (error === null ? null : `Name: ${error}`);
  if (problem !== null) throw refused('name', problem);
}

async function checkFree({
  tx,
  userId,
  name,
  viewId,
}: {
  tx: Tx;
  userId: number;
  name: string;
  viewId?: number;
}): Promise<void> {
  const views = await tx.savedView.findMany({ where: { userId }, select: { id: true, name: true } });
  const wanted = name.trim().toLowerCase();
  const other = views.find(({ id, name }) => id !== viewId && name.toLowerCase() === wanted);
  if (other) throw refused('name', `You already have a view named ${other.name}. Choose another name.`);
}

function refused(field: 'name' | 'query', message: string): AppError {
  return new AppError('validation_error', { message, details: { [field]: message } });
}
