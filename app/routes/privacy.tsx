import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TextPage } from '#app/components/docs/text-page.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { textPageLoader } from '#app/http/pages/text-page.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Privacy · Punctual' },
  { name: 'description', content: 'What is stored about you, why, and for how long.' },
];

export const loader = textPageLoader('privacy');

export default function PrivacyPage() {
  return <TextPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PublicError />;
}
