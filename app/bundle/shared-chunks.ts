/** Names of files without ending, by folder. */
type Files = Record<string, readonly string[]>;

// Files that nearly every page needs, in one script: thirty small ones are 8 kB larger when each is
// compressed alone.
export const baseFiles: Files = {
  'app/components/ui': [
    'card',
    'cn',
    'data-table',
    'display-zone',
    'icon',
    'stat',
    'status-badge',
    'tag',
    'time',
  ],
  'app/components/ui/input': ['button', 'button-style', 'field', 'input', 'input-style'],
  'app/components/ui/overlay': ['details-menu'],
  'app/format': ['time-format', 'zone-spans'],
  'app/components/frame': ['error-page', 'footer', 'logo', 'route-error', 'skip-link', 'stored-token'],
  'app/components/frame/menus': ['theme-choice', 'theme-menu', 'use-theme'],
  // These guard the router on every page. `hold-router` is not here: it imports the guard and changes with
  // it.
  'app/components/page-data': ['lost-response', 'page-fetch', 'page-notices', 'request-ids', 'router'],
  'app/protocol': ['error-facts', 'form-bytes', 'nonce', 'request-id'],
  domain: ['plan'],
  'domain/time': ['names', 'units'],
  'get-nonce/dist/es2015': ['index'],
  // Vite's own module: its id has no folders.
  vite: ['preload-helper'],
  // Renders an icon from its lines; the icons are below.
  'lucide-react/dist/esm': ['(?!icons/).*'],
};
/** Files that each signed-in page needs in addition. */
export const signedInFiles: Files = {
  'app/components/ui': ['announcer', 'banner', 'empty-state', 'now-marker', 'page-head', 'use-own-links'],
  'app/components/ui/input': ['checkbox', 'select', 'switch'],
  'app/presenters/execution': ['day-outcomes'],
  'app/components/job/page': ['job-status-badge'],
  'app/components/frame': ['app-frame', 'avatar', 'dashboard-error', 'entries', 'sidebar', 'tab-bar'],
  'app/components/frame/menus': [
    'header-clock',
    'header-search',
    'usage-meter',
    'use-learned-zones',
    'user-menu',
    'zone-switch',
  ],
  'app/components/keys': [
    'frame-keys',
    'key-list',
    'key-target',
    'keys-area',
    'read-key',
    'submit-focused-form',
    'use-singles-choice',
  ],
  'app/components/token': ['saves'],
  domain: ['outcome', 'remember'],
  'domain/job': ['choices'],
};
/** Small files of the job form that other pages share one by one. */
export const formParts: Files = {
  'app/components/ui/input': ['textarea'],
  'app/components/form': ['form-errors', 'use-focus-first-error'],
  'app/components/execution': ['execution-badge'],
  'app/components/execution/attempts': ['phase-line', 'phase-mark', 'redirect-list'],
  'domain/text': ['indent-json'],
};
/** Icons of the job form, and of less common pages; all others are loaded with every page. */
export const formIcons: Files = {
  'lucide-react/dist/esm/icons': [
    'align-left',
    'braces',
    'circle-question-mark',
    'circle-slash',
    'clipboard-paste',
    'clock',
    'clock-alert',
    'copy',
    'eye',
    'eye-off',
    'rotate-cw',
    'send',
  ],
};
export const moreIcons: Files = {
  'lucide-react/dist/esm/icons': [
    'activity',
    'arrow-left',
    'badge-check',
    'ban',
    'bell',
    'bell-off',
    'book-text',
    'calendar',
    'chevron-right',
    'circle-plus',
    'copy-plus',
    'credit-card',
    'external-link',
    'key-round',
    'lock',
    'menu',
    'refresh-cw',
    'repeat',
    'scroll-text',
    'shield-alert',
    'shield-exclamation-point',
    'timer',
    'users',
    'webhook',
  ],
};

const chunks = Object.entries({
  base: baseFiles,
  'signed-in': signedInFiles,
  'form-parts': formParts,
  'form-icons': formIcons,
  'more-icons': moreIcons,
}).map(([chunk, folders]) => ({
  chunk,
  paths: Object.entries(folders).map(
    ([folder, names]) => new RegExp(`\\W${folder}/(?:${names.join('|')})\\.(?:tsx?|m?js)$`),
  ),
}));

/**
 * Script that contains a module; undefined lets the bundler decide.
 * @param id path of the module
 */
export const manualChunks = (id: string): string | undefined =>
  chunks.find(({ paths }) => paths.some((path) => path.test(id)))?.chunk;
