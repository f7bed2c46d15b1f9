declare module 'virtual:landing-script' {
  /** URL of app/components/landing/script/page.ts; vite.config.ts builds it. */
  const address: string;
  export default address;
}

declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node';
  /** Pages of the web process, as the build generates them from app/routes. */
  const build: ServerBuild;
  export = build;
}
