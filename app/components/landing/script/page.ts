import { forgetToken } from '#app/components/frame/stored-token.ts';
import { reportZone } from './browser-zone.ts';
import { countUpFigures } from './count-up.ts';
import { updateWhileTyping, countDown } from './live-schedule.ts';
import { closeMenus, offerThemes } from './menus.ts';
import { turnShowcase } from './showcase-turns.ts';
import { enableSignInLinks } from './sign-in-links.ts';

// All JavaScript of the public page (docs/decisions/013); its HTML works without it.

const { zone, signedIn } = document.querySelector<HTMLScriptElement>('script[data-zone]')?.dataset ?? {};
if (signedIn === undefined) forgetToken();
offerThemes();
closeMenus();
enableSignInLinks();
updateWhileTyping();
turnShowcase();
countUpFigures();
countDown();
void reportZone(zone);
// For tests: every handler is ready.
document.documentElement.dataset.ready = '';
