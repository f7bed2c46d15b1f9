import { countAt } from './count-steps.ts';

// Over 2000 ms at 60 steps a second (specification sections 2 and 9).
const durationMs = 2_000;
const stepMs = 1000 / 60;

/** Counts figures up to their value when they scroll into view; not with reduced motion. */
export function countUpFigures(): void {
  const figures = [...document.querySelectorAll<HTMLElement>('[data-count]')];
  if (figures.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const texts = figures.map(({ textContent }) => textContent);
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const begin = performance.now();
      const timer = setInterval(() => {
        // Uses the elapsed time: a busy machine skips steps instead of taking longer.
        const share = Math.min(1, (performance.now() - begin) / durationMs);
        figures.forEach((figure, index) => {
          figure.textContent = countAt({ text: texts[index] ?? '', share });
        });
        if (share === 1) clearInterval(timer);
      }, stepMs);
    },
    { threshold: 0.5 },
  );
  for (const figure of figures) observer.observe(figure);
}
