/** At the end of every page (D1). Apart from the other words of the public page, which no other page loads. */
export const tagline = 'Every scheduled call, accounted for.';
