import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { indentJson } from '#domain/text/indent-json.ts';

/** Body of a test notification as it was sent, with secrets already masked. */
export function SentPayload({ body, isOpen }: { body: string; isOpen?: boolean }) {
  return (
    <Disclosure summary="Payload sent" className="w-full min-w-0 text-left" open={isOpen}>
      <CodeBlock
        code={body.startsWith('{') ? indentJson(body) : body}
        label="Payload sent"
        canCopy
        className="mt-2"
      />
    </Disclosure>
  );
}
