declare module 'virtual:landing-script' {
  /** Where browsers find app/components/landing/script/page.ts; vite.config.ts builds it. */
  const address: string;
  export default address;
}
