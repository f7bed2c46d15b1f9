export function installDependencies(place: { clone: URL }): Promise<void>;
export function needsInstall(place: { clone: URL }): boolean;
