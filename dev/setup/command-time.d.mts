/** When the command that runs this process was given, in UTC milliseconds. */
export function commandStartedAt(): number;
