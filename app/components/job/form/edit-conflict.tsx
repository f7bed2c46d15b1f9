import { useEffect, useRef, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { RadioGroup } from '#app/components/ui/input/radio-group.tsx';
import type { ConflictRow, ConflictView } from '#app/presenters/job-form/edit-conflict.server.ts';
import { keepControl } from '#app/presenters/job-form/read-job-form.ts';

interface EditConflictProps {
  conflict: ConflictView;
  /** Puts the values into the current form. */
  onChoose: (values: Record<string, string>) => void;
}

/**
 * Both edits of the fields that two people changed. With JavaScript, a choice goes into the form at once;
 * without it, the form sends the choice.
 */
export function EditConflict({ conflict: { rows, taken }, onChoose }: EditConflictProps) {
  const [hasScript, setScript] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setScript(true);
    element.current?.focus();
  }, []);
  return (
    <Card
      as="section"
      ref={element}
      tabIndex={-1}
      aria-label="Conflicting changes"
      className="mb-6 scroll-mt-20 overflow-visible"
    >
      <CardBody className="grid gap-5">
        <Banner tone="warning">
          <b>This job was changed while you were editing it. Nothing has been saved yet.</b> Choose which
          value to keep for each field, then press Update Job.
        </Banner>
        {rows.map((row) => (
          <Choice key={row.field} row={row} form={hasScript ? undefined : 'job'} onChoose={onChoose} />
        ))}
        {taken.length === 0 ? null : (
          <div className="grid gap-1.5">
            <h2 className="font-medium">Also changed and already in the form below</h2>
            <ul className="grid gap-1">
              {taken.map(({ label, text }) => (
                <li key={label} className="wrap-anywhere">
                  {label}: <span className="whitespace-pre-wrap text-muted">{text}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function Choice({
  row: { field, label, mine, theirs, mineValues, theirsValues },
  form,
  onChoose,
}: {
  row: ConflictRow;
  form: string | undefined;
  onChoose: EditConflictProps['onChoose'];
}) {
  return (
    <RadioGroup
      id={`job-${keepControl(field)}`}
      name={keepControl(field)}
      form={form}
      label={label}
      defaultValue="mine"
      className="sm:grid-cols-2 [&_span]:wrap-anywhere [&_span]:whitespace-pre-wrap"
      choices={[
        { value: 'mine', label: 'Keep mine', hint: mine },
        { value: 'theirs', label: 'Use theirs', hint: theirs },
      ]}
      onChange={(kept) => onChoose(kept === 'theirs' ? theirsValues : mineValues)}
    />
  );
}
