import { Form, useSubmit } from '@remix-run/react';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { viewQuery, type ListedView } from '#app/components/job/list/saved-views.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { SearchInput } from '#app/components/ui/input/input.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Switch } from '#app/components/ui/input/switch.tsx';
import { Chip } from '#app/components/ui/tag.tsx';
import { countText } from '#app/format/time-format.ts';
import { type JobListQuery, listAddress, results, switchField } from '#app/query/list-query.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];
const typingMs = 300;

// Below 640 px, a checkbox opens the less common filters by CSS alone.
const opener =
  'relative cursor-pointer sm:hidden has-checked:border-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
const folded =
  'max-sm:order-1 max-sm:grow max-sm:basis-[40%] max-sm:hidden max-sm:group-has-[[data-more]:checked]/toolbar:block';

interface ToolbarProps {
  query: JobListQuery;
  matching: number;
  tags: readonly string[];
  views: readonly ListedView[];
}

/** Search, filters and switch of the list as one GET form; JavaScript sends it automatically, otherwise Enter does. */
export function JobToolbar({ query, matching, tags, views }: ToolbarProps) {
  const { form, send, sendSoon, cancel } = useSending();
  useFollow({ form, query });
  return (
    <>
      <Form
        ref={form}
        role="search"
        aria-label="Jobs"
        className="group/toolbar my-4 flex flex-wrap items-center gap-2 sm:mt-6 sm:mb-3.5"
        onSubmit={cancel}
      >
        <SearchInput
          name="search"
          label="Search jobs"
          placeholder="Search jobs..."
          words={query.search}
          onChange={sendSoon}
          className="w-60 max-sm:w-[calc(100%-52px)] sm:max-lg:w-50"
        />
        <MoreFilters isOpen={query.tag !== null || query.result !== 'all'} />
        <Segments
          name="filter"
          label="Filter"
          choices={filters}
          defaultValue={query.filter}
          onChange={send}
        />
        <TagSelect tags={tags} tag={query.tag} onChange={send} />
        <ResultSelect result={query.result} onChange={send} />
        <Views views={views} query={query} onOpen={send} />
        <input type="hidden" {...switchField} />
        {query.sort === 'next' ? null : <input type="hidden" name="sort" value={query.sort} />}
        {query.isDescending ? <input type="hidden" name="order" value="desc" /> : null}
        <Button type="submit" className="hidden no-script:inline-flex">
          Apply
        </Button>
        <Switch
          name="show"
          value="all"
          defaultChecked={query.isShowingAll}
          onChange={send}
          className={matching === 0 ? 'hidden' : 'ml-auto'}
        >
          Show all {countText(matching)}
        </Switch>
      </Form>
      <FilterChips query={query} />
    </>
  );
}

/** Sends the form at once, or once typing has paused. */
function useSending() {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = () => {
    cancel();
    if (form.current) submit(form.current, { replace: true, preventScrollReset: true });
  };
  const sendSoon = () => {
    cancel();
    timer.current = setTimeout(send, typingMs);
  };
  return { form, send, sendSoon, cancel };
}

function MoreFilters({ isOpen }: { isOpen: boolean }) {
  return (
    <label className={`${buttonStyle({ size: 'icon' })} ${opener}`} title="More filters">
      <input
        type="checkbox"
        data-more
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
        aria-label="More filters"
        autoComplete="off"
        defaultChecked={isOpen}
      />
      <Icon of={SlidersHorizontal} />
    </label>
  );
}

function TagSelect({
  tags,
  tag,
  onChange,
}: {
  tags: readonly string[];
  tag: string | null;
  onChange: () => void;
}) {
  if (tags.length === 0) return null;
  return (
    <Select
      name="tag"
      aria-label="Tag"
      defaultValue={tag ?? ''}
      onChange={onChange}
      className={`w-28 ${folded}`}
    >
      <option value="">Tag</option>
      {tags.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  );
}

function ResultSelect({ result, onChange }: { result: JobListQuery['result']; onChange: () => void }) {
  return (
    <Select
      name="result"
      aria-label="Last result"
      defaultValue={result === 'all' ? '' : result}
      onChange={onChange}
      className={`w-32 ${folded}`}
    >
      <option value="">Last result</option>
      {Object.entries(results).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** Opens a saved view, saves the current list as one, or links to all of them. */
function Views({ views, query, onOpen }: Pick<ToolbarProps, 'views' | 'query'> & { onOpen: () => void }) {
  const shown = viewQuery(query);
  const current = views.find((view) => view.query === shown);
  const isNew = shown !== '' && !current;
  return (
    <>
      {views.length > 0 ? (
        <Select
          name="view"
          aria-label="View"
          defaultValue=""
          autoComplete="off"
          onChange={({ currentTarget }) => {
            onOpen();
            // Opens the view once: later filters are sent without it.
            currentTarget.value = '';
          }}
          className={`w-32 ${folded}`}
        >
          <option value="">{current?.name ?? 'Views'}</option>
          {views.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      {isNew || views.length > 0 ? (
        <span className={folded}>
          <ButtonLink to={`/dashboard/views?${isNew ? shown : ''}`} className="w-full">
            {isNew ? 'Save View' : 'Manage Views'}
          </ButtonLink>
        </span>
      ) : null}
    </>
  );
}

/** Filters that a closed panel hides, each with a link to remove it. */
function FilterChips({ query }: { query: JobListQuery }) {
  const { search, tag, result } = query;
  const chips = [
    search && { label: `Name, host or tag contains “${search}”`, without: { search: '' } },
    tag !== null && { label: `Tag ${tag}`, without: { tag: null } },
    result !== 'all' && { label: `Last result ${results[result]}`, without: { result: 'all' as const } },
  ].filter((chip) => typeof chip === 'object');
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters in force" className="-mt-1 mb-3.5 flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="flex max-w-full">
          <Chip removeTo={listAddress({ ...query, ...without, page: 1 })}>{label}</Chip>
        </li>
      ))}
    </ul>
  );
}

/** Updates the controls beside the search after a link or the back button changed the address. */
function useFollow({ form, query }: { form: RefObject<HTMLFormElement>; query: JobListQuery }): void {
  const { filter, tag, result, isShowingAll } = query;
  useEffect(() => {
    const controls = form.current?.elements;
    const set = (name: string, value: string) => {
      const control = controls?.namedItem(name);
      if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.checked = value === 'all';
      else if (control instanceof RadioNodeList) control.value = value;
      else if (control && 'value' in control && control !== document.activeElement) control.value = value;
    };
    set('filter', filter);
    set('tag', tag ?? '');
    set('result', result === 'all' ? '' : result);
    set('show', isShowingAll ? 'all' : '');
  }, [form, filter, tag, result, isShowingAll]);
}
