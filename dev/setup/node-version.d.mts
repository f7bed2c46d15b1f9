export function satisfies(question: { version: string; range: string }): boolean;
export function checkNode(place: { clone: URL }): void;
