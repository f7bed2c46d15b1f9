/** An error of the provider, with its own code and status. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor({
    status = 400,
    type = 'invalid_request_error',
    code,
    param,
    message,
  }: {
    status?: number;
    type?: string;
    code?: string;
    param?: string;
    message: string;
  }) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

export const missing = (what: string, id: string) =>
  new Refusal({ status: 404, code: 'resource_missing', param: 'id', message: `No such ${what}: '${id}'` });

export const declined = () =>
  new Refusal({
    status: 402,
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
  });
