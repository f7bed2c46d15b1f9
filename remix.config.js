/** Options of the Remix build; vite.config.ts hands them to the plugin. */
export default {
  appDirectory: 'app',
  // npm start keeps a build per state of the sources (dev/stack/web-build.ts).
  buildDirectory: process.env.WEB_BUILD_FOLDER ?? 'build/web',
  ignoredRouteFiles: ['**/*.test.*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // All routes are known at once: a fetcher that ends while a link to an unknown one is followed would throw.
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
    unstable_optimizeDeps: true,
  },
};
