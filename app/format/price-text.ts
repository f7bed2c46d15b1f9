/** An amount in US cents: "$1.37". What is below zero is somebody's gain, and the words around it say so. */
export function priceText(cents: number): string {
  return `$${(Math.abs(cents) / 100).toFixed(2)}`;
}
