import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TextPage } from '#app/components/docs/text-page.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { textPageLoader } from '#app/http/pages/text-page.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Report Abuse · Punctual' },
  {
    name: 'description',
    content: 'How to stop unwanted requests and mail from Punctual, and where to report them.',
  },
];

export const loader = textPageLoader('abuse');

export default function AbusePage() {
  return <TextPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PublicError />;
}
