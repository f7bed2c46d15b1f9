export function installDependencies(place: { clone: URL }): Promise<void>;
