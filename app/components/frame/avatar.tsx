import { CircleUserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';

/** Picture from the identity provider, next to a name; an icon if there is none or it does not load. */
export function Avatar({ src, size = 'sm' }: { src: string | null; size?: 'sm' | 'lg' }) {
  const [isBroken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The image may have failed before hydration.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, [src]);
  if (src === null || isBroken) return <Icon of={CircleUserRound} size={size === 'lg' ? 20 : 16} />;
  const px = size === 'lg' ? 40 : 24;
  return (
    <img
      ref={image}
      src={src}
      alt=""
      width={px}
      height={px}
      // Hides the page's URL from the picture's host.
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className={cn('shrink-0 rounded-full bg-sunken object-cover', size === 'lg' ? 'size-10' : 'size-6')}
    />
  );
}
