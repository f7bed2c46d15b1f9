export function SkipLink() {
  return (
    <a
      href="#main"
      data-chrome
      className="absolute -left-[999px] z-50 rounded-control bg-raised px-3 py-2 shadow-raised focus:top-3 focus:left-4"
    >
      Skip to content
    </a>
  );
}
