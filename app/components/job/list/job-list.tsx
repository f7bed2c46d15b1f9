import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Card } from '#app/components/ui/card.tsx';
import { useLoadedLayer } from '#app/components/ui/overlay/use-loaded-layer.ts';
import type { JobRow } from '#app/presenters/job/job-row.ts';
import type { JobListQuery } from '#app/query/list-query.ts';
import { BulkBar, bulkForm } from './bulk-bar.tsx';
import { JobTable } from './job-table.tsx';
import { ListPages, type ListPagesProps } from './list-pages.tsx';
import { useBulk } from './use-bulk.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';

const loadDialogs = () => import('./bulk-dialogs.tsx');

interface ListProps {
  rows: readonly JobRow[];
  query: JobListQuery;
  matching: number;
  pages: ListPagesProps;
  tags: readonly string[];
}

/** Table of jobs with its selection: the checkboxes belong to one form, whose buttons are in the bar above. */
export function JobList({ rows, query, matching, pages, tags }: ListProps) {
  const selection = useSelection(rows);
  const bulk = useBulk(selection);
  const { pathname, search } = useLocation();
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  useRowKeys(selection.holder);
  const { ids, isAllMatching } = selection;
  const BulkDialogs = useLoadedLayer({
    load: loadDialogs,
    isExpected: ids.length > 0,
    isAsked: bulk.question !== null,
    onFailed: bulk.closeQuestion,
  });
  return (
    <Card aria-label="Jobs" className="group/jobs max-sm:overflow-visible">
      <form
        id={bulkForm}
        ref={bulk.form}
        method="post"
        action="/dashboard/jobs/bulk"
        onSubmit={bulk.onSubmit}
        onReset={(event) => {
          event.preventDefault();
          selection.clear();
        }}
      >
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <input type="hidden" name="query" value={search} />
        <input type="hidden" name="shown" value={rows.map(({ id }) => id).join(',')} />
        {isAllMatching ? <input type="hidden" name="matching" value="yes" /> : null}
        <BulkBar
          selection={selection}
          matching={matching}
          hasMore={matching > rows.length}
          isScripted={isScripted}
          isPending={bulk.isPending}
        />
      </form>
      <div ref={selection.holder}>
        <JobTable
          rows={rows}
          query={query}
          selection={{
            isAll: ids.length === rows.length,
            isSome: ids.length > 0 && ids.length < rows.length,
            isScripted,
            onAll: selection.selectShown,
            onRow: selection.read,
          }}
        />
      </div>
      <ListPages {...pages} />
      {BulkDialogs ? (
        <BulkDialogs bulk={bulk} count={isAllMatching ? matching : ids.length} tags={tags} />
      ) : null}
    </Card>
  );
}
