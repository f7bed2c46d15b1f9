import { errorCatalogue, type ErrorType } from '#domain/errors.ts';

/** Why a direct call of the API came to nothing, as a toast says it (specification section 8). */
export interface ApiFailure {
  /** Of the catalogue, or one that came after this page; null where the answer was none of the API's. */
  type: string | null;
  title: string;
  /** Null: the words of who asked say more. */
  message: string | null;
  details: Record<string, unknown>;
}

export type ApiAnswer<Data> = { data: Data; failure: null } | { data: null; failure: ApiFailure };

interface Envelope {
  success?: unknown;
  data?: unknown;
  error?: unknown;
}

/** What an answer of the API holds. One without its envelope is a failure too, whatever its status. */
export async function readAnswer<Data>(answer: Response): Promise<ApiAnswer<Data>> {
  const body: unknown = await answer.json().catch(() => null);
  const { success, data, error } = Object(body) as Envelope;
  if (answer.ok && success === true) return { data: data as Data, failure: null };
  return { data: null, failure: failureOf({ error, status: answer.status }) };
}

/** A failure of the server is told in the words of who asked, a reason in its own. */
function failureOf({ error, status }: { error: unknown; status: number }): ApiFailure {
  const { type, message, details } = Object(error) as Record<string, unknown>;
  const name = typeof type === 'string' ? type : status === 401 ? 'authentication_error' : null;
  const known =
    name !== null && Object.hasOwn(errorCatalogue, name) ? errorCatalogue[name as ErrorType] : null;
  const about = { type: name, details: detailsOf(details) };
  if (name === null || (known && known.status >= 500)) return { ...about, title: 'Error', message: null };
  const words = typeof message === 'string' && message !== '' ? message : null;
  return { ...about, title: known?.title ?? 'Error', message: words ?? known?.text ?? null };
}

/** An object, or JSON text of one (D44). */
function detailsOf(details: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof details === 'string' ? JSON.parse(details) : details;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
