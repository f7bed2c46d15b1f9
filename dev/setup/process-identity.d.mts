export function identityOf(pid: number): string | undefined;
