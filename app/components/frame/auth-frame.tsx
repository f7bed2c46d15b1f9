import type { ReactNode } from 'react';
import { ThemeMenu } from '#app/components/frame/menus/theme-menu.tsx';
import { PageDataNotices } from '#app/components/page-data/page-data-notices.tsx';
import { ToastArea } from '#app/components/ui/overlay/toast.tsx';
import { FooterLine } from './footer.tsx';
import { Brand } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

interface AuthFrameProps {
  title: string;
  /** The reason for this page, as a sentence. */
  reason: ReactNode;
  /** Exactly one button. */
  children: ReactNode;
  hint?: ReactNode;
}

/** Page frame with one card and one button. */
export function AuthFrame({ title, reason, children, hint }: AuthFrameProps) {
  return (
    <ToastArea flash={null}>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="relative flex h-14 items-center justify-between px-4 sm:px-6">
          <Brand to="/" />
          <ThemeMenu />
          <PageDataNotices />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="grid flex-1 content-start justify-items-center px-4 pt-[12vh] pb-12"
        >
          <div className="w-full max-w-100 rounded-card border border-border bg-surface p-6">
            <h1 tabIndex={-1} className="text-2xl font-semibold">
              {title}
            </h1>
            <div className="mt-1 mb-6 text-pretty text-muted">{reason}</div>
            {children}
            {hint ? <p className="mt-4 text-xs text-pretty text-muted">{hint}</p> : null}
          </div>
        </main>
        <footer className="flex h-12 items-center gap-5 border-t border-border px-4 text-xs text-muted sm:px-6">
          <FooterLine links={[{ to: '/', label: 'Home' }]} />
        </footer>
      </div>
    </ToastArea>
  );
}
