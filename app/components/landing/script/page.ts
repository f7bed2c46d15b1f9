import { forgetToken } from '#app/components/frame/stored-token.ts';
import { reportZone } from './browser-zone.ts';
import { countUpFigures } from './count-up.ts';
import { updateWhileTyping, countDown } from './live-schedule.ts';
import { closeMenus, offerThemes } from './menus.ts';
import { turnShowcase } from './showcase-turns.ts';
import { enableSignInLinks } from './sign-in-links.ts';

// All the JavaScript of the public page (docs/decisions/013). It comes as HTML that works without it.

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
// For tests: from here on everything answers.
document.documentElement.dataset.ready = '';
