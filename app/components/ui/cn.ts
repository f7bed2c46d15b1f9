import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// Our own steps of the scales: without them a size and a colour of the same prefix would cancel each other.
const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['mono'], radius: ['badge', 'control', 'groove', 'card'], shadow: ['raised'] },
  },
});

/** Joins class names; of two that set the same property the last one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
