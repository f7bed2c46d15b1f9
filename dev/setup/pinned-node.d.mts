interface Node {
  version: string;
  program: string;
}
export function nodePackage(machine: { platform: string; arch: string }): string;
export function pinnedNode(place: {
  clone: URL;
  platform?: string;
  arch?: string;
}): { name: string; version: string } | undefined;
export function chooseNode(choice: { begun: Node; packaged?: Node | undefined; newest: string }): string;
export function nodeToRun(place: { clone: URL }): string;
export function runUnder(command: { program: string; args: string[] }): Promise<number>;
