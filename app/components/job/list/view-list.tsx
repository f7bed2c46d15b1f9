import { Form, Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useRowFocus } from '#app/components/settings/use-row-focus.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { longestViewName, mostViews } from '#domain/job/saved-view.ts';
import { type ListedView, viewPath } from './saved-views.ts';
import { viewWords } from './view-words.ts';

/** A rejected form: the typed values and the reason. */
export interface RefusedView {
  act: 'save' | 'rename';
  id: number | null;
  name: string;
  query: string;
  problem: string;
}

/** Saved views, each with forms to rename and delete it. */
export function ViewList({ views, refused }: { views: readonly ListedView[]; refused: RefusedView | null }) {
  const rows = useRowFocus(views.length);
  if (views.length === 0) {
    return (
      <Card aria-label="Saved views">
        <EmptyState
          level={2}
          title="No saved views yet"
          actions={<ButtonLink to="/dashboard">Go to Job List</ButtonLink>}
        >
          Search, filter or sort the job list, then choose Save View.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card aria-label="Saved views">
      <CardHead title="Views" hint={`${views.length} of ${mostViews}`} />
      <div ref={rows}>
        <ul className="[&>li]:border-t [&>li]:border-border">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} refused={refused?.id === view.id ? refused : null} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function ViewRow({ view, refused }: { view: ListedView; refused: RefusedView | null }) {
  const { id, name, query } = view;
  const hidden = (act: string) => (
    <>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="id" value={id} />
    </>
  );
  return (
    <li data-row className="grid gap-3 px-4 py-4 sm:flex sm:items-start sm:px-5">
      <div className="min-w-0 flex-1">
        <Link to={viewPath(view)} className="block truncate font-semibold">
          {name}
        </Link>
        <p className="truncate text-xs text-muted">{viewWords(query)}</p>
      </div>
      <Form method="post" className="flex items-end gap-2">
        {hidden('rename')}
        <NameField
          id={`view-${id}`}
          label={`New name for ${name}`}
          refused={refused}
          value={name}
          isLabelHidden
        />
        <Button type="submit" aria-label={`Rename ${name}`} className="self-start">
          Rename
        </Button>
      </Form>
      <Form method="post">
        {hidden('delete')}
        <Button type="submit" variant="danger" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </Form>
    </li>
  );
}

/** Saves a searched, filtered or sorted list as a view. */
export function SaveForm({ query, refused }: { query: string; refused: RefusedView | null }) {
  return (
    <Form method="post" aria-label="Save View" className="mb-4 sm:mb-6">
      <Card as="div">
        <CardHead title="Save View" hint={viewWords(query)} />
        <CardBody className="grid max-w-form gap-3">
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="query" value={query} />
          <NameField id="view-name" label="Name" refused={refused} value="" />
          <div className="flex gap-2">
            <Button type="submit" variant="primary">
              Save View
            </Button>
            <ButtonLink to={viewPath({ query })}>Back to Job List</ButtonLink>
          </div>
        </CardBody>
      </Card>
    </Form>
  );
}

function NameField({
  id,
  label,
  refused,
  value,
  isLabelHidden,
}: {
  id: string;
  label: string;
  refused: RefusedView | null;
  value: string;
  isLabelHidden?: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  const errors = refused ? [refused.problem] : [];
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  return (
    <Field id={id} label={isLabelHidden ? <span className="sr-only">{label}</span> : label} errors={errors}>
      <Input
        ref={field}
        id={id}
        name="name"
        key={value}
        defaultValue={refused?.name ?? value}
        maxLength={longestViewName}
        required
        autoComplete="off"
        aria-invalid={refused ? true : undefined}
        aria-describedby={describedBy({ id, errors })}
      />
    </Field>
  );
}
