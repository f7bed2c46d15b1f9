// The order decides: Edge and Opera also say Chrome, Chrome also says Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const longest = 60;

/** "Firefox on Linux" for the User-Agent of a session; what is no browser is named by its product, such as "curl/8.5.0". */
export function browserName(userAgent: string | null): string {
  const text = (userAgent ?? '').trim();
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  if (browser) return system ? `${browser} on ${system}` : browser;
  const [product = ''] = text.split(/\s+/);
  if (product === '' || product.startsWith('Mozilla/'))
    return system ? `Browser on ${system}` : 'Unknown browser';
  return product.length > longest ? `${product.slice(0, longest)}…` : product;
}

function firstOf(known: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1];
}
