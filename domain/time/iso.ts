/** An instant as the API writes it; null stays null. */
export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
