import { CircleUserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';

/** The picture the sign-in told of a person, beside a name; a drawing where there is none or it does not load. */
export function Avatar({ src, size = 'sm' }: { src: string | null; size?: 'sm' | 'lg' }) {
  const [isBroken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before there was a script to hear of it.
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
      // Hides the address of the page from the picture's host.
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className={cn('shrink-0 rounded-full bg-sunken object-cover', size === 'lg' ? 'size-10' : 'size-6')}
    />
  );
}
