// Every word of the public pages (D7).

export const tagline = 'Every scheduled call, accounted for.';
