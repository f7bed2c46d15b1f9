/**
 * Runs the work after the browser has painted the reaction to a click: a slow machine would otherwise seem
 * frozen (Interaction to Next Paint, bench/README.md).
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
