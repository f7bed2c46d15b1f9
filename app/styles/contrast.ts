/** A colour of the token table, as `oklch(L C H)`. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Rgb = [number, number, number];

/** Linear sRGB; a channel outside 0 to 1 is out of gamut. Source: the matrices of CSS Color 4. */
export function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrastRatio(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((first, second) => first - second) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = toLinearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel))) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
