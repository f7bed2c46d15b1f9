import type { VitePluginConfig } from '@remix-run/dev';

// The Remix tools read plain JavaScript; this gives it its type.
declare const options: VitePluginConfig;
export default options;
