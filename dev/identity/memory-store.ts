interface Stored {
  [field: string]: unknown;
  grantId?: string;
  uid?: string;
  userCode?: string;
  consumed?: number;
}

const store = new Map<string, { payload: Stored; endsAt: number }>();

/**
 * The provider's store of one kind, for the life of the process: a sign-in in progress when it ends starts again. The
 * product's own sessions do not depend on it.
 */
export const memoryStore = (kind: string) => ({
  upsert: (id: string, payload: Stored, expiresInSeconds?: number) => {
    const endsAt = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
    store.set(`${kind}:${id}`, { payload, endsAt });
    return Promise.resolve();
  },
  find: (id: string) => Promise.resolve(living(`${kind}:${id}`)),
  findByUid: (uid: string) => Promise.resolve(firstWith({ kind, matches: (payload) => payload.uid === uid })),
  findByUserCode: (code: string) =>
    Promise.resolve(firstWith({ kind, matches: (payload) => payload.userCode === code })),
  consume: (id: string) => {
    const payload = living(`${kind}:${id}`);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    return Promise.resolve();
  },
  destroy: (id: string) => {
    store.delete(`${kind}:${id}`);
    return Promise.resolve();
  },
  revokeByGrantId: (grantId: string) => {
    for (const [key, { payload }] of store) if (payload.grantId === grantId) store.delete(key);
    return Promise.resolve();
  },
});

function firstWith({
  kind,
  matches,
}: {
  kind: string;
  matches: (payload: Stored) => boolean;
}): Stored | undefined {
  for (const key of store.keys()) {
    const payload = key.startsWith(`${kind}:`) ? living(key) : undefined;
    if (payload && matches(payload)) return payload;
  }
  return undefined;
}

function living(key: string): Stored | undefined {
  const found = store.get(key);
  if (found && found.endsAt > Date.now()) return found.payload;
  store.delete(key);
  return undefined;
}
