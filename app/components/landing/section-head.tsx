export function SectionHead({ id, title, text }: { id: string; title: string; text?: string }) {
  return (
    <div className="mb-6">
      <h2 id={id} className="text-2xl font-semibold">
        {title}
      </h2>
      {text ? <p className="mt-1.5 max-w-prose text-base text-pretty text-muted">{text}</p> : null}
    </div>
  );
}

/** Space above a section. */
export const sectionRoom = 'pt-12 sm:pt-18';
