import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TextPage } from '#app/components/docs/text-page.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { textPageLoader } from '#app/http/pages/text-page.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Terms · Punctual' },
  { name: 'description', content: 'What you get, what it costs, and what is not allowed.' },
];

export const loader = textPageLoader('terms');

export default function TermsPage() {
  return <TextPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PublicError />;
}
