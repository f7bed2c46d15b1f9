export function identityOf(pid: number): string | undefined;
export function startedAt(pid: number): number | undefined;
