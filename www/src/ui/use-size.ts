import { useEffect, useState } from 'preact/hooks';

/** The size of an element in whole pixels, followed. */
export function useSize(element: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return size;
}
