/** A URL by its parts; the pure rooms compile without the types of DOM and Node. */
export interface ParsedUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
declare const URL: new (text: string, base?: string) => ParsedUrl;

/**
 * Parses a URL as browsers do (WHATWG URL). The only way to check a text: `URL.canParse` of Node 20, once optimized,
 * refuses hosts with letters of Latin-1 such as `bücher.example`.
 * @param base resolves a relative text
 * @returns null for a text that is no URL
 */
export function parseUrl(text: string, base?: string): ParsedUrl | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
