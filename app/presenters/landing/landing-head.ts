import type { MetaDescriptor } from '@remix-run/node';
import { faq, head } from '#app/content/marketing.ts';
import { plans } from '#domain/plan.ts';

/** Path and size in pixels of the picture that dev/pictures/open-graph.tsx draws. */
const picture = { path: '/open-graph.png', width: '1200', height: '630' };

/**
 * Metadata of the public page for search engines and link previews.
 * @param origin scheme and host of the installation
 */
export function landingHead(origin: string): MetaDescriptor[] {
  const address = `${origin}/`;
  return [
    { title: head.title },
    { name: 'description', content: head.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Punctual' },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: origin + picture.path },
    { property: 'og:image:width', content: picture.width },
    { property: 'og:image:height', content: picture.height },
    { property: 'og:image:alt', content: head.pictureAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The plans and the questions as search engines read them (schema.org), as the text of a script element. */
export function structuredData(origin: string): string {
  const address = `${origin}/`;
  const graph = { '@context': 'https://schema.org', '@graph': [software(address), questions(address)] };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function software(address: string) {
  return {
    '@type': 'SoftwareApplication',
    '@id': `${address}#software`,
    name: 'Punctual',
    description: head.description,
    url: address,
    applicationCategory: 'DeveloperApplication',
    operatingSystem: 'Web',
    offers: Object.values(plans).map(({ name, priceUsd, description }) => ({
      '@type': 'Offer',
      name,
      description,
      price: String(priceUsd),
      priceCurrency: 'USD',
    })),
  };
}

function questions(address: string) {
  return {
    '@type': 'FAQPage',
    '@id': `${address}#faq`,
    mainEntity: faq.list.map(({ question, response }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: response },
    })),
  };
}
