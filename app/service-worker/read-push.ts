/** Content of a push message, written by server/push. */
export interface PushMessage {
  title: string;
  body: string;
  /** One that comes twice is shown once. */
  tag: string;
  /** Path of the page that says more. */
  url: string;
  /** Number of jobs fail now; null: as before. */
  failing: number | null;
}

const fallback: PushMessage = {
  title: 'Punctual',
  body: 'A job has failed.',
  tag: 'note',
  url: '/dashboard?result=failed',
  failing: null,
};

/** A browser shows something for every message it lets in: one that cannot be read says the least. */
export function readPush(text: string): PushMessage {
  try {
    const given = JSON.parse(text) as Partial<Record<keyof PushMessage, unknown>>;
    const word = (name: 'title' | 'body' | 'tag') => {
      const value = given[name];
      return typeof value === 'string' && value !== '' ? value : fallback[name];
    };
    const { url, failing } = given;
    return {
      title: word('title'),
      body: word('body'),
      tag: word('tag'),
      url: typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : fallback.url,
      failing: typeof failing === 'number' && failing >= 0 ? failing : null,
    };
  } catch {
    return fallback;
  }
}
