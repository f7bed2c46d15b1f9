/**
 * Leaves work until the frame has been painted that answers a press: a slow machine would otherwise stand still under the
 * finger (Interaction to Next Paint, bench/README.md).
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
