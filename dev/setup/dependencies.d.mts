export function bringPackages(place: { clone: URL; home: string }): Promise<void>;
export function needsInstall(place: { clone: URL }): boolean;
