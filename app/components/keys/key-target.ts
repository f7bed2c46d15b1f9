const textless = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'image',
  'range',
  'color',
]);

/** Reports whether an element takes text input. */
function takesText(target: Element): boolean {
  const field = target.closest('input, textarea, select, [contenteditable]:not([contenteditable=false])');
  return field !== null && !(field instanceof HTMLInputElement && textless.has(field.type));
}

const layers = '[role=dialog], [role=alertdialog], [role=menu]';
const presses = 'a, button, summary, input, [role=link], [role=button], [role=tab]';

const stepLinks = 'a[rel~=prev], a[rel~=next]';

/** A layer over the page receives all keys, except those that step through executions in a dialog. */
function isKeptByLayer(key: string): boolean {
  const isStep = key === '[' || key === ']';
  const open = [...document.querySelectorAll(layers)];
  return open.some((layer) => !isStep || layer.querySelector(stepLinks) === null);
}

/** Reports whether a key without a modifier belongs to the focused element or to a layer over the page. */
export function isKeyTaken({ key, target }: { key: string; target: EventTarget | null }): boolean {
  if (isKeptByLayer(key)) return true;
  if (!(target instanceof Element)) return false;
  // Enter activates a focused link or button.
  return takesText(target) || (key === 'Enter' && target.closest(presses) !== null);
}

export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
