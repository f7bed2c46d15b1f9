declare module 'virtual:landing-script' {
  /** Where browsers find app/components/landing/script/page.ts; vite.config.ts builds it. */
  const address: string;
  export default address;
}

declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node';
  /** The pages of the web process, as the build makes them of app/routes. */
  const build: ServerBuild;
  export = build;
}
