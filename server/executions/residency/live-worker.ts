/**
 * A common table expression: the worker $1, unless others have rescued it. Its row stays locked until the statement has
 * committed, so that a rescue, which locks it too, either sees the jobs assigned here or comes first.
 */
export const liveWorker = `me as (
      select "id" from "Worker" where "id" = $1::uuid and "settledAt" is null
      for key share
    )`;
