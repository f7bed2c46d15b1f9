// The counts of security.md section 12 over the ledger and the tables of evidence.ts: each row that a statement returns
// is a violation, named in its column.

/** A1 to A8, and that nothing is early; each sentence holds if its query returns no rows. */
export interface Assertion {
  id: string;
  sentence: string;
  sql: string;
}

const fireName = (table: string) =>
  `format('job %s at %s', ${table}."jobId", to_char(${table}."scheduledFor" at time zone 'UTC', 'MM-DD HH24:MI:SS'))`;

export const assertions: Assertion[] = [
  {
    id: 'A1',
    sentence: 'every scheduled fire has its row',
    sql: `select ${fireName('e')} || ' has no row' as error
      from expected e cross join frame
      left join fires x on x."jobId" = e."jobId"
        and e."scheduledFor" between x."scheduledFor" and coalesce(x."missedUntil", x."scheduledFor")
      where e."isCertain" and e."scheduledFor" <= frame."until" and x."id" is null
      order by 1`,
  },
  {
    id: 'A2',
    sentence: 'no row has an instant outside the schedules, and counted rows have the right count',
    sql: `select ${fireName('x')} || ' is not a fire' as error
      from fires x cross join frame left join expected e using ("jobId", "scheduledFor")
      where x."scheduledFor" >= frame."from" and e."jobId" is null
      union all
      select ${fireName('x')} || format(' counts %s', x."missedCount") as error
      from fires x cross join frame cross join lateral (
        select count(*) filter (where e."isCertain") as least, count(*) as most from expected e
        where e."jobId" = x."jobId" and e."scheduledFor" between x."scheduledFor" and x."missedUntil"
      ) named
      where x."missedUntil" is not null and x."scheduledFor" >= frame."from"
        and x."missedCount" not between named.least and named.most
      order by 1`,
  },
  {
    id: 'A3',
    sentence: 'no instant is recorded twice',
    sql: `select ${fireName('e')} || format(' has %s rows', count(*)) as error
      from expected e join fires x on x."jobId" = e."jobId"
        and e."scheduledFor" between x."scheduledFor" and coalesce(x."missedUntil", x."scheduledFor")
      group by e."jobId", e."scheduledFor" having count(*) > 1
      union all
      select ${fireName('x')} || format(' has %s rows', count(*)) as error
      from fires x group by x."jobId", x."scheduledFor" having count(*) > 1
      order by 1`,
  },
  {
    id: 'A4',
    sentence: 'every fire has its outcome 60 s after all timeouts and delays',
    sql: `select format('execution %s of job %s is open', x."id", x."jobId") as error
      from "Execution" x join own on own."id" = x."jobId" join "Job" j on j."id" = x."jobId" cross join frame
      where x."outcome" is null and x."dueAt" <= frame."until"
        and greatest(x."dueAt", x."retryAt", (select max(a."startedAt") from "Attempt" a where a."executionId" = x."id"))
          + make_interval(secs => 60 + j."timeoutSeconds") < clock_timestamp()
      order by 1`,
  },
  {
    id: 'A5',
    sentence: 'the ledger has every call that the target received',
    sql: `select ${fireName('s')} || format(', attempt %s, is not in the ledger', s."attempt") as error
      from sink s join own on own."id" = s."jobId" cross join frame
      left join "Execution" x on x."jobId" = s."jobId" and x."scheduledFor" = s."scheduledFor"
        and x."trigger" in ('schedule', 'catch_up')
      left join "Attempt" a on a."executionId" = x."id" and a."number" = s."attempt"
      where s."at" <= frame."until" + interval '1 minute' and a."executionId" is null
      order by 1`,
  },
  {
    id: 'A6',
    sentence: 'the target received every call that has a response in the ledger',
    sql: `select format('execution %s, attempt %s, was not seen', x."id", a."number") as error
      from "Execution" x join own on own."id" = x."jobId" cross join frame
      join "Attempt" a on a."executionId" = x."id" and a."statusCode" between 200 and 299
      left join sink s on s."attempt" = a."number"
        and ((s."jobId" = x."jobId" and s."scheduledFor" = x."scheduledFor") or s."requestId" = x."requestId")
      where a."endedAt" <= least(frame."until" + interval '1 minute', frame."readAt")
        and x."dueAt" >= frame."from" and s."attempt" is null
      order by 1`,
  },
  {
    id: 'A7',
    sentence: 'no attempt was sent twice, and no fire more often than its retries allow',
    sql: `select ${fireName('s')} || format(': attempt %s was sent %s times', s."attempt", count(*)) as error
      from sink s where s."jobId" is not null
      group by s."jobId", s."scheduledFor", s."attempt" having count(*) > 1
      union all
      select format('run %s: attempt %s was sent %s times', s."requestId", s."attempt", count(*)) as error
      from sink s where s."requestId" is not null
      group by s."requestId", s."attempt" having count(*) > 1
      union all
      select ${fireName('x')} || format(': %s calls', count(*)) as error
      from sink s join fires x using ("jobId", "scheduledFor")
      join allowed v on v."jobId" = x."jobId" and v."version" = x."jobVersion"
      group by x."jobId", x."scheduledFor", v."retryCount" having count(*) > v."retryCount" + 1
      order by 1`,
  },
  {
    id: 'A8',
    // A destination takes ten messages a minute: beyond that, a digest may wait for its turn.
    sentence:
      'no notification is overdue: each is sent, failed, or waiting for its next attempt, its destination or its failure',
    sql: `select format('notification %s of job %s: %s, %s attempts, overdue for %s s, to %s', n."id", n."jobId", n."rule",
        n."attempts", extract(epoch from clock_timestamp() - n."nextAt")::int, left(n."channelKey", 6)) as error
      from "Notification" n join own on own."id" = n."jobId"
      left join "NotificationChannel" c on c."key" = n."channelKey"
        and c."sentInWindow" >= 10 and c."windowAt" > clock_timestamp() - interval '65 seconds'
      where n."state" = 'pending'
        and n."nextAt" < clock_timestamp() - case when c."key" is null then interval '60 seconds' else interval '150 seconds' end
        and not exists (
          select from "Notification" o
          where o."channelKey" = n."channelKey" and o."jobId" = n."jobId" and o."id" < n."id"
            and o."state" = 'pending' and o."incidentId" = n."incidentId" and n."rule" = 'recovery'
        )
      order by 1`,
  },
  {
    id: 'Never early',
    sentence: 'no call arrived before its instant',
    sql: `select ${fireName('s')} || format(' came %s ms early', extract(epoch from s."scheduledFor" - s."at") * 1000) as error
      from sink s join own on own."id" = s."jobId" where s."at" < s."scheduledFor"
      order by 1`,
  },
];
