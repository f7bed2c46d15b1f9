import { relativeText } from '#app/format/time-format.ts';

const typingMs = 300;
/** Least time between requests for the next five fires, which follow each fire. */
const leastBetweenMs = 5_000;
/** Ids of the elements that depend on the cron line, then of other elements with times in the user's zone. */
const responseParts = ['cron-says', 'cron-drawn', 'closing-dial'];
const zonedParts = ['preview-sheets', 'showcase-schedule', 'showcase-retry', 'showcase-notify'];

let isTyped = false;
/** Cron line of the current parts; undefined: the line the page came with. */
let responded: string | undefined;
let asked: AbortController | undefined;
/** Time of the current response, by the server's clock and by the browser's. */
let clock = { server: 0, page: 0 };

const field = () => document.querySelector<HTMLInputElement>('#cron');

/**
 * Requests the page for the typed cron line and replaces its parts.
 * @returns whether the page shows the typed line, now or after a later request
 */
export async function refresh(parts = responseParts): Promise<boolean> {
  const input = field();
  if (!input) return true;
  asked?.abort();
  const { signal } = (asked = new AbortController());
  const search = `?${new URLSearchParams({ cron: input.value }).toString()}`;
  try {
    const response = await fetch(`/${search}`, { signal });
    if (!response.ok) return fail(input);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (signal.aborted) return true;
    for (const id of parts) takeOver({ id, page });
    setClock();
    responded = input.value;
    const isWrong = page.querySelector('#cron[aria-invalid]') !== null;
    if (isWrong) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    input.setAttribute('aria-describedby', isWrong ? 'cron-error' : 'cron-sentence');
    if (isTyped) nameInAddress(input.value);
    return true;
  } catch {
    return signal.aborted || fail(input);
  }
}

/** No response: fades the current parts if they belong to another line. */
function fail(input: HTMLInputElement): false {
  if (input.value !== (responded ?? input.defaultValue))
    for (const id of responseParts) document.getElementById(id)?.setAttribute('data-stale', '');
  return false;
}

/** The same in the zone reported to the server. */
export function refreshZoned(): Promise<boolean> {
  return refresh([...responseParts, ...zonedParts]);
}

/** Puts the schedule into the address, which makes the page shareable; the rest of the address stays. */
function nameInAddress(cron: string): void {
  const url = new URL(location.href);
  url.searchParams.set('cron', cron);
  history.replaceState(history.state, '', url);
}

function takeOver({ id, page }: { id: string; page: Document }): void {
  const part = document.getElementById(id);
  const fresh = page.getElementById(id);
  if (!part || !fresh) return;
  // A line that is invalid while typing has no drawing: keeps the last one, faded, so that nothing jumps.
  const isEmpty = fresh.childElementCount === 0;
  part.toggleAttribute('data-stale', isEmpty);
  if (isEmpty) return;
  if (fresh.dataset.now) part.dataset.now = fresh.dataset.now;
  // Setting unchanged text would announce it again.
  if (part.hasAttribute('aria-live') && part.textContent === fresh.textContent) return;
  part.replaceChildren(...fresh.childNodes);
}

/** Updates the parts while typing, and submits the form by script, so that the page stays. */
export function updateWhileTyping(): void {
  let timer: ReturnType<typeof setTimeout>;
  field()?.addEventListener('input', () => {
    isTyped = true;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), typingMs);
  });
  field()?.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    isTyped = true;
    clearTimeout(timer);
    // Without a response, submits the form: the loaded page shows any error.
    void refresh().then((hasResponse) => hasResponse || field()?.form?.submit());
  });
}

/** Updates the relative times once a second while the page is visible. */
export function countDown(): void {
  setClock();
  let lastAsked = performance.now();
  setInterval(() => {
    if (document.hidden) return;
    const now = clock.server + performance.now() - clock.page;
    const fires = [...document.querySelectorAll<HTMLElement>('[data-in]')].filter(
      (cell) => !cell.closest('[data-stale]'),
    );
    for (const cell of fires) {
      const text = relativeText({ at: Number(cell.dataset.in), now });
      if (cell.textContent !== text) cell.textContent = text;
    }
    const isPast = fires.some(({ dataset }) => Number(dataset.in) < now);
    if (!isPast || performance.now() - lastAsked < leastBetweenMs) return;
    lastAsked = performance.now();
    void refresh();
  }, 1000);
}

function setClock(): void {
  const now = document.getElementById('cron-drawn')?.dataset.now;
  if (Number(now) !== clock.server) clock = { server: Number(now), page: performance.now() };
}
