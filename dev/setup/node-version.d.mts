export function satisfies(question: { version: string; range: string }): boolean;
export function checkNode(place: { clone: URL }): void;
export function compareVersions(a: string, b: string): number;
export function majorOf(version: string): number;
