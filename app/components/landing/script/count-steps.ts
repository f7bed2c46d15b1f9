/** The figure's number and the text around it: "1,000,000+" is 1000000 and "+". */
const numberIn = /^([\d,]+(?:\.(\d+))?)(.*)/s;

/**
 * Value of a figure during its animation.
 * @param share progress of the animation, 0 to 1
 */
export function countAt({ text, share }: { text: string; share: number }): string {
  const [, digits = '', decimals = '', rest = ''] = numberIn.exec(text) ?? [];
  if (digits === '' || share >= 1) return text;
  const value = Number(digits.replaceAll(',', '')) * share;
  const factor = 10 ** decimals.length;
  const shown = (Math.floor(value * factor) / factor).toLocaleString('en-US', {
    useGrouping: digits.includes(','),
    minimumFractionDigits: decimals.length,
  });
  return shown + rest;
}
