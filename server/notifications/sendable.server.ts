/**
 * Notifications that may be sent, as the beginning of a query: not of a deleted job or a suspended account, and not to a
 * deleted channel. With "Notification" n, its "Job" j and its "Channel" c; `and` adds conditions.
 */
export const sendable = `
  from "Notification" n
  join "Job" j on j."id" = n."jobId" and j."deletedAt" is null
  join "User" u on u."id" = j."ownerId" and u."suspendedAt" is null
  left join "Channel" c on c."id" = n."channelId"
  where c."deletedAt" is null`;

/**
 * Condition on a notification n that must not be sent yet: it is a recovery, and would overtake the failure of its incident,
 * which is pending to the same destination.
 * @param failure further condition on the failure, o
 */
export const overtakesFailure = (failure = 'true') => `(
  n."rule" = 'recovery' and exists (
    select from "Notification" o
    where o."incidentId" = n."incidentId" and o."channelKey" = n."channelKey" and o."id" < n."id"
      and o."state" = 'pending' and ${failure}
  ))`;
