/** Shown at the end of every page (D1). Separate from the public page's texts, which no other page loads. */
export const tagline = 'Every scheduled call, accounted for.';
