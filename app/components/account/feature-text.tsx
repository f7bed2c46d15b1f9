/** Text of a plan's feature; a link where a page of the documentation explains it. */
export function FeatureText({ text, docs }: { text: string; docs: string | undefined }) {
  if (docs === undefined) return <span>{text}</span>;
  return (
    <a href={docs} className="underline decoration-1 underline-offset-3">
      {text}
    </a>
  );
}
