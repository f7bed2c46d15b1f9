import type { CardKind, Customer } from '../records.ts';

/** The provider's own test numbers, and what they do. */
const cards: { number: string; kind: CardKind; text: string }[] = [
  { number: '4242424242424242', kind: 'pays', text: 'pays' },
  { number: '4000000000000002', kind: 'declines', text: 'is declined at once' },
  { number: '4000000000000341', kind: 'fails', text: 'is taken, and fails when it is charged' },
];

/** A choice of test cards; the first is chosen. */
export const cardFields = () =>
  `<fieldset><legend>Test card</legend>${cards
    .map(
      ({ number, text }, index) =>
        `<label><input type="radio" name="card" value="${number}"${index === 0 ? ' checked' : ''}> ${number.replace(/(.{4})(?=.)/g, '$1 ')} ${text}</label>`,
    )
    .join('')}</fieldset>`;

/** The card of a chosen number; undefined for any other. */
export function readCard(number: unknown): NonNullable<Customer['card']> | undefined {
  const card = cards.find((one) => one.number === number);
  return card && { kind: card.kind, last4: card.number.slice(-4) };
}
