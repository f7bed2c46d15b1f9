import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { longestTag } from '#domain/job/tags.ts';

/** One tag, with suggestions of existing ones. */
export function TagField({ tags }: { tags: readonly string[] }) {
  return (
    <Field id="bulk-tag" label="Tag" hint={`At most ${longestTag} characters. A job can have 10 tags.`}>
      <Input
        id="bulk-tag"
        name="tag"
        required
        maxLength={longestTag}
        pattern="[^,]*\S[^,]*"
        list="bulk-tags"
        autoComplete="off"
        aria-describedby="bulk-tag-description"
      />
      <datalist id="bulk-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </Field>
  );
}
