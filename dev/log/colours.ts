const { NO_COLOR: isRefused, FORCE_COLOR: isForced } = process.env;
const hasColour = isForced ? true : process.stdout.isTTY && !isRefused;
const codes = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, grey: 90, bold: 1 };

export type Colour = keyof typeof codes;

/** Text in a colour where the terminal shows colours. */
export function paint(colour: Colour, text: string): string {
  return hasColour ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text;
}
