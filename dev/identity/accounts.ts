import { createHash } from 'node:crypto';

/** Profile from the development identity provider, as OpenID Connect claims. */
export interface Claims {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  given_name: string;
  family_name: string;
  preferred_username: string;
  picture: string;
}

/** The accounts the seed fills; the key is the subject. */
export const seededAccounts = {
  free: { email: 'free@punctual.test', given_name: 'Finn', family_name: 'Reed', hue: 205 },
  premium: { email: 'premium@punctual.test', given_name: 'Petra', family_name: 'Lind', hue: 150 },
  ultimate: { email: 'ultimate@punctual.test', given_name: 'Uma', family_name: 'Torres', hue: 265 },
  admin: { email: 'admin@punctual.test', given_name: 'Ada', family_name: 'Mertens', hue: 20 },
};

const known = new Map<string, string>(
  Object.entries(seededAccounts).map(([subject, account]) => [subject, account.email]),
);

/** The claims of a person who has signed in before, by subject. */
export function claimsOfSubject(subject: string): Claims | undefined {
  const email = known.get(subject);
  return email === undefined ? undefined : claimsOf(email);
}

/**
 * The claims of an email address. Any address is an account: tests sign in as people of their own.
 * @returns undefined where the text is no address
 */
export function claimsOf(text: string): Claims | undefined {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email) || email.length > 254) return undefined;
  const seeded = Object.entries(seededAccounts).find(([, account]) => account.email === email);
  const [sub, person] = seeded ?? [subjectOf(email), strangerOf(email)];
  known.set(sub, email);
  return {
    sub,
    email,
    email_verified: true,
    name: `${person.given_name} ${person.family_name}`,
    given_name: person.given_name,
    family_name: person.family_name,
    preferred_username: email.slice(0, email.indexOf('@')),
    picture: pictureOf({
      initials: `${person.given_name[0] ?? ''}${person.family_name[0] ?? ''}`,
      hue: person.hue,
    }),
  };
}

function subjectOf(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 24);
}

function strangerOf(email: string) {
  const [first = 'guest', second = 'account'] = email
    .slice(0, email.indexOf('@'))
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return { given_name: capital(first), family_name: capital(second), hue: (email.length * 47) % 360 };
}

/** A round picture as a data address: the product's pages load no image from another origin over http. */
function pictureOf({ initials, hue }: { initials: string; hue: number }): string {
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="32" fill="hsl(${hue} 45% 38%)"/>`,
    '<text x="32" y="33" fill="#fff" font-family="sans-serif" font-size="26" text-anchor="middle"',
    ` dominant-baseline="central">${initials}</text></svg>`,
  ].join('');
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
