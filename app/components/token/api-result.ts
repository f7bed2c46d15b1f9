/** Failure of a direct API call. */
export interface ApiFailure {
  /** Error type, from the catalogue or newer than this page; null if the response has no structured error. */
  type: string | null;
  /** Message from the server; null if it sent none. */
  message: string | null;
  details: Record<string, unknown>;
}

export type ApiResult<Data> = { data: Data; failure: null } | { data: null; failure: ApiFailure };

interface Envelope {
  success?: unknown;
  data?: unknown;
  error?: unknown;
}

/** Content of an API response. A response without its envelope is a failure too, whatever its status. */
export async function readApiResult<Data>(response: Response): Promise<ApiResult<Data>> {
  const body: unknown = await response.json().catch(() => null);
  const { success, data, error } = Object(body) as Envelope;
  if (response.ok && success === true) return { data: data as Data, failure: null };
  return { data: null, failure: failureOf({ error, status: response.status }) };
}

function failureOf({ error, status }: { error: unknown; status: number }): ApiFailure {
  const { type, message, details } = Object(error) as Record<string, unknown>;
  return {
    type: typeof type === 'string' ? type : status === 401 ? 'authentication_error' : null,
    message: typeof message === 'string' && message !== '' ? message : null,
    details: detailsOf(details),
  };
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
