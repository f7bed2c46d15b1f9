/** An amount in US cents: "$1.37". Omits the sign: the surrounding text says who gains a negative amount. */
export function priceText(cents: number): string {
  return `$${(Math.abs(cents) / 100).toFixed(2)}`;
}
